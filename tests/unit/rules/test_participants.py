"""Strengths: where suit bonuses and modifiers come from (rulings A6, A12, A13)."""

import pytest

from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.participants import Participant, Strength, fitting_skills, skill_suit_bonuses, strength_of
from service.engines.destiny.tuning import Tuning
from service.engines.errors import Mistake
from tests.builders.tunings import tuning_with

FORMULA = tuning_with()
PUBLISHED = tuning_with(skill_curve="published")
FRONTERA = FORMULA.locations["frontera"]


def strength(participant: Participant, tuning: Tuning = PUBLISHED, location: Modifier | None = None) -> Strength:
    mistakes: list[Mistake] = []
    found = strength_of(participant, location, tuning, ("actor",), mistakes)
    assert mistakes == []
    return found


def refusals(participant: Participant, tuning: Tuning = FORMULA) -> list[tuple[str, str]]:
    mistakes: list[Mistake] = []
    strength_of(participant, None, tuning, ("attackers", 3), mistakes)
    return [(mistake.pointer, mistake.message) for mistake in mistakes]


def test_skills__one_for_each_suit__are_the_document_s_example() -> None:
    skills = {"gun_fighting": 45, "lockpicking": 32, "charisma": 20, "mining": 15}

    assert strength(Participant(skills=skills)) == Strength((2_728, 1_686, 4_040, 1_222))


def test_skills__two_in_one_suit__are_added() -> None:
    assert strength(Participant(skills={"lockpicking": 50, "stealth": 40})).suit_bonuses == (8_090, 0, 0, 0)


def test_skills__hybrid__count_in_both_suits() -> None:
    assert strength(Participant(skills={"horse_riding": 10})).suit_bonuses == (0, 0, 769, 769)
    assert strength(Participant(skills={"tracking": 10, "stealth": 5})).suit_bonuses == (1_100, 769, 0, 0)


def test_skills__none__are_an_unskilled_character() -> None:
    assert strength(Participant(skills={})) == Strength((0, 0, 0, 0))


def test_skills__sum__has_every_bonus_rounded_once_by_itself() -> None:
    # Two levels of 0.804, printed as 0.80 each: 1.60, not the 1.61 of the sum.
    tuning = tuning_with(skill_linear_coefficient=0.75, skill_exponential_coefficient=0.054)

    assert strength(Participant(skills={"mining": 2, "cooking": 2}), tuning).suit_bonuses == (0, 0, 0, 160)


@pytest.mark.parametrize("tuning", [FORMULA, PUBLISHED])
def test_npc__under_either_curve__has_the_printed_bonus_in_all_suits(tuning: Tuning) -> None:
    printed = {"rookie": 769, "competent": 1_686, "veteran": 3_053, "elite": 4_549, "legendary": 7_843}

    assert {npc: strength(Participant(npc=npc), tuning).suit_bonuses for npc in printed} == {
        npc: (bonus,) * 4 for npc, bonus in printed.items()
    }


def test_suit_bonuses__given__are_taken_as_they_are() -> None:
    assert strength(Participant(suit_bonuses=(2_250, 1_500, 2_875, -1_000))) == Strength((2_250, 1_500, 2_875, -1_000))


def test_suit_bonuses__of_items_effects_and_location__are_added() -> None:
    participant = Participant(
        suit_bonuses=(100, 200, 300, 400),
        modifiers=(Modifier("modifier:map", 1_000, (1, 2, 3, 4)),),
        items=("lucky_ace_charm",),
        effects=("whiskey",),
    )

    assert strength(participant, location=FRONTERA) == Strength(
        suit_bonuses=(100 + 1 + 500 + 800, 200 + 2 - 500, 300 + 3 + 1_000 + 300, 400 + 4),
        modifiers=(
            participant.modifiers[0],
            FORMULA.items["lucky_ace_charm"],
            FORMULA.effects["whiskey"].modifier,
            FRONTERA,
        ),
    )


def test_suit_bonuses__effect_that_takes_away__may_fall_below_zero() -> None:
    assert strength(Participant(skills={}, effects=("whiskey",))).suit_bonuses == (0, -500, 1_000, 0)


def test_location__without_anything_else__is_a_modifier() -> None:
    assert strength(Participant(npc="rookie"), location=FRONTERA).modifiers == (FRONTERA,)


@pytest.mark.parametrize("level", [0, -1, 101, 1000])
def test_skill_level__out_of_range__is_refused(level: int) -> None:
    assert refusals(Participant(skills={"mining": level})) == [
        ("/attackers/3/skills/mining", "Must be a whole number from 1 to 100.")
    ]


def test_skill_level__highest__follows_the_tuning() -> None:
    tuning = tuning_with(max_skill_level=60)

    assert refusals(Participant(skills={"mining": 60}), tuning) == []
    assert refusals(Participant(skills={"mining": 61}), tuning)[0][1] == "Must be a whole number from 1 to 60."


def test_names__unknown__are_all_found_with_the_known_ones() -> None:
    participant = Participant(
        skills={"juggling": 5, "mining": 0}, items=("rope", "lucky_ace_charm", "axe"), effects=("poisoned", "drunk")
    )

    mistakes = dict(refusals(participant))
    assert list(mistakes) == [
        "/attackers/3/skills/juggling",
        "/attackers/3/skills/mining",
        "/attackers/3/items/0",
        "/attackers/3/items/2",
        "/attackers/3/effects/1",
    ]
    assert mistakes["/attackers/3/items/2"] == "Unknown item 'axe'. Known: iron_horseshoe, lucky_ace_charm."
    assert mistakes["/attackers/3/effects/1"] == "Unknown effect 'drunk'. Known: poisoned, whiskey."
    assert mistakes["/attackers/3/skills/juggling"].startswith("Unknown skill 'juggling'. Known: brawling, charisma, ")


def test_npc__unknown__is_refused_with_the_known_ones() -> None:
    assert refusals(Participant(npc="sheriff")) == [
        ("/attackers/3/npc", "Unknown npc 'sheriff'. Known: competent, elite, legendary, rookie, veteran.")
    ]


def test_skill_suit_bonuses__by_themselves__are_in_the_order_of_answers() -> None:
    mistakes: list[Mistake] = []

    assert skill_suit_bonuses({"mining": 15, "stealth": 5}, PUBLISHED, (), mistakes) == (331, 0, 0, 1_222)


def test_fitting_skills__known_and_within_bounds__stay_as_they_are() -> None:
    skills = {"mining": 100, "stealth": 1}

    assert fitting_skills(skills, FORMULA) is skills
    assert fitting_skills({}, FORMULA) == {}


def test_fitting_skills__unknown_or_too_high__count_nothing_or_as_the_highest() -> None:
    lowered = tuning_with(max_skill_level=30, skills={"stealth": None})

    assert fitting_skills({"mining": 31, "stealth": 5, "cooking": 30, "lassoing": 2}, lowered) == {
        "mining": 30,
        "cooking": 30,
    }
    assert fitting_skills({"stealth": 5}, lowered) == {}
