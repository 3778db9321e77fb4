"""Actions made ready: names looked up, defenders helped, every mistake reported."""

from dataclasses import replace

import pytest

from service.engines.destiny.actions import Action, ActionType, Challenge, Duel, GangWar, participants
from service.engines.destiny.contests import (
    MOST_MISTAKES,
    ChallengeContest,
    ChallengeDetails,
    Contest,
    DuelContest,
    GangWarContest,
    defended,
    prepare,
)
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.participants import Participant, Strength
from service.engines.destiny.tuning import GangMethod
from service.engines.errors import InvalidInput
from tests.builders.tunings import tuning_with

TUNING = tuning_with()
UNSKILLED = Participant(skills={})
ROOKIE = Participant(npc="rookie")
STRANGER = Participant(npc="stranger")
KNOWN_NPCS = "Unknown npc 'stranger'. Known: competent, elite, legendary, rookie, veteran."


def challenge_of(challenge: Challenge) -> ChallengeDetails:
    contest = prepare(challenge, TUNING)
    assert isinstance(contest, ChallengeContest)
    return contest.challenge


def refusals(action: Action) -> list[str]:
    with pytest.raises(InvalidInput) as refused:
        prepare(action, TUNING)
    return [f"{mistake.pointer} {mistake.message}" for mistake in refused.value.mistakes]


def modifiers_of(contest: Contest) -> list[tuple[Modifier, ...]]:
    match contest:
        case ChallengeContest():
            return [contest.actor.modifiers]
        case DuelContest():
            return [contest.actor.modifiers, contest.target.modifiers]
        case GangWarContest():
            return [strength.modifiers for strength in contest.attackers + contest.defenders]


def test_pve__crime__has_its_threshold_and_energy_cost() -> None:
    assert challenge_of(Challenge(ActionType.PVE, UNSKILLED, "bank_robbery")) == ChallengeDetails(
        "bank_robbery", "hard", 27_500, 50
    )


def test_skill_check__difficulty__has_no_energy_cost() -> None:
    assert challenge_of(Challenge(ActionType.SKILL_CHECK, UNSKILLED, "extreme")) == ChallengeDetails(
        "extreme", "extreme", 50_000
    )


@pytest.mark.parametrize("action_type", [ActionType.PVE, ActionType.SKILL_CHECK])
@pytest.mark.parametrize("threshold", [0, 12_345])
def test_challenge__bare_threshold__is_called_custom(action_type: ActionType, threshold: int) -> None:
    assert challenge_of(Challenge(action_type, UNSKILLED, threshold=threshold)) == ChallengeDetails(
        "custom", "custom", threshold
    )


def test_crime__of_another_catalogue_part__is_unknown() -> None:
    assert refusals(Challenge(ActionType.SKILL_CHECK, UNSKILLED, "bank_robbery")) == [
        "/difficulty Unknown difficulty 'bank_robbery'. Known: easy, extreme, hard, medium, trivial, very_hard."
    ]
    assert refusals(Challenge(ActionType.PVE, UNSKILLED, "easy")) == [
        f"/crime Unknown crime 'easy'. Known: {', '.join(sorted(TUNING.crimes))}."
    ]


@pytest.mark.parametrize("location", ["atlantis", ""])
def test_location__unknown__is_refused_with_the_known_ones(location: str) -> None:
    assert refusals(Duel(UNSKILLED, ROOKIE, location=location)) == [
        f"/location Unknown location {location!r}. Known: frontera, kaiowa_mesa, red_gulch, sangre_canyon."
    ]


@pytest.mark.parametrize(
    "action",
    [
        Challenge(ActionType.PVE, UNSKILLED, "burglary", location="frontera"),
        Duel(UNSKILLED, ROOKIE, location="frontera"),
        GangWar((UNSKILLED, ROOKIE), (ROOKIE,), location="frontera"),
    ],
)
def test_location__given__bears_on_everyone(action: Action) -> None:
    everyone = modifiers_of(prepare(action, TUNING))

    assert everyone == [(TUNING.locations["frontera"],)] * len(participants(action))


def test_mistakes__in_every_place__are_found_together() -> None:
    assert refusals(GangWar((ROOKIE, STRANGER), (STRANGER,), location="nowhere"))[1:] == [
        f"/attackers/1/npc {KNOWN_NPCS}",
        f"/defenders/0/npc {KNOWN_NPCS}",
    ]
    assert refusals(Duel(STRANGER, STRANGER)) == [f"/actor/npc {KNOWN_NPCS}", f"/target/npc {KNOWN_NPCS}"]
    assert len(refusals(Challenge(ActionType.PVE, STRANGER, "arson", location="nowhere"))) == 3


def test_defense_bonus__in_a_duel__is_the_target_s_alone() -> None:
    contest = prepare(Duel(ROOKIE, ROOKIE, defense_bonus=1_500), TUNING)

    assert modifiers_of(contest) == [(), (Modifier("defense_bonus", 1_500),)]


def test_defense_bonus__in_a_gang_war__is_every_defender_s() -> None:
    contest = prepare(GangWar((ROOKIE,), (ROOKIE, UNSKILLED), defense_bonus=1_500), TUNING)

    assert modifiers_of(contest) == [(), (Modifier("defense_bonus", 1_500),), (Modifier("defense_bonus", 1_500),)]


@pytest.mark.parametrize(
    ("bonus", "multiplier", "points"),
    [(1_500, 2, 3_000), (1_500, 0.5, 750), (1, 0.5, 1), (-1, 0.5, -1), (3, 0.333333, 1), (-1_500, 1, -1_500)],
)
def test_defense_bonus__times_its_multiplier__is_rounded_half_up_once(
    bonus: int, multiplier: float, points: int
) -> None:
    tuning = tuning_with(territory_defense_multiplier=multiplier)

    assert defended(Strength(), bonus, tuning).modifiers == (Modifier("defense_bonus", points),)


@pytest.mark.parametrize(("bonus", "multiplier"), [(0, 1), (1_500, 0), (1, 0.4)])
def test_defense_bonus__of_nothing__is_no_modifier(bonus: int, multiplier: float) -> None:
    strength = Strength((1, 2, 3, 4))

    assert defended(strength, bonus, tuning_with(territory_defense_multiplier=multiplier)) is strength


def test_gang_war__method__is_kept() -> None:
    war = GangWar((ROOKIE,), (ROOKIE, UNSKILLED), GangMethod.BEST_THREE)
    rookie, nobody = Strength((769,) * 4), Strength()

    assert prepare(war, TUNING) == GangWarContest(GangMethod.BEST_THREE, (rookie,), (rookie, nobody))
    assert prepare(replace(war, method=GangMethod.AVERAGE), TUNING) != prepare(war, TUNING)


def test_gang_war__without_a_method__goes_by_the_tuning_s_own() -> None:
    war = GangWar((ROOKIE,), (ROOKIE, UNSKILLED))
    best_three = tuning_with(default_gang_method="best_three")

    assert prepare(war, TUNING) == prepare(replace(war, method=GangMethod.AVERAGE), TUNING)
    assert prepare(war, best_three) == prepare(replace(war, method=GangMethod.BEST_THREE), TUNING)
    assert prepare(replace(war, method=GangMethod.AVERAGE), best_three) == prepare(war, TUNING)


@pytest.mark.parametrize("bonus", [15, -7.5, 0])
@pytest.mark.parametrize("multiplier", [1, 1.35])
def test_territory__named__counts_as_its_bare_defense_bonus(bonus: float, multiplier: float) -> None:
    tuning = tuning_with(territories={"fort": {"defense_bonus": bonus}}, territory_defense_multiplier=multiplier)
    bare = round(100 * bonus)

    for action in (Duel(UNSKILLED, ROOKIE), GangWar((ROOKIE, UNSKILLED), (UNSKILLED, ROOKIE))):
        named = prepare(replace(action, territory="fort"), tuning)
        assert named == prepare(replace(action, defense_bonus=bare), tuning)
        assert (named == prepare(action, tuning)) is (bonus == 0)


@pytest.mark.parametrize("action", [Duel(ROOKIE, ROOKIE), GangWar((ROOKIE,), (ROOKIE,))])
def test_territory__unknown__is_refused_at_its_place_with_what_else_is_wrong(action: Duel | GangWar) -> None:
    territory = "/territory Unknown territory 'atlantis'. Known: fortified_territory."

    assert refusals(replace(action, territory="atlantis")) == [territory]
    assert refusals(replace(action, territory="atlantis", location="nowhere"))[1:] == [territory]


def test_participants__of_each_action__are_in_the_order_of_dealing() -> None:
    assert participants(Challenge(ActionType.PVE, UNSKILLED)) == (UNSKILLED,)
    assert participants(Duel(UNSKILLED, ROOKIE)) == (UNSKILLED, ROOKIE)
    assert participants(GangWar((UNSKILLED, ROOKIE), (STRANGER,))) == (UNSKILLED, ROOKIE, STRANGER)


def test_gang_war__with_thousands_of_mistakes__names_no_more_than_enough() -> None:
    lost = Participant(npc="stranger", items=tuple(f"item {number}" for number in range(49)))

    named = refusals(GangWar((lost,) * 100, (lost,) * 100))

    assert MOST_MISTAKES < len(named) <= MOST_MISTAKES + 50
    assert named[0].startswith("/attackers/0/npc")
