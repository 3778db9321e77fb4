"""The odds of a challenge, against the totals of all 2,598,960 hands."""

from fractions import Fraction

import pytest

from service.engines.destiny.actions import ActionType, Challenge
from service.engines.destiny.contests import ChallengeContest, ChallengeDetails, prepare
from service.engines.destiny.odds.challenge import QUANTILES, challenge_odds, successes
from service.engines.destiny.odds.totals import Totals, class_totals
from service.engines.destiny.outcomes import decide_challenge, score_hand
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Degree, Tuning
from service.engines.draws import HAND_COUNT, hand_at
from service.engines.points import LIMIT
from tests.builders.tunings import tuning_with
from tests.oracle import brute_force
from tests.oracle.contestants import EVERYBODY, GUNSLINGER, RULES
from tests.oracle.every_hand import EveryHand, HandKinds, Integers

THRESHOLDS = (0, 44_00, 124_28, 275_00, 100_000_00)


def _contest(who: str, tuning: Tuning, threshold: int) -> ChallengeContest:
    action = Challenge(ActionType.PVE, EVERYBODY[who], threshold=threshold, location="frontera")
    contest = prepare(action, tuning)
    assert isinstance(contest, ChallengeContest)
    return contest


def _degrees(totals: Integers, kinds: HandKinds, threshold: int, tuning: Tuning) -> list[int]:
    margins = totals - threshold
    royal = (kinds.rank == brute_force.ROYAL) & tuning.royal_flush_auto_win
    critical = royal | (margins >= tuning.critical_margin)
    success = ~critical & (margins >= 0)
    failure = ~critical & ~success & (margins >= tuning.failure_margin)
    counts = [int(kinds.hands[found].sum()) for found in (critical, success, failure)]
    return [*counts, HAND_COUNT - sum(counts)]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("who", EVERYBODY)
def test_challenge_odds__all_hands__are_what_counting_gives(hand_kinds: HandKinds, who: str, rules: str) -> None:
    tuning = tuning_with(**RULES[rules])
    actor = _contest(who, tuning, 0).actor
    totals = brute_force.totals(hand_kinds, actor, tuning)
    counts = brute_force.counted(totals, hand_kinds.hands)
    assert Totals.of(class_totals(actor, tuning)).distinct() == ([*counts], [*counts.values()])
    mean = Fraction(sum(total * hands for total, hands in counts.items()), 100 * HAND_COUNT)

    for threshold in THRESHOLDS:
        odds = challenge_odds(_contest(who, tuning, threshold), tuning)
        assert list(odds.degrees) == list(Degree)
        assert list(odds.degrees.values()) == _degrees(totals, hand_kinds, threshold, tuning)
        assert odds.success == odds.degrees[Degree.CRITICAL_SUCCESS] + odds.degrees[Degree.SUCCESS]
        assert odds.expected_total == float(mean)
        assert odds.quantiles == {percent: _quantile(counts, percent) for percent in QUANTILES}
        assert successes(actor, threshold, tuning) == odds.success
        assert successes(actor, threshold, tuning, critical=True) == odds.degrees[Degree.CRITICAL_SUCCESS]


def _quantile(counts: dict[int, int], percent: int) -> int:
    """The smallest total that at least so many per cent of all hands do not exceed."""
    up_to = 0
    for total, hands in counts.items():
        up_to += hands
        if 100 * up_to >= percent * HAND_COUNT:
            return total
    raise AssertionError(percent)


@pytest.mark.parametrize("threshold_of_hand", [1, 1_299_480, 2_598_959])
def test_challenge_odds__threshold_just_reached__counts_the_exact_match_as_a_success(
    every_hand: EveryHand, threshold_of_hand: int
) -> None:
    tuning = tuning_with()
    totals = brute_force.totals(every_hand.kinds, _contest("gunslinger", tuning, 0).actor, tuning)[every_hand.kind_of]
    threshold = int(totals[threshold_of_hand])

    at, above = (challenge_odds(_contest("gunslinger", tuning, bound), tuning) for bound in (threshold, threshold + 1))
    assert at.success == int((totals >= threshold).sum())
    assert at.success - above.success == int((totals == threshold).sum()) > 0


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("who", EVERYBODY)
def test_brute_force__sample_of_hands__is_what_resolving_gives(every_hand: EveryHand, who: str, rules: str) -> None:
    tuning = tuning_with(**RULES[rules])
    contest = _contest(who, tuning, 124_28)
    sample = range(0, HAND_COUNT, 2_999)
    kinds = every_hand.kind_of[sample]
    totals = brute_force.totals(every_hand.kinds, contest.actor, tuning)[kinds]
    suit_scores = brute_force.suit_scores(every_hand.kinds, contest.actor)[kinds]
    scores = [score_hand(hand_at(index), contest.actor, tuning) for index in sample]

    assert [score.total for score in scores] == totals.tolist()
    assert [score.suit_score for score in scores] == suit_scores.tolist()
    decided = [decide_challenge(score, 124_28, tuning).success for score in scores]
    royal = (every_hand.rank[sample] == brute_force.ROYAL) & tuning.royal_flush_auto_win
    assert decided == (royal | (totals >= 124_28)).tolist()


def test_challenge_odds__crime__is_that_of_its_threshold() -> None:
    tuning = tuning_with()
    robbery = prepare(Challenge(ActionType.PVE, GUNSLINGER, "bank_robbery"), tuning)
    bare = prepare(Challenge(ActionType.PVE, GUNSLINGER, threshold=275_00), tuning)

    assert isinstance(robbery, ChallengeContest)
    assert isinstance(bare, ChallengeContest)
    assert challenge_odds(robbery, tuning) == challenge_odds(bare, tuning)


def test_challenge_odds__strongest_there_can_be__fits_the_integers() -> None:
    # A thousand skills, items and effects, each at the limit: no participant can bring more to a suit.
    bonus = 3_000 * LIMIT
    # Five cards always bring five bonuses, so what a hand adds to them is its base score.
    straight = 5 * bonus + 150_00
    contest = ChallengeContest(ActionType.PVE, Strength((bonus,) * 4), ChallengeDetails("custom", "custom", straight))
    odds = challenge_odds(contest, tuning_with(critical_margin=25))
    plain = challenge_odds(contest._replace(actor=Strength()), tuning_with())

    assert odds.degrees[Degree.CRITICAL_SUCCESS] == 4 + 36 + 624 + 3_744 + 5_108
    assert odds.degrees[Degree.SUCCESS] == 10_200
    assert odds.quantiles == {percent: 5 * bonus + total for percent, total in plain.quantiles.items()}
    assert odds.expected_total == pytest.approx(5 * bonus / 100 + plain.expected_total, rel=1e-15)
