"""The chances of an action against a threshold."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

import numpy as np

from service.engines.destiny.contests import ChallengeContest
from service.engines.destiny.odds.totals import HANDS, ROYAL, Integers, Totals, class_totals, hands_where
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Degree, Tuning
from service.engines.draws import HAND_COUNT
from service.engines.points import POINT, Hundredths

QUANTILES: Final = (5, 25, 50, 75, 95)
DEGREES: Final = tuple(Degree)
Count = TypeVar("Count", int, Integers)


@dataclass(frozen=True, slots=True)
class ChallengeOdds:
    """The number of hands that lead to each degree, and the totals to expect."""

    degrees: Mapping[Degree, int]
    expected_total: float
    """In points, as the double nearest to the exact mean."""
    quantiles: Mapping[int, Hundredths]

    @property
    def success(self) -> int:
        """The number of hands that succeed."""
        return self.degrees[Degree.CRITICAL_SUCCESS] + self.degrees[Degree.SUCCESS]


@dataclass(frozen=True, slots=True, eq=False)
class ChallengeSide:
    """One strength's totals, from which its chances against any threshold are read."""

    totals: Totals
    automatic: Totals | None
    """Those of the hands that succeed automatically; None if there are no such hands."""
    margins: tuple[Hundredths, Hundredths, Hundredths]
    """The lowest margin of each degree but the last, which takes all other hands."""

    @classmethod
    def of(cls, strength: Strength, tuning: Tuning) -> "ChallengeSide":
        by_class = class_totals(strength, tuning)
        return cls.of_totals(Totals.of(by_class), by_class, tuning)

    @classmethod
    def of_totals(cls, totals: Totals, by_class: Integers, tuning: Tuning) -> "ChallengeSide":
        """The side with these totals, which are those of each hand class."""
        automatic = Totals.of(by_class[ROYAL], HANDS[ROYAL]) if tuning.royal_flush_auto_win else None
        return cls(totals, automatic, (tuning.critical_margin, 0, tuning.failure_margin))

    def degrees_against(self, threshold: Hundredths) -> tuple[int, int, int, int]:
        """The number of hands in each degree, in the order of `DEGREES`."""
        below: list[int] = self._below(np.array([threshold + margin for margin in self.margins])).tolist()
        return _degrees(*below)

    def degrees_against_each(self, thresholds: Sequence[Hundredths] | Integers) -> Integers:
        """The same for many thresholds, one row for each."""
        below = self._below(np.add.outer(self.margins, np.asarray(thresholds, dtype=np.int64)))
        return np.array(_degrees(*below)).T

    def _below(self, bounds: Integers) -> Integers:
        """For each bound, the number of hands whose total is below it and that do not succeed automatically."""
        below = self.totals.hands_below(bounds)
        return below if self.automatic is None else below - self.automatic.hands_below(bounds)


def _degrees(critical: Count, success: Count, failure: Count) -> tuple[Count, Count, Count, Count]:
    """The hands in each degree, from the hands below each of the first three. Automatic successes are below none."""
    return HAND_COUNT - critical, critical - success, success - failure, failure


def successes(strength: Strength, threshold: Hundredths, tuning: Tuning, *, critical: bool = False) -> int:
    """The number of hands that succeed, or succeed critically. To ask about one threshold, no totals are sorted."""
    bound = threshold + tuning.critical_margin if critical else threshold
    succeeds = class_totals(strength, tuning) >= bound
    return hands_where(succeeds | ROYAL if tuning.royal_flush_auto_win else succeeds)


def challenge_odds(contest: ChallengeContest, tuning: Tuning) -> ChallengeOdds:
    side = ChallengeSide.of(contest.actor, tuning)
    return ChallengeOdds(
        degrees=dict(zip(DEGREES, side.degrees_against(contest.challenge.threshold), strict=True)),
        expected_total=side.totals.points_of_all() / (HAND_COUNT * POINT),
        quantiles=dict(zip(QUANTILES, side.totals.quantiles(*QUANTILES), strict=True)),
    )
