"""The chances of an action against a threshold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from service.rules.destiny.contests import ChallengeContest
from service.rules.destiny.odds.class_table import HANDS, ROYAL, Integers
from service.rules.destiny.odds.totals import Totals, class_totals
from service.rules.destiny.participants import Strength
from service.rules.destiny.tuning import Degree, Tuning
from service.rules.draws import HAND_COUNT
from service.rules.points import POINT, Hundredths

QUANTILES: Final = (5, 25, 50, 75, 95)
DEGREES: Final = tuple(Degree)


@dataclass(frozen=True, slots=True)
class ChallengeOdds:
    """How many of all hands lead to each degree, and what totals to expect."""

    degrees: Mapping[Degree, int]
    expected_total: float
    """In points, as the double nearest to the exact mean."""
    quantiles: Mapping[int, Hundredths]

    @property
    def success(self) -> int:
        """The number of hands that succeed."""
        return self.degrees[Degree.CRITICAL_SUCCESS] + self.degrees[Degree.SUCCESS]


@dataclass(frozen=True, slots=True, eq=False)
class Challenger:
    """One strength's totals, from which its chances against any threshold are read."""

    totals: Totals
    decided_by_score: Totals
    """The same without the hands that succeed by themselves."""
    margins: Integers
    """From which margin on a hand is in each degree but the last, which has all others."""

    @classmethod
    def of(cls, strength: Strength, tuning: Tuning) -> "Challenger":
        """The challenger with this strength."""
        by_class = class_totals(strength, tuning)
        totals = Totals.of(by_class)
        decided = Totals.of(by_class[~ROYAL], HANDS[~ROYAL]) if tuning.royal_flush_auto_win else totals
        return cls(totals, decided, np.array((tuning.critical_margin, 0, tuning.failure_margin)))

    def degrees_against(self, *thresholds: Hundredths) -> Integers:
        """For each threshold a row with the number of hands in each degree, in the order of `DEGREES`."""
        # Hands below the best degree, below the second, and so on. Those that need no score are below nothing.
        below = np.empty((len(thresholds), len(DEGREES) + 1), dtype=np.int64)
        below[:, 0] = HAND_COUNT
        below[:, 1:-1] = self.decided_by_score.hands_below(np.array(thresholds)[:, None] + self.margins)
        below[:, -1] = 0
        degrees: Integers = below[:, :-1] - below[:, 1:]
        return degrees


def challenge_odds(contest: ChallengeContest, tuning: Tuning) -> ChallengeOdds:
    """The odds of a challenge, over all hands."""
    challenger = Challenger.of(contest.actor, tuning)
    (degrees,) = challenger.degrees_against(contest.hurdle.threshold).tolist()
    return ChallengeOdds(
        degrees=dict(zip(DEGREES, degrees, strict=True)),
        expected_total=challenger.totals.points_of_all() / (HAND_COUNT * POINT),
        quantiles=dict(zip(QUANTILES, challenger.totals.quantiles(*QUANTILES), strict=True)),
    )
