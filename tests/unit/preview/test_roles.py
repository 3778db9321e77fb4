"""Which characters represent the players and the opponents of a game in every preview."""

from itertools import pairwise
from typing import Any

import pytest

from service.engines.destiny.participants import Participant
from service.engines.destiny.preview.comparisons import Sides
from service.engines.destiny.preview.reference_characters import (
    MOST_NPCS,
    generalist,
    npc_names,
    opponents,
    specialist,
    unskilled,
)
from service.engines.destiny.tuning import Tuning
from service.tuning.patches import merge_patch
from tests.builders.tunings import tuning_with

CROWD = {f"npc_{n:04}": {"avg_skill_level": 1, "avg_suit_bonus": 1000 - n} for n in range(995)}
"""With the five that ship, as many as a catalogue can have; their bonuses fall from 1,000 to 6."""


def sides(before: dict[str, Any], after: dict[str, Any]) -> Sides[Tuning]:
    """The tunings with these NPCs in addition to the shipped ones."""
    return Sides(tuning_with(npcs=before), tuning_with(npcs=after))


def test_unskilled__under_any_tuning__has_no_skill() -> None:
    assert unskilled(tuning_with()) == Participant(skills={})


def test_generalist__as_shipped__has_every_skill_at_level_10() -> None:
    tuning = tuning_with()

    assert generalist(tuning) == Participant(skills=dict.fromkeys(tuning.skills, 10))
    assert len(tuning.skills) == 18


def test_specialist__as_shipped__has_the_skills_of_hearts_at_level_50() -> None:
    hearts = ("charisma", "intimidation", "deception", "medicine", "spirit_walking", "tracking")

    assert specialist(tuning_with()) == Participant(skills=dict.fromkeys(hearts, 50))


@pytest.mark.parametrize(
    ("highest", "tenth", "half"), [(1, 1, 1), (2, 1, 1), (3, 1, 2), (99, 10, 50), (1000, 100, 500)]
)
def test_players__other_highest_level__have_their_part_of_it_rounded_up(highest: int, tenth: int, half: int) -> None:
    tuning = tuning_with(max_skill_level=highest)

    assert set((generalist(tuning).skills or {}).values()) == {tenth}
    assert set((specialist(tuning).skills or {}).values()) == {half}


def test_specialist__suits_with_equally_many_skills__takes_the_first_of_them() -> None:
    tuning = tuning_with(skills={"charisma": ["clubs"]})

    assert set(specialist(tuning).skills or ()) == {
        "lockpicking",
        "pickpocketing",
        "stealth",
        "safecracking",
        "tracking",
    }


def test_players__no_skills_in_the_catalogue__have_none() -> None:
    tuning = tuning_with(skills=dict.fromkeys(tuning_with().skills))

    assert generalist(tuning) == specialist(tuning) == unskilled(tuning)


def test_opponents__few__are_all_there_weakest_first() -> None:
    change = sides({}, {"rookie": None, "bandit": {"avg_skill_level": 25, "avg_suit_bonus": 20}})

    assert list(opponents(change)) == ["rookie", "competent", "bandit", "veteran", "elite", "legendary"]


def test_opponents__whose_bonus_changes__stand_where_it_will_be() -> None:
    change = sides({}, {"rookie": {"avg_suit_bonus": 40}})

    assert list(opponents(change)) == ["competent", "veteran", "rookie", "elite", "legendary"]


def test_opponents__a_thousand__are_thinned_out_evenly_from_weakest_to_strongest() -> None:
    change = sides(CROWD, CROWD)
    names = list(npc_names(change))

    chosen = [names.index(name) for name in opponents(change)]

    assert len(names) == 1000
    assert len(chosen) == MOST_NPCS
    assert (chosen[0], chosen[-1]) == (0, 999)
    assert {later - earlier for earlier, later in pairwise(chosen)} <= {52, 53}


def test_opponents__that_the_change_touches__come_before_the_others() -> None:
    touched = {"npc_0500": {"avg_suit_bonus": 7}, "npc_0501": None, "npc_0502": {"avg_skill_level": 2}}

    change = sides(CROWD, merge_patch(CROWD, touched))

    chosen = list(opponents(change))

    assert set(touched) < set(chosen)
    assert len(chosen) == MOST_NPCS
    assert chosen == [name for name in npc_names(change) if name in chosen]


@pytest.mark.parametrize("spared", [0, 1, 2])
def test_opponents__nearly_all_touched__leave_the_rest_of_the_places_to_others(spared: int) -> None:
    number = MOST_NPCS - spared
    touched = {f"npc_{n:04}": {"avg_skill_level": 2, "avg_suit_bonus": n} for n in range(number)}

    chosen = opponents(sides(CROWD, CROWD | touched))

    assert set(touched) <= set(chosen)
    assert len(chosen) == MOST_NPCS


def test_opponents__more_touched_than_places__are_thinned_out_too() -> None:
    chosen = opponents(sides(CROWD, {name: npc | {"avg_skill_level": 2} for name, npc in CROWD.items()}))

    assert len(chosen) == MOST_NPCS
    assert set(chosen) <= set(CROWD)


@pytest.mark.parametrize("most", [0, 1, 7, MOST_NPCS])
def test_opponents__fewer_places__are_taken_by_the_touched_first(most: int) -> None:
    names = list(CROWD)
    touched = {name: CROWD[name] | {"avg_skill_level": 2} for name in names[:3]}
    chosen = opponents(sides(CROWD, CROWD | touched), most)

    assert len(chosen) == most
    assert {*chosen} >= {*names[:3]} or most < 3
