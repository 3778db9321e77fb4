"""What one resolution adds to the counts."""

from collections import defaultdict
from collections.abc import Sequence

import pytest

from service.engines.cards import SUITS
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar
from service.engines.destiny.contests import prepare
from service.engines.destiny.insight.figures import Decided, none_decided
from service.engines.destiny.insight.tally import Counts, Name, level_of, tally
from service.engines.destiny.participants import Participant
from service.engines.destiny.resolution import resolve
from service.engines.draws import Hand
from tests.builders.hands import FLUSH, HIGH_CARD, PAIR, STRAIGHT
from tests.builders.tunings import tuning_with

TUNING = tuning_with(skill_curve="published")
UNSKILLED = Participant(skills={})
THIEF = Participant(skills={"stealth": 40, "brawling": 12})
VETERAN = Participant(npc="veteran")
STRANGER = Participant(suit_bonuses=(-500, 0, 999, 1000))


def counted(action: Action, *hands: Hand) -> Counts:
    return tallied((action, hands))[0]


def tallied(*resolved: tuple[Action, Sequence[Hand]]) -> tuple[Counts, Decided]:
    counts: Counts = defaultdict(int)
    decided = none_decided()
    for action, hands in resolved:
        tally(action, resolve(prepare(action, TUNING), hands, TUNING), TUNING, counts, decided)
    return counts, decided


def under(counts: Counts, *words: str) -> dict[Name, int]:
    return {name[len(words) :]: number for name, number in counts.items() if name[: len(words)] == words}


@pytest.mark.parametrize(
    ("participant", "level"),
    [(THIEF, 40), (UNSKILLED, 0), (VETERAN, 35), (STRANGER, None), (Participant(suit_bonuses=(0, 0, 0, 0)), None)],
)
def test_level__of_a_participant__is_the_highest_skill_or_the_npcs(participant: Participant, level: int | None) -> None:
    assert level_of(participant, TUNING) == level


@pytest.mark.parametrize(
    ("action", "degree", "name"),
    [
        (Challenge(ActionType.PVE, UNSKILLED, "burglary"), "critical_failure", ("pve", "medium")),
        (Challenge(ActionType.SKILL_CHECK, UNSKILLED, "trivial"), "failure", ("skill_check", "trivial")),
        (Challenge(ActionType.PVE, UNSKILLED, threshold=4_400), "success", ("pve", "custom")),
    ],
)
def test_challenge__of_a_difficulty__counts_there_by_its_degree(
    action: Challenge, degree: str, name: tuple[str, str]
) -> None:
    counts = counted(action, PAIR)

    assert under(counts, "difficulty") == {(*name, degree): 1}
    won = "won" if degree == "success" else "lost"
    assert under(counts, "hand_rank") == {(name[0], "pair", won): 1}


def test_challenges__of_one_difficulty__add_their_thresholds_up() -> None:
    crimes = [Challenge(ActionType.PVE, UNSKILLED, crime) for crime in ("burglary", "stagecoach_robbery")]
    counts, _ = tallied(*((crime, [PAIR]) for crime in crimes))

    assert under(counts, "threshold") == {("difficulty", "pve", "medium"): 35_000}


@pytest.mark.parametrize(
    ("actor", "target", "label"),
    [
        (40, 40, "0"),
        (49, 40, "0"),
        (50, 40, "10"),
        (39, 40, "-10"),
        (30, 40, "-10"),
        (29, 40, "-20"),
        (100, 1, "90"),
        (1, 100, "-100"),
    ],
)
def test_duel__of_known_levels__counts_by_their_difference_in_tens(actor: int, target: int, label: str) -> None:
    duel = Duel(Participant(skills={"mining": actor}), Participant(skills={"mining": target}))

    assert under(counted(duel, HIGH_CARD, FLUSH), "difference") == {(label, "lost"): 1}


@pytest.mark.parametrize("duel", [Duel(STRANGER, VETERAN), Duel(THIEF, STRANGER), Duel(STRANGER, STRANGER)])
def test_duel__where_a_level_is_not_known__counts_as_unknown(duel: Duel) -> None:
    assert {name[0] for name in under(counted(duel, FLUSH, PAIR), "difference")} == {"unknown"}


def test_duel__both_hands__count_for_the_side_that_holds_them() -> None:
    counts = counted(Duel(THIEF, UNSKILLED), FLUSH, PAIR)

    assert under(counts, "difference") == {("40", "won"): 1}
    assert under(counts, "hand_rank") == {("pvp", "flush", "won"): 1, ("pvp", "pair", "lost"): 1}


def test_gang_war__every_hand__counts_for_its_gang() -> None:
    counts = counted(GangWar((UNSKILLED, UNSKILLED), (UNSKILLED,)), PAIR, HIGH_CARD, STRAIGHT)

    assert under(counts, "gang_war") == {("lost",): 1}
    assert under(counts, "hand_rank") == {
        ("gang_war", "pair", "lost"): 1,
        ("gang_war", "high_card", "lost"): 1,
        ("gang_war", "straight", "won"): 1,
    }


def test_suit_bonuses__of_every_participant_but_npcs__count_with_all_that_is_added_to_them() -> None:
    counts = counted(Duel(STRANGER, VETERAN, location="frontera"), FLUSH, PAIR)

    # Frontera gives spades 8 and clubs 3.
    assert under(counts, "suit") == {
        ("spades", "1"): 1,
        ("hearts", "0"): 1,
        ("clubs", "1000"): 1,
        ("diamonds", "1000"): 1,
    }
    assert under(counts, "suit_points") == {("spades",): 300, ("clubs",): 1299, ("diamonds",): 1000}


@pytest.mark.parametrize(
    ("bonus", "bar"),
    [
        (-1, "below_0"),
        (0, "0"),
        (1, "1"),
        (999, "1"),
        (1000, "1000"),
        (1999, "1000"),
        (2000, "2000"),
        (3999, "2000"),
        (4000, "4000"),
        (7999, "4000"),
        (8000, "8000"),
        (15999, "8000"),
        (16000, "16000"),
        (9_999_999, "16000"),
    ],
)
def test_suit_bonus__at_the_edge_of_a_bar__counts_in_the_right_one(bonus: int, bar: str) -> None:
    counts = counted(Challenge(ActionType.PVE, Participant(suit_bonuses=(bonus,) * 4), threshold=0), PAIR)

    assert under(counts, "suit") == {(suit.value, bar): 1 for suit in SUITS}


def test_decided__challenges__are_by_name_with_degrees_and_thresholds() -> None:
    _, decided = tallied(
        (Challenge(ActionType.PVE, UNSKILLED, "burglary"), [PAIR]),
        (Challenge(ActionType.PVE, UNSKILLED, "burglary"), [FLUSH]),
        (Challenge(ActionType.PVE, UNSKILLED, "stagecoach_robbery"), [PAIR]),
        (Challenge(ActionType.SKILL_CHECK, UNSKILLED, "trivial"), [PAIR]),
        (Challenge(ActionType.PVE, UNSKILLED, threshold=4_400), [PAIR]),
    )

    assert {subject: figures[:5] for subject, figures in decided.items()} == {
        ("pve", "burglary"): [0, 1, 0, 1, 30_000],
        ("pve", "stagecoach_robbery"): [0, 0, 0, 1, 20_000],
        ("skill_check", "trivial"): [0, 0, 1, 0, 5_000],
        ("pve", "custom"): [0, 1, 0, 0, 4_400],
    }
    assert {sum(figures[5:]) for figures in decided.values()} == {0}


def test_decided__duels_and_gang_wars__are_won_or_lost() -> None:
    _, decided = tallied(
        (Duel(UNSKILLED, UNSKILLED), [FLUSH, PAIR]),
        (Duel(THIEF, UNSKILLED), [FLUSH, PAIR]),
        (Duel(UNSKILLED, UNSKILLED), [PAIR, FLUSH]),
        (GangWar((UNSKILLED,), (UNSKILLED,)), [PAIR, FLUSH]),
    )

    assert dict(decided) == {("pvp", ""): [0, 2, 1, 0, 0, 0, 0, 0, 0], ("gang_war", ""): [0, 0, 1, 0, 0, 0, 0, 0, 0]}
