"""The totals of a participant as a flat modifier moves all of them at once."""

from typing import Final

import numpy as np

from service.engines.destiny.odds.totals import HANDS, ROYAL, Integers, points_without_suits, suit_scores
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.engines.points import Hundredths


class ShiftedTotals:
    """What hands are worth before a total below zero becomes zero, sorted once; each flat modifier then looks up."""

    def __init__(self, strength: Strength, tuning: Tuning) -> None:
        points = points_without_suits(strength, tuning) + suit_scores(strength)
        order = points.argsort()
        hands = HANDS[order]
        decided = np.where(ROYAL[order], 0, hands) if tuning.royal_flush_auto_win else hands
        self._points: Final[Integers] = points[order]
        self._below: Final = _sums_before(decided)
        """The hands below each place, without hands that succeed with any total."""
        self._hands: Final = _sums_before(hands)
        self._weighted: Final = _sums_before(hands * self._points)

    def successes(self, bound: Hundredths, flat: Hundredths) -> int:
        """The hands whose total is at least this, and those that succeed with any total."""
        if bound <= 0:  # no total is below zero
            return HAND_COUNT
        return HAND_COUNT - int(self._below[self._points.searchsorted(bound - flat)])

    def points_of_all(self, flat: Hundredths) -> Hundredths:
        """The sum of all hands' totals."""
        start = self._points.searchsorted(-flat)
        return int(self._weighted[-1] - self._weighted[start] + flat * (HAND_COUNT - self._hands[start]))


def _sums_before(values: Integers) -> Integers:
    """At each place: the sum of the values before it; one place more than there are values."""
    sums = np.zeros(len(values) + 1, dtype=np.int64)
    np.cumsum(values, out=sums[1:])
    return sums
