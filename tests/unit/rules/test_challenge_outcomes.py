"""How an action against a threshold went (rulings A7 and A9)."""

from typing import Any

import pytest

from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.outcomes import (
    ChallengeOutcome,
    DecidedBy,
    Penalty,
    decide_challenge,
    degree_of,
    score_hand,
)
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Degree
from service.engines.draws import Hand
from tests.builders import hands
from tests.builders.tunings import tuning_with

TUNING = tuning_with()


def outcome(cards: Hand, threshold: int, flat: int = 0, **changes: Any) -> ChallengeOutcome:
    tuning = tuning_with(**changes)
    strength = Strength(modifiers=(Modifier("test", flat),))
    return decide_challenge(score_hand(cards, strength, tuning), threshold, tuning)


@pytest.mark.parametrize(
    ("margin", "degree"),
    [
        (10_001, Degree.CRITICAL_SUCCESS),
        (10_000, Degree.CRITICAL_SUCCESS),
        (9_999, Degree.SUCCESS),
        (0, Degree.SUCCESS),
        (-1, Degree.FAILURE),
        (-5_000, Degree.FAILURE),
        (-5_001, Degree.CRITICAL_FAILURE),
    ],
)
def test_degree__at_each_boundary__changes_by_a_hundredth(margin: int, degree: Degree) -> None:
    assert degree_of(margin, TUNING) is degree


def test_degree__no_critical_margin__leaves_no_plain_success() -> None:
    assert degree_of(0, tuning_with(critical_margin=0)) is Degree.CRITICAL_SUCCESS


def test_degree__no_failure_margin__leaves_no_plain_failure() -> None:
    assert degree_of(-1, tuning_with(failure_margin=0)) is Degree.CRITICAL_FAILURE


def test_challenge__total_on_the_threshold__is_a_success() -> None:
    exact = outcome(hands.HIGH_CARD, 3_400)

    assert exact == ChallengeOutcome(Degree.SUCCESS, 0, DecidedBy.SCORE, 1_000_000)
    assert exact.success


def test_challenge__total_a_hundredth_short__is_a_failure() -> None:
    short = outcome(hands.HIGH_CARD, 3_401)

    assert (short.success, short.degree, short.margin) == (False, Degree.FAILURE, -1)


@pytest.mark.parametrize(
    ("threshold", "degree", "multiplier", "penalty"),
    [
        (5_000, Degree.CRITICAL_SUCCESS, 2_000_000, Penalty.NONE),
        (15_000, Degree.SUCCESS, 1_000_000, Penalty.NONE),
        (20_000, Degree.FAILURE, 0, Penalty.MINOR),
        (20_001, Degree.CRITICAL_FAILURE, 0, Penalty.MAJOR),
    ],
)
def test_challenge__each_degree__has_its_reward_and_penalty(
    threshold: int, degree: Degree, multiplier: int, penalty: Penalty
) -> None:
    decided = outcome(hands.STRAIGHT, threshold)

    assert (decided.degree, decided.reward_multiplier, decided.penalty) == (degree, multiplier, penalty)


def test_challenge__reward_multipliers_tuned__follow() -> None:
    assert outcome(hands.STRAIGHT, 20_000, reward_multipliers={"failure": 0.25}).reward_multiplier == 250_000


def test_challenge__floored_total__gives_the_margin_after_the_floor() -> None:
    assert outcome(hands.HIGH_CARD, 1_000, flat=-10_000).margin == -1_000


def test_challenge__threshold_zero__cannot_fail() -> None:
    assert outcome(hands.HIGH_CARD, 0, flat=-10_000).degree is Degree.SUCCESS


def test_royal_flush__rule_off__counts_by_its_score() -> None:
    decided = outcome(hands.ROYAL_FLUSH, 100_000)

    assert (decided.degree, decided.decided_by) == (Degree.CRITICAL_FAILURE, DecidedBy.SCORE)


def test_royal_flush__rule_on__is_a_critical_success_whatever_the_score() -> None:
    decided = outcome(hands.ROYAL_FLUSH, 100_000, royal_flush_auto_win=True)

    assert decided == ChallengeOutcome(Degree.CRITICAL_SUCCESS, -50_000, DecidedBy.ROYAL_FLUSH, 2_000_000)


def test_royal_flush__rule_on_and_another_hand__changes_nothing() -> None:
    decided = outcome(hands.STRAIGHT_FLUSH, 100_000, royal_flush_auto_win=True)

    assert (decided.degree, decided.decided_by) == (Degree.CRITICAL_FAILURE, DecidedBy.SCORE)
