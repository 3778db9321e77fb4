"""The chances of an action against a threshold."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.rules.destiny.contests import ChallengeContest
from service.rules.destiny.odds.class_table import HANDS, ROYAL
from service.rules.destiny.odds.totals import Totals, class_totals
from service.rules.destiny.tuning import Degree, Tuning
from service.rules.draws import HAND_COUNT
from service.rules.points import POINT, Hundredths

QUANTILES: Final = (5, 25, 50, 75, 95)


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


def challenge_odds(contest: ChallengeContest, tuning: Tuning) -> ChallengeOdds:
    """The odds of a challenge, over all hands."""
    by_class = class_totals(contest.actor, tuning)
    totals = Totals.of(by_class)
    if tuning.royal_flush_auto_win:
        decided_by_score = Totals.of(by_class[~ROYAL], HANDS[~ROYAL])
        royals = HAND_COUNT - decided_by_score.all_hands
    else:
        decided_by_score, royals = totals, 0
    threshold = contest.hurdle.threshold
    critical, success, failure = decided_by_score.hands_from(
        threshold + tuning.critical_margin, threshold, threshold + tuning.failure_margin
    )
    return ChallengeOdds(
        degrees={
            Degree.CRITICAL_SUCCESS: critical + royals,
            Degree.SUCCESS: success - critical,
            Degree.FAILURE: failure - success,
            Degree.CRITICAL_FAILURE: decided_by_score.all_hands - failure,
        },
        expected_total=totals.points_of_all() / (HAND_COUNT * POINT),
        quantiles=dict(zip(QUANTILES, totals.quantiles(*QUANTILES), strict=True)),
    )
