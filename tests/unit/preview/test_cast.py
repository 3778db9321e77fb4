"""The cast: how strong everyone is on either side, and what is said of names that a side does not know."""

from typing import Any

import pytest

from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.participants import Participant, Strength
from service.engines.destiny.preview.comparisons import Sides
from service.engines.destiny.preview.reference_characters import GivenCharacter, ReferenceCharacters, assemble
from service.engines.errors import InvalidInput
from tests.builders.tunings import tuning_with


def cast(*given: Participant, location: str | None = None, **changes: Any) -> ReferenceCharacters:
    """The cast with these characters for a change of the shipped tuning."""
    named = [GivenCharacter(f"number {place}", participant) for place, participant in enumerate(given)]
    return assemble(Sides(tuning_with(), tuning_with(**changes)), named, location)


def strengths(found: ReferenceCharacters, name: str) -> tuple[Strength | None, Strength | None]:
    """How strong they are before and after."""
    place = found.names.index(name)
    return found.strengths.before[place], found.strengths.after[place]


def warnings(found: ReferenceCharacters) -> list[tuple[str, str]]:
    return [(warning.pointer, warning.message) for warning in found.warnings]


def test_cast__of_any_preview__has_players_then_given_characters_then_npcs() -> None:
    found = cast(Participant(skills={"stealth": 3}))

    assert list(found.names) == [
        *("unskilled", "generalist", "specialist", "given:number 0"),
        *("npc:rookie", "npc:competent", "npc:veteran", "npc:elite", "npc:legendary"),
    ]
    assert found.left_out_npcs == 0
    assert warnings(found) == []


def test_cast__change_of_the_curve__strengthens_those_with_skills() -> None:
    found = cast(skill_linear_coefficient=1, skill_exponential_coefficient=0)

    before, after = strengths(found, "generalist")
    # 9 points a level-10 skill where 7.31 were: 5 skills of spades, 6 of hearts, 4 of clubs, 5 of diamonds.
    assert before == Strength((3655, 4386, 2924, 3655))
    assert after == Strength((4500, 5400, 3600, 4500))
    assert strengths(found, "unskilled") == (Strength(), Strength())
    assert strengths(found, "npc:elite") == (Strength((4549,) * 4), Strength((4549,) * 4))


def test_cast__npc_on_one_side__has_no_strength_on_the_other() -> None:
    found = cast(npcs={"rookie": None, "bandit": {"avg_skill_level": 25, "avg_suit_bonus": 20}})

    assert strengths(found, "npc:rookie") == (Strength((769,) * 4), None)
    assert strengths(found, "npc:bandit") == (None, Strength((2000,) * 4))


def test_given_character__all_that_it_can_have__counts() -> None:
    hunch = Modifier("modifier:hunch", 500)
    who = Participant(suit_bonuses=(100, 0, 0, 0), modifiers=(hunch,), items=("lucky_ace_charm",), effects=("whiskey",))

    before, after = strengths(cast(who, location="frontera", items={"lucky_ace_charm": {"flat": 20}}), "given:number 0")

    assert before
    assert after
    assert before.suit_bonuses == after.suit_bonuses == (100 + 500 + 800, -500, 1000 + 300, 0)
    assert [modifier.flat for modifier in before.modifiers] == [500, 1500, 0, 0]
    assert [modifier.flat for modifier in after.modifiers] == [500, 2000, 0, 0]


def test_location__of_a_preview__counts_for_everyone() -> None:
    found = cast(location="red_gulch", locations={"red_gulch": {"suits": {"diamonds": 6}}})

    for name, place in (("unskilled", 0), ("npc:rookie", 769)):
        before, after = strengths(found, name)
        assert before
        assert after
        assert (before.suit_bonuses[3], after.suit_bonuses[3]) == (place + 500, place + 600)


def test_names__that_one_side_knows__count_for_nothing_on_the_other_and_are_reported() -> None:
    who = Participant(
        skills={"stealth": 11, "juggling": 11}, items=("iron_horseshoe", "boots"), effects=("poisoned", "coffee")
    )
    found = cast(
        who,
        location="saloon",
        skills={"stealth": None, "juggling": ["clubs"]},
        items={"iron_horseshoe": None, "boots": {"flat": 3}},
        effects={"poisoned": None, "coffee": {"duration_seconds": 60, "flat": 4}},
        locations={"saloon": {"flat": 5}},
    )

    before, after = strengths(found, "given:number 0")
    assert before
    assert after
    assert before.suit_bonuses == (813, 0, 0, 0)
    assert after.suit_bonuses == (0, 0, 813, 0)
    assert [modifier.source for modifier in before.modifiers] == ["item:iron_horseshoe", "effect:poisoned"]
    assert [modifier.source for modifier in after.modifiers] == ["item:boots", "effect:coffee", "location:saloon"]
    missing_before = ("/location", "/characters/0/skills/juggling", "/characters/0/items/1", "/characters/0/effects/1")
    missing_after = ("/characters/0/skills/stealth", "/characters/0/items/0", "/characters/0/effects/0")
    assert warnings(found) == [
        *((pointer, "Does not exist before the change, and counts for nothing there.") for pointer in missing_before),
        *((pointer, "Does not exist after the change, and counts for nothing there.") for pointer in missing_after),
    ]


@pytest.mark.parametrize(("before", "after"), [(100, 60), (60, 100)])
def test_level__that_one_side_allows__counts_as_the_highest_on_the_other(before: int, after: int) -> None:
    given = [GivenCharacter("ada", Participant(skills={"stealth": 80, "mining": 60}))]
    tunings = Sides(tuning_with(max_skill_level=before), tuning_with(max_skill_level=after))

    found = assemble(tunings, given, None)

    of_80, of_60 = tuning_with().skill_bonuses[80], tuning_with().skill_bonuses[60]
    by_highest = {100: Strength((of_80, 0, 0, of_60)), 60: Strength((of_60, 0, 0, of_60))}
    assert strengths(found, "given:ada") == (by_highest[before], by_highest[after])
    when = "before" if before == 60 else "after"
    assert warnings(found) == [
        ("/characters/0/skills/stealth", f"The highest level {when} the change is 60, which replaces this level there.")
    ]


def test_level__of_a_skill_that_is_not_there__is_reported_once() -> None:
    found = cast(Participant(skills={"stealth": 80}), max_skill_level=60, skills={"stealth": None})

    assert warnings(found) == [
        ("/characters/0/skills/stealth", "Does not exist after the change, and counts for nothing there.")
    ]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "/characters/0/skills/stealth: Must be a whole number from 1 to 100."),
        ({"max_skill_level": 60}, "/characters/0/skills/stealth: Must be a whole number from 1 to 100."),
        ({"max_skill_level": 600}, "/characters/0/skills/stealth: Must be a whole number from 1 to 600."),
        ({"skills": {"stealth": None}}, "/characters/0/skills/stealth: Unknown skill 'stealth'. Known: brawling, "),
    ],
)
def test_level__too_high_for_both_sides__is_refused(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        cast(Participant(skills={"stealth": 601}), **changes)

    assert str(refused.value).startswith(message)


def test_names__that_neither_side_knows__are_refused_all_at_once() -> None:
    stranger = Participant(skills={"golf": 1}, items=("map",), effects=("gin",))

    with pytest.raises(InvalidInput) as refused:
        cast(Participant(skills={"stealth": 1}), stranger, location="mars", items={"boots": {"flat": 3}})

    assert [mistake.pointer for mistake in refused.value.mistakes] == [
        "/location",
        "/characters/1/skills/golf",
        "/characters/1/items/0",
        "/characters/1/effects/0",
    ]
    assert refused.value.mistakes[2].message == "Unknown item 'map'. Known: boots, iron_horseshoe, lucky_ace_charm."
