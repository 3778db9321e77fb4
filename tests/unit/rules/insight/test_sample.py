"""Resolutions held against their own exact odds."""

from collections import defaultdict

import pytest

from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.contests import prepare
from service.engines.destiny.insight.figures import Decided, Subject, none_decided
from service.engines.destiny.insight.tally import Counts, Name, sample
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import resolve
from service.engines.draws import Hand
from tests.builders.hands import FLUSH, PAIR, TWO_PAIR
from tests.builders.tunings import tuning_with

TUNING = tuning_with()
UNSKILLED = Participant(skills={})


def sampled(action: Action, *hands: Hand) -> dict[Name, int]:
    return sampled_of(action, *hands)[0]


def sampled_of(action: Action, *hands: Hand) -> tuple[dict[Name, int], Decided]:
    counts: Counts = defaultdict(int)
    decided = none_decided()
    contest = prepare(action, TUNING)
    added = sample(action, resolve(contest, hands, TUNING), TUNING, counts, decided)
    assert added == bool(counts) == bool(decided)
    return dict(counts), decided


@pytest.mark.parametrize(("hand", "wins"), [(TWO_PAIR, 1), (PAIR, 0)])
def test_challenge__of_the_unskilled_against_60_points__has_the_chance_of_its_odds(hand: Hand, wins: int) -> None:
    # Two pair make 60 and more, a pair 30 and at most 14: all hands but the high cards and the pairs succeed.
    row = ("sample", "difficulty", "pve", "custom")
    chance = (2_598_960 - 1_302_540 - 1_098_240) / 2_598_960

    assert sampled(Challenge(ActionType.PVE, UNSKILLED, threshold=6_000), hand) == {
        (*row, "contests"): 1,
        (*row, "wins"): wins,
        (*row, "chance"): round(chance * 1e9),
        (*row, "variance"): round(chance * (1 - chance) * 1e9),
    }


@pytest.mark.parametrize(("threshold", "chance"), [(0, 1_000_000_000), (99_999_00, 0)])
def test_challenge__that_is_certain__varies_by_nothing(threshold: int, chance: int) -> None:
    counts = sampled(Challenge(ActionType.PVE, UNSKILLED, threshold=threshold), PAIR)

    assert sorted(counts.values()) == sorted([1, int(chance > 0), chance, 0])


def test_duel__of_equals__is_won_a_little_less_than_half_the_time_as_ties_go_to_the_target() -> None:
    counts = sampled(Duel(UNSKILLED, UNSKILLED), FLUSH, PAIR)
    row = ("sample", "difference", "0")

    assert (counts[*row, "contests"], counts[*row, "wins"]) == (1, 1)
    assert 0.45 < counts[*row, "chance"] / 1e9 < 0.5


def test_gang_war__whose_odds_take_long__is_not_sampled() -> None:
    assert sampled(GangWar((UNSKILLED,), (UNSKILLED,)), FLUSH, PAIR) == {}


@pytest.mark.parametrize(
    ("action", "subject"),
    [
        (Challenge(ActionType.SKILL_CHECK, UNSKILLED, "trivial"), ("skill_check", "trivial")),
        (Challenge(ActionType.PVE, UNSKILLED, threshold=6_000), ("pve", "custom")),
        (Duel(UNSKILLED, UNSKILLED), ("pvp", "")),
    ],
)
def test_sample__of_what_a_revision_decided__is_the_same(action: Action, subject: Subject) -> None:
    counts, decided = sampled_of(action, FLUSH, PAIR) if isinstance(action, Duel) else sampled_of(action, FLUSH)

    assert list(decided) == [subject]
    assert decided[subject][:5] == [0] * 5
    assert decided[subject][5:] == list(counts.values())
