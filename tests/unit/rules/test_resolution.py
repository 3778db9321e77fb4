"""Contests and hands to resolutions: whose hand is whose, and what is rounded."""

import pytest

from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.contests import prepare
from service.engines.destiny.outcomes import DecidedBy
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import (
    ChallengeResolution,
    DuelResolution,
    GangWarResolution,
    Resolution,
    hands_needed,
    resolve,
)
from service.engines.destiny.tuning import GangMethod
from service.engines.draws import Hand
from tests.builders import hands
from tests.builders.tunings import tuning_with

TUNING = tuning_with()
UNSKILLED = Participant(skills={})
ELITE = Participant(npc="elite")


def resolved(action: Action, *drawn: Hand) -> Resolution:
    return resolve(prepare(action, TUNING), drawn, TUNING)


@pytest.mark.parametrize(
    ("action", "number"),
    [
        (Challenge(ActionType.PVE, UNSKILLED, "burglary"), 1),
        (Duel(UNSKILLED, ELITE), 2),
        (GangWar((UNSKILLED,) * 3, (ELITE,) * 4), 7),
    ],
)
def test_hands_needed__each_action__is_one_a_participant(action: Action, number: int) -> None:
    assert hands_needed(prepare(action, TUNING)) == number


def test_challenge__resolved__keeps_its_hurdle() -> None:
    resolution = resolved(Challenge(ActionType.PVE, UNSKILLED, "burglary"), hands.STRAIGHT)

    assert isinstance(resolution, ChallengeResolution)
    assert resolution.contest.challenge.name == "burglary"
    assert (resolution.actor.hand, resolution.actor.total, resolution.outcome.margin) == (hands.STRAIGHT, 15_000, 0)


def test_duel__resolved__deals_the_actor_first() -> None:
    resolution = resolved(Duel(UNSKILLED, ELITE, defense_bonus=100), hands.FLUSH, hands.STRAIGHT)

    assert isinstance(resolution, DuelResolution)
    assert (resolution.actor.hand, resolution.actor.total) == (hands.FLUSH, 17_500)
    assert (resolution.target.hand, resolution.target.total) == (hands.STRAIGHT, 15_000 + 5 * 4_549 + 100)
    assert resolution.outcome.margin == 17_500 - 15_000 - 5 * 4_549 - 100


def test_gang_war__resolved__deals_the_attackers_first() -> None:
    war = GangWar((UNSKILLED, ELITE), (UNSKILLED,), defense_bonus=100)
    resolution = resolved(war, hands.PAIR, hands.STRAIGHT, hands.FLUSH)

    assert isinstance(resolution, GangWarResolution)
    assert [score.hand for score in resolution.attackers.participants] == [hands.PAIR, hands.STRAIGHT]
    assert [score.total for score in resolution.attackers.participants] == [4_400, 15_000 + 5 * 4_549]
    assert [score.total for score in resolution.defenders.participants] == [17_600]


def test_gang_war__score_and_margin__are_each_rounded_half_up_from_the_exact_value() -> None:
    # The attackers' mean is 44.005: shown as 44.01, and the lead of 0.005 as 0.01.
    luckier = Participant(suit_bonuses=(0, 0, 0, 1))
    resolution = resolved(GangWar((luckier, UNSKILLED), (UNSKILLED,)), *[hands.PAIR] * 3)

    assert isinstance(resolution, GangWarResolution)
    assert (resolution.attackers.score, resolution.defenders.score) == (4_401, 4_400)
    assert resolution.outcome.margin == 1


def test_gang_war__best_three__leaves_the_others_out() -> None:
    war = GangWar((UNSKILLED,) * 4, (UNSKILLED,), GangMethod.BEST_THREE)
    resolution = resolved(war, hands.PAIR, hands.FLUSH, hands.STRAIGHT, hands.FULL_HOUSE, hands.FLUSH)

    assert isinstance(resolution, GangWarResolution)
    assert resolution.attackers.score == 18_333
    assert len(resolution.attackers.participants) == 4
    assert resolution.outcome.first_wins


def test_gang_war__royal_flush_and_identical_hands__have_no_rule_of_their_own() -> None:
    tuning = tuning_with(royal_flush_auto_win=True)
    war = GangWar((UNSKILLED,), (ELITE,))

    royal = resolve(prepare(war, tuning), (hands.ROYAL_FLUSH, hands.STRAIGHT_FLUSH), tuning)
    assert isinstance(royal, GangWarResolution)
    assert (royal.outcome.first_wins, royal.outcome.decided_by) == (False, DecidedBy.SCORE)
    same = resolve(prepare(war, tuning), (hands.PAIR, hands.PAIR), tuning)
    assert isinstance(same, GangWarResolution)
    assert same.outcome.decided_by is DecidedBy.SCORE
