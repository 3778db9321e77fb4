"""Who wins a duel, and what decided it (rulings A8, A9 and A11)."""

from typing import Any

import pytest

from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.outcomes import DecidedBy, DuelOutcome, decide_duel, score_hand
from service.engines.destiny.participants import Strength
from service.engines.draws import Hand
from tests.builders import hands
from tests.builders.hands import hand
from tests.builders.tunings import tuning_with

NOTHING = Strength()


def flat(points: int) -> Strength:
    return Strength(modifiers=(Modifier("test", points),))


def duel(
    actor: Hand, target: Hand, actor_has: Strength = NOTHING, target_has: Strength = NOTHING, **changes: Any
) -> DuelOutcome:
    tuning = tuning_with(**changes)
    return decide_duel(score_hand(actor, actor_has, tuning), score_hand(target, target_has, tuning), tuning)


def test_duel__higher_total__wins() -> None:
    assert duel(hands.FLUSH, hands.STRAIGHT) == DuelOutcome(first_wins=True, margin=2_500, decided_by=DecidedBy.SCORE)
    assert duel(hands.STRAIGHT, hands.FLUSH) == DuelOutcome(first_wins=False, margin=-2_500, decided_by=DecidedBy.SCORE)


def test_duel__a_hundredth_more__is_enough() -> None:
    assert duel(hands.STRAIGHT, hands.WHEEL, flat(1)).first_wins


@pytest.mark.parametrize(("tie_favors_defender", "first_wins"), [(True, False), (False, True)])
def test_duel__equal_totals__go_by_the_tie_rule(tie_favors_defender: bool, first_wins: bool) -> None:  # noqa: FBT001
    decided = duel(hands.STRAIGHT, hands.WHEEL, tie_favors_defender=tie_favors_defender)

    assert decided == DuelOutcome(first_wins=first_wins, margin=0, decided_by=DecidedBy.TIE)


def test_duel__both_floored_to_zero__tie() -> None:
    assert duel(hands.PAIR, hands.FLUSH, flat(-50_000), flat(-40_000)).decided_by is DecidedBy.TIE


def test_duel__margin__is_of_the_floored_totals() -> None:
    assert duel(hands.PAIR, hands.STRAIGHT, flat(-50_000)).margin == -15_000


def test_identical_hands__in_any_order__are_decided_by_suit_scores_alone() -> None:
    reordered = hands.PAIR[::-1]
    decided = duel(hands.PAIR, reordered, Strength((0, 100, 0, 0)), Strength((0, 99, 0, 0), flat(50_000).modifiers))

    assert decided == DuelOutcome(first_wins=True, margin=1 - 50_000, decided_by=DecidedBy.IDENTICAL_HANDS)


def test_identical_hands__negative_suit_scores__are_compared_without_a_floor() -> None:
    worse, bad = Strength((-90_000, 0, 0, 0)), Strength((-80_000, 0, 0, 0))
    decided = duel(hands.ROYAL_FLUSH, hands.ROYAL_FLUSH, bad, worse)

    assert decided == DuelOutcome(first_wins=True, margin=0, decided_by=DecidedBy.IDENTICAL_HANDS)


@pytest.mark.parametrize(("tie_favors_defender", "first_wins"), [(True, False), (False, True)])
def test_identical_hands__equal_suit_scores__go_by_the_tie_rule(
    tie_favors_defender: bool,  # noqa: FBT001
    first_wins: bool,  # noqa: FBT001
) -> None:
    decided = duel(hands.PAIR, hands.PAIR, flat(500), tie_favors_defender=tie_favors_defender)

    assert decided == DuelOutcome(first_wins=first_wins, margin=500, decided_by=DecidedBy.IDENTICAL_HANDS)


def test_identical_hands__same_class_of_other_cards__are_not_identical() -> None:
    # The lowest two cards of a high card count only by their suits.
    assert duel(hand("A♠ K♦ 7♣ 5♥ 2♠"), hand("A♠ K♦ 7♣ 5♥ 3♠")).decided_by is DecidedBy.TIE


@pytest.mark.parametrize("royal_first", [True, False])
def test_royal_flush__only_one_and_rule_on__wins_against_any_score(royal_first: bool) -> None:  # noqa: FBT001
    sides = (hands.ROYAL_FLUSH, hands.PAIR) if royal_first else (hands.PAIR, hands.ROYAL_FLUSH)
    strengths = (Strength(), flat(90_000)) if royal_first else (flat(90_000), Strength())
    decided = duel(*sides, *strengths, royal_flush_auto_win=True)

    assert (decided.first_wins, decided.decided_by, decided.critical) == (royal_first, DecidedBy.ROYAL_FLUSH, True)


def test_royal_flush__rule_off__loses_to_a_higher_total() -> None:
    decided = duel(hands.ROYAL_FLUSH, hands.PAIR, target_has=flat(90_000))

    assert (decided.first_wins, decided.decided_by, decided.critical) == (False, DecidedBy.SCORE, False)


def test_royal_flush__two_and_rule_on__fall_back_to_the_score() -> None:
    decided = duel(hands.ROYAL_FLUSH, hands.ROYAL_HEARTS, flat(1), royal_flush_auto_win=True)

    assert (decided.first_wins, decided.decided_by, decided.critical) == (True, DecidedBy.SCORE, False)


def test_royal_flush__two_equal_and_rule_on__fall_back_to_the_tie_rule() -> None:
    decided = duel(hands.ROYAL_FLUSH, hands.ROYAL_HEARTS, royal_flush_auto_win=True)

    assert (decided.first_wins, decided.decided_by) == (False, DecidedBy.TIE)


def test_royal_flush__same_one_twice_and_rule_on__are_identical_hands() -> None:
    decided = duel(hands.ROYAL_FLUSH, hands.ROYAL_FLUSH, flat(1), royal_flush_auto_win=True)

    assert (decided.first_wins, decided.decided_by) == (False, DecidedBy.IDENTICAL_HANDS)
