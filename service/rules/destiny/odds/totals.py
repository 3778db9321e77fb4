"""The totals that a strength can reach, each with the number of hands that reach it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from service.rules.destiny.hands import HAND_RANKS
from service.rules.destiny.odds.class_table import (
    ADD_ON,
    HANDS,
    PATTERN_INDEX,
    PATTERNS,
    RANK_INDEX,
    Integers,
)
from service.rules.destiny.participants import Strength
from service.rules.destiny.tuning import Tuning
from service.rules.points import POINT, Hundredths

_ADD_ON_POINTS: Final = ADD_ON * POINT
_COUNT_BITS: Final = 22
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1


def suit_scores(strength: Strength) -> Integers:
    """The suit score of each hand class."""
    scores: Integers = (PATTERNS @ np.array(strength.suit_bonuses, dtype=np.int64)).take(PATTERN_INDEX)
    return scores


def class_totals(strength: Strength, tuning: Tuning) -> Integers:
    """The total of each hand class, floored as a score is."""
    rank_points = [tuning.hand_rank_scores[rank] for rank in HAND_RANKS]
    for modifier in strength.modifiers:
        rank_points = [points + modifier.points_for(rank) for points, rank in zip(rank_points, HAND_RANKS, strict=True)]
    totals: Integers = np.array(rank_points, dtype=np.int64).take(RANK_INDEX)
    totals += _ADD_ON_POINTS
    totals += suit_scores(strength)
    return np.maximum(totals, 0, out=totals)


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Totals in ascending order, possibly with repeats, and how many hands have at most as many points."""

    values: Integers
    hands: Integers
    cumulative: Integers
    """`cumulative[i]` is the number of hands before entry i; the last one is the number of all."""

    @classmethod
    def of(cls, totals: Integers, hands: Integers = HANDS) -> "Totals":
        """Totals in any order, with their numbers of hands."""
        # A total and its number of hands sort as one number: four times as fast as sorting one by the other.
        packed = np.sort((totals << _COUNT_BITS) | hands)
        sorted_hands = packed & _COUNT_MASK
        cumulative = np.zeros(len(packed) + 1, dtype=np.int64)
        np.cumsum(sorted_hands, out=cumulative[1:])
        return cls(packed >> _COUNT_BITS, sorted_hands, cumulative)

    @property
    def all_hands(self) -> int:
        """The number of all hands."""
        return int(self.cumulative[-1])

    def hands_below(self, bounds: Integers | Sequence[Hundredths]) -> Integers:
        """For each bound, the number of hands whose total is less than that."""
        below: Integers = self.cumulative[self.values.searchsorted(bounds)]
        return below

    def quantiles(self, *hundredths: int) -> list[Hundredths]:
        """For each q per cent, the smallest total x with P(total <= x) >= q."""
        all_hands = self.all_hands
        wanted = [-(-all_hands * q // 100) for q in hundredths]
        quantiles: list[Hundredths] = self.values[self.cumulative.searchsorted(wanted) - 1].tolist()
        return quantiles

    def points_of_all(self) -> Hundredths:
        """The sum of all hands' totals: the expected total times the number of hands."""
        return int(np.dot(self.values, self.hands))
