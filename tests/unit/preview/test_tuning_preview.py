"""The figures of a preview are those that the odds of each single action give, under either tuning."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.cards import SUITS
from service.engines.destiny.actions import ActionType, Challenge, Duel
from service.engines.destiny.contests import ChallengeContest, DuelContest, prepare
from service.engines.destiny.hands import HAND_RANKS
from service.engines.destiny.odds.challenge import ChallengeOdds, challenge_odds
from service.engines.destiny.odds.duel import DuelOdds, DuelSide, duel_odds
from service.engines.destiny.odds.duels import Duels
from service.engines.destiny.participants import Participant
from service.engines.destiny.preview.comparisons import (
    ChallengeChances,
    Comparison,
    PreviewChange,
    Sides,
    View,
    compare_duels,
    on_each_side,
)
from service.engines.destiny.preview.reference_characters import GivenCharacter, assemble
from service.engines.destiny.preview.tuning_preview import Interest, TuningPreview, preview_change
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.engines.points import POINT
from tests.builders.tunings import tuning_with
from tests.strategies import bounded

SHIPPED = tuning_with()
ADA = GivenCharacter("ada", Participant(skills={"stealth": 40, "tracking": 31}, items=("lucky_ace_charm",)))
GUS = GivenCharacter("gus", Participant(suit_bonuses=(-500, 0, 2_025, 0), effects=("poisoned",)))
INTEREST = Interest((ADA, GUS), "frontera")
PLACES = {PreviewChange.ADDED: 0, PreviewChange.REMOVED: 0, PreviewChange.MOVED: 1, PreviewChange.NONE: 2}
"""Where rows are listed, by what the change does to them."""

points = st.integers(-50, 500)
thresholds = st.integers(0, 60_000).map(lambda hundredths: hundredths / 100)
crime = st.fixed_dictionaries({"difficulty": st.just("odd"), "threshold": thresholds, "energy_cost": st.just(1)})
npc = st.fixed_dictionaries({"avg_skill_level": st.integers(1, 100), "avg_suit_bonus": st.integers(-10, 90)})
suits = st.lists(st.sampled_from(SUITS).map(str), min_size=1, max_size=2, unique=True)
patches: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "hand_rank_scores": st.dictionaries(st.sampled_from(HAND_RANKS).map(str), points, max_size=2),
        "skill_curve": st.sampled_from(["formula", "published"]),
        "skill_linear_coefficient": st.sampled_from([0, 0.5, 0.8]),
        "max_skill_level": st.integers(40, 100),
        "critical_margin": st.integers(0, 150),
        "failure_margin": st.integers(-100, 0),
        "tie_favors_defender": st.booleans(),
        "royal_flush_auto_win": st.booleans(),
        "skills": st.dictionaries(st.sampled_from(["charisma", "mining", "juggling"]), suits, max_size=1),
        "crimes": st.dictionaries(st.sampled_from(["burglary", "jaywalking"]), crime | st.none(), max_size=2),
        "skill_checks": st.dictionaries(st.sampled_from(["easy", "hard"]), st.none(), max_size=1),
        "npcs": st.dictionaries(st.sampled_from(["rookie", "bandit"]), npc | st.none(), max_size=2),
        "items": st.just({"lucky_ace_charm": {"flat": 40}}),
        "effects": st.just({"poisoned": None}),
        "locations": st.just({"frontera": {"suits": {"hearts": 3}}}),
    },
)


def someone(name: str, tuning: Tuning) -> Participant | None:
    """The character of this name under a tuning, as docs/designers/preview.md defines it."""
    if name in ("given:ada", "given:gus"):
        who = {"given:ada": ADA, "given:gus": GUS}[name].participant
        effects = tuple(effect for effect in who.effects if effect in tuning.effects)
        return Participant(who.skills, who.suit_bonuses, items=who.items, effects=effects)
    if name.startswith("npc:"):
        return Participant(npc=name[4:]) if name[4:] in tuning.npcs else None
    numbers = {suit: sum(suit in of for of in tuning.skills.values()) for suit in SUITS}
    favourite = next(suit for suit in SUITS if numbers[suit] == max(numbers.values()))
    tenth, half = (tuning.max_skill_level + 9) // 10, (tuning.max_skill_level + 1) // 2
    levels = {
        "unskilled": {},
        "generalist": dict.fromkeys(tuning.skills, tenth),
        "specialist": {skill: half for skill, of in tuning.skills.items() if favourite in of},
    }
    return Participant(skills=levels[name])


def challenge(who: Participant | None, action_type: ActionType, name: str, tuning: Tuning) -> ChallengeOdds | None:
    known = tuning.crimes if action_type is ActionType.PVE else tuning.skill_checks
    if who is None or name not in known:
        return None
    contest = prepare(Challenge(action_type, who, name, location="frontera"), tuning)
    assert isinstance(contest, ChallengeContest)
    return challenge_odds(contest, tuning)


def duel(actor: Participant | None, target: Participant | None, tuning: Tuning) -> DuelOdds | None:
    if actor is None or target is None:
        return None
    contest = prepare(Duel(actor, target, location="frontera"), tuning)
    assert isinstance(contest, DuelContest)
    return duel_odds(contest, tuning)


@cache
def shipped_challenge(who: str, action_type: ActionType, name: str) -> ChallengeOdds | None:
    """The odds as they are before any change; each change is compared with the same."""
    return challenge(someone(who, SHIPPED), action_type, name, SHIPPED)


@cache
def shipped_duel(actor: str, target: str) -> DuelOdds | None:
    return duel(someone(actor, SHIPPED), someone(target, SHIPPED), SHIPPED)


def check_challenges(found: TuningPreview, tunings: Sides[Tuning]) -> None:
    names = {
        **{(ActionType.PVE, name): 0 for tuning in tunings for name in tuning.crimes},
        **{(ActionType.SKILL_CHECK, name): 0 for tuning in tunings for name in tuning.skill_checks},
    }
    expected = {
        (one.name, *name): [
            shipped_challenge(one.name, *name)
            if tuning is SHIPPED
            else challenge(someone(one.name, tuning), *name, tuning)
            for tuning in tunings
        ]
        for one in found.characters
        for name in names
    }
    there = {row: odds for row, odds in expected.items() if odds != [None, None]}
    assert {(row.character, row.action_type, row.name) for row in found.challenges.rows} == there.keys()
    assert len(there) == len(found.challenges.rows) == found.challenges.compared
    for row in found.challenges.rows:
        for odds, chances in zip(there[row.character, row.action_type, row.name], row.chances, strict=True):
            assert (odds and list(odds.degrees.values())) == (chances and chances.degrees)


def check_duels(found: TuningPreview, tunings: Sides[Tuning]) -> None:
    pairs = combinations([one.name for one in found.characters], 2)
    expected = {
        (actor, target): [
            shipped_duel(actor, target)
            if tuning is SHIPPED
            else duel(someone(actor, tuning), someone(target, tuning), tuning)
            for tuning in tunings
        ]
        for actor, target in pairs
    }
    there = {pair: odds for pair, odds in expected.items() if odds != [None, None]}
    assert {(row.actor, row.target): list(row.chances) for row in found.duels.rows} == there
    assert len(there) == len(found.duels.rows) == found.duels.compared


@bounded
@given(patches)
def test_preview__any_small_change__has_the_figures_of_the_odds_on_both_sides(patch: dict[str, Any]) -> None:
    tunings = Sides(SHIPPED, tuning_with(**patch))

    found = preview_change(tunings, INTEREST)

    check_challenges(found, tunings)
    check_duels(found, tunings)


def check_order(found: Comparison[Any], figures: Callable[[Any], list[int]]) -> None:
    changes = [row.chances.change for row in found.rows]
    assert changes == sorted(changes, key=PLACES.__getitem__)
    assert (found.added, found.removed) == (changes.count(PreviewChange.ADDED), changes.count(PreviewChange.REMOVED))
    both = [row.chances for row in found.rows if row.chances.before and row.chances.after]
    moves = [
        max(abs(new - old) for old, new in zip(figures(chances.before), figures(chances.after), strict=True))
        for chances in both
    ]
    assert moves == sorted(moves, reverse=True)
    assert found.largest_move == moves[0]
    assert found.moved == changes.count(PreviewChange.MOVED) == sum(move > 0 for move in moves)


def figures_of_challenge(chances: ChallengeChances) -> list[int]:
    critical, success, *failures = chances.degrees
    return [critical + success, critical, success, *failures]


def figures_of_duel(odds: DuelOdds) -> list[int]:
    return [odds.actor_wins, odds.target_wins, odds.tied_totals]


@bounded
@given(patches)
def test_preview__any_small_change__shows_first_what_it_does_most_to(patch: dict[str, Any]) -> None:
    found = preview_change(Sides(SHIPPED, tuning_with(**patch)), INTEREST)

    check_order(found.challenges, figures_of_challenge)
    check_order(found.duels, figures_of_duel)


def test_preview__no_change__moves_nothing() -> None:
    found = preview_change(Sides(SHIPPED, tuning_with()), INTEREST)

    assert {row.standings.change for row in found.characters} == {PreviewChange.NONE}
    assert {row.chances.change for row in found.challenges.rows} == {PreviewChange.NONE}
    assert {row.chances.change for row in found.duels.rows} == {PreviewChange.NONE}
    assert (found.challenges.compared, found.challenges.moved, found.challenges.largest_move) == (10 * 13, 0, 0)
    assert (found.duels.compared, found.duels.moved, found.duels.largest_move) == (45, 0, 0)


def test_preview__only_the_changed_rows__leaves_the_others_out() -> None:
    tunings = Sides(SHIPPED, tuning_with(crimes={"bank_robbery": {"threshold": 250}}))

    found = preview_change(tunings, Interest(view=View(only_changed=True)))

    assert {row.name for row in found.challenges.rows} == {"bank_robbery"}
    # No hand of the unskilled is worth 200 to 224, 250 to 274 or 350 to 374 points: the bank is as far off as ever.
    assert "unskilled" not in {row.character for row in found.challenges.rows}
    assert found.challenges.left_out == 104 - len(found.challenges.rows)
    assert found.duels.rows == []
    assert found.duels.left_out == 28


def test_preview__removed_npc_and_added_crime__never_meet() -> None:
    jaywalking = {"difficulty": "easy", "threshold": 50, "energy_cost": 1}
    tunings = Sides(SHIPPED, tuning_with(npcs={"rookie": None}, crimes={"jaywalking": jaywalking}))

    rows = preview_change(tunings, Interest()).challenges.rows

    assert len([row for row in rows if row.name == "jaywalking"]) == 7
    assert len([row for row in rows if row.character == "npc:rookie"]) == 13
    assert {row.chances.change for row in rows} == {PreviewChange.ADDED, PreviewChange.REMOVED, PreviewChange.NONE}


def test_preview__neither_crimes_nor_checks_nor_npcs__still_has_duels() -> None:
    parts = ("crimes", "skill_checks", "npcs")
    empty = tuning_with(**{part: dict.fromkeys(getattr(SHIPPED, part)) for part in parts})

    found = preview_change(Sides(empty, empty), Interest())
    filled = preview_change(Sides(empty, SHIPPED), Interest())

    assert (found.challenges.rows, found.challenges.compared) == ([], 0)
    assert len(found.duels.rows) == 3
    assert (filled.challenges.added, filled.challenges.compared) == (104, 104)
    assert (filled.duels.added, filled.duels.compared) == (25, 28)


def test_preview__largest_catalogue__shows_as_many_rows_as_are_wanted_and_counts_the_rest() -> None:
    crimes = {f"crime_{n}": {"difficulty": "odd", "threshold": n, "energy_cost": 0} for n in range(993)}
    checks = {f"check_{n}": {"context": "odd", "threshold": n} for n in range(994)}
    npcs = {f"npc_{n}": {"avg_skill_level": 1, "avg_suit_bonus": n} for n in range(995)}
    parts: dict[str, Any] = {"crimes": crimes, "skill_checks": checks, "npcs": npcs}
    given_characters = [GivenCharacter(str(n), ADA.participant) for n in range(20)]

    found = preview_change(
        Sides(tuning_with(**parts), tuning_with(**parts, critical_margin=90)), Interest(given_characters)
    )

    assert len(found.characters) == 3 + 20 + 5
    assert found.left_out_npcs == 995
    assert (len(found.challenges.rows), found.challenges.compared) == (1000, 28 * 2000)
    assert found.challenges.left_out == 28 * 2000 - 1000
    assert (len(found.duels.rows), found.duels.left_out) == (28 * 27 // 2, 0)


def test_character__in_a_preview__has_the_expected_total_of_its_odds() -> None:
    tunings = Sides(SHIPPED, tuning_with(hand_rank_scores={"pair": 45}))

    for one in preview_change(tunings, INTEREST).characters:
        for standing, tuning in zip(one.standings, tunings, strict=True):
            odds = challenge(someone(one.name, tuning), ActionType.PVE, "burglary", tuning)
            assert odds
            assert standing
            assert standing.points_of_all / (HAND_COUNT * POINT) == odds.expected_total
        assert one.standings.change is PreviewChange.MOVED


@pytest.mark.parametrize(
    ("values", "view", "counted"),
    [
        ({"crimes": {"burglary": {"threshold": 0}}}, View(only_changed=True), 0),
        ({"crimes": {"burglary": {"threshold": 0}}}, View(limit=3), 3),
        ({"npcs": {"rookie": {"avg_suit_bonus": 50}}}, View(only_changed=True), 7 + 7),
        ({"tie_favors_defender": False}, View(only_changed=True), 28 + 28),
    ],
)
def test_duels__of_characters_that_stay_as_they_are__are_not_counted_if_they_cannot_move(
    values: dict[str, Any], view: View, counted: int
) -> None:
    """Eight reference characters meet in 28 duels, seven of them with the rookie."""
    tunings = Sides(SHIPPED, tuning_with(**values))
    reference = assemble(tunings, (), None)
    counts: list[DuelOdds | None] = []

    class Counting(Duels):
        def odds(self, actor: int, target: int) -> DuelOdds | None:
            counts.append(super().odds(actor, target))
            return counts[-1]

    duels = on_each_side(
        lambda strengths, tuning: Counting([DuelSide.of(strength, tuning) for strength in strengths], tuning),
        reference.strengths,
        tunings,
    )

    found = compare_duels(reference.names, duels, view, lambda: None)

    assert found.compared == 28
    assert len(counts) == counted
