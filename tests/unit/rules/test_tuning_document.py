"""The tuning document: the shipped figures, and what a document may not say."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from service.engines.cards import Suit
from service.engines.destiny.hands import HAND_RANKS, HandRank
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.skills import PUBLISHED_POINTS, SkillCurve
from service.engines.destiny.tuning import (
    CATALOGUE,
    FIELDS,
    Crime,
    Degree,
    Effect,
    GangMethod,
    Npc,
    SkillCheck,
    Territory,
    canonical,
    read_tuning,
)
from service.engines.errors import InvalidInput, listed
from tests.builders.tunings import document_with, tuning_with

SHIPPED = tuning_with()


def refusals(**changes: Any) -> list[str]:
    with pytest.raises(InvalidInput) as refused:
        tuning_with(**changes)
    return [f"{mistake.pointer} {mistake.message}" for mistake in refused.value.mistakes]


def test_shipped__hand_ranks__score_as_the_document_says() -> None:
    assert list(SHIPPED.hand_rank_scores.items()) == [
        (HandRank.ROYAL_FLUSH, 50_000),
        (HandRank.STRAIGHT_FLUSH, 40_000),
        (HandRank.FOUR_OF_A_KIND, 30_000),
        (HandRank.FULL_HOUSE, 22_500),
        (HandRank.FLUSH, 17_500),
        (HandRank.STRAIGHT, 15_000),
        (HandRank.THREE_OF_A_KIND, 10_000),
        (HandRank.TWO_PAIR, 6_000),
        (HandRank.PAIR, 3_000),
        (HandRank.HIGH_CARD, 0),
    ]


def test_shipped__balance_parameters__are_those_of_the_document() -> None:
    assert SHIPPED.skill_curve is SkillCurve.FORMULA
    assert (SHIPPED.skill_linear_coefficient, SHIPPED.skill_exponential_base) == (750_000, 1_100_000)
    assert (SHIPPED.skill_exponential_coefficient, SHIPPED.max_skill_level) == (50_000, 100)
    assert (SHIPPED.critical_margin, SHIPPED.failure_margin) == (10_000, -5_000)
    assert SHIPPED.territory_defense_multiplier == 1_000_000
    assert SHIPPED.tie_favors_defender is True
    assert SHIPPED.royal_flush_auto_win is False
    assert [SHIPPED.reward_multipliers[degree] for degree in Degree] == [2_000_000, 1_000_000, 0, 0]


def test_shipped__skills__have_the_suits_of_the_document() -> None:
    by_suits = {
        (Suit.CLUBS,): "gun_fighting brawling knife_fighting",
        (Suit.SPADES,): "lockpicking pickpocketing stealth safecracking",
        (Suit.HEARTS,): "charisma intimidation deception medicine spirit_walking",
        (Suit.DIAMONDS,): "gunsmithing leatherworking cooking mining",
        (Suit.CLUBS, Suit.DIAMONDS): "horse_riding",
        (Suit.SPADES, Suit.HEARTS): "tracking",
    }

    assert SHIPPED.skills == {skill: suits for suits, skills in by_suits.items() for skill in skills.split()}
    assert len(SHIPPED.skills) == 18


def test_shipped__crimes__are_those_of_the_document() -> None:
    assert SHIPPED.crimes == {
        "pickpocket": Crime("easy", 8_000, 10),
        "petty_theft": Crime("easy", 10_000, 15),
        "burglary": Crime("medium", 15_000, 25),
        "stagecoach_robbery": Crime("medium", 20_000, 40),
        "bank_robbery": Crime("hard", 27_500, 50),
        "train_heist": Crime("very_hard", 35_000, 75),
        "legendary_score": Crime("extreme", 45_000, 100),
    }


def test_shipped__skill_checks__are_those_of_the_document() -> None:
    assert SHIPPED.skill_checks == {
        "trivial": SkillCheck("Routine task", 5_000),
        "easy": SkillCheck("Everyday challenge", 10_000),
        "medium": SkillCheck("Challenging task", 15_000),
        "hard": SkillCheck("Expert-level task", 25_000),
        "very_hard": SkillCheck("Master-level task", 35_000),
        "extreme": SkillCheck("Legendary achievement", 50_000),
    }


def test_shipped__npcs__are_those_of_the_document() -> None:
    assert SHIPPED.npcs == {
        "rookie": Npc(10, 769),
        "competent": Npc(20, 1_686),
        "veteran": Npc(35, 3_053),
        "elite": Npc(50, 4_549),
        "legendary": Npc(70, 7_843),
    }


def test_shipped__items_effects_and_locations__are_those_of_the_document() -> None:
    assert SHIPPED.items == {
        "lucky_ace_charm": Modifier("item:lucky_ace_charm", 1_500, (500, 0, 0, 0)),
        "iron_horseshoe": Modifier("item:iron_horseshoe", hand_ranks={HandRank.PAIR: 1_000, HandRank.TWO_PAIR: 2_000}),
    }
    assert SHIPPED.effects == {
        "whiskey": Effect(300, Modifier("effect:whiskey", suits=(0, -500, 1_000, 0))),
        "poisoned": Effect(600, Modifier("effect:poisoned", -2_500)),
    }
    assert SHIPPED.locations == {
        "red_gulch": Modifier("location:red_gulch", suits=(0, 0, 0, 500)),
        "kaiowa_mesa": Modifier("location:kaiowa_mesa", suits=(0, 1_000, 0, 0)),
        "frontera": Modifier("location:frontera", suits=(800, 0, 300, 0)),
        "sangre_canyon": Modifier("location:sangre_canyon", suits=(0, 0, 500, 0)),
    }


def test_shipped__skill_bonuses__follow_from_the_curve() -> None:
    assert SHIPPED.skill_bonuses[45] == 3_621
    assert tuning_with(skill_curve="published").skill_bonuses[45] == 4_040


def test_tuning__field_left_out__is_required() -> None:
    for name in FIELDS:
        document = document_with()
        del document[name]
        with pytest.raises(InvalidInput) as refused:
            read_tuning(document)
        assert str(refused.value) == f"/{name}: Required."


def test_tuning__field_not_known__lists_the_known_ones() -> None:
    (refusal,) = refusals(luck=7)

    assert refusal.startswith("/luck Unknown field. Allowed: hand_rank_scores, skill_curve, ")
    assert refusal.endswith(", locations or territories.")


def test_tuning__part_that_someone_else_reads__is_let_be_and_listed() -> None:
    document = document_with(pyramid={"ante": -1})

    assert read_tuning(document, others=("pyramid",)) == SHIPPED
    with pytest.raises(InvalidInput, match=r"/luck: Unknown field\. Allowed: .*, territories or pyramid\."):
        read_tuning(document | {"luck": 7}, others=("pyramid",))


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"hand_rank_scores": {"flush": 100_001}}, "/hand_rank_scores/flush Must lie within -100000 to 100000."),
        ({"hand_rank_scores": {"flush": None}}, "/hand_rank_scores/flush Required."),
        ({"skill_curve": "linear"}, "/skill_curve Must be formula, published or table."),
        ({"skill_linear_coefficient": -1}, "/skill_linear_coefficient Must lie within 0 to 1000."),
        ({"skill_exponential_base": 5.1}, "/skill_exponential_base Must lie within 0 to 5."),
        ({"skill_exponential_coefficient": "1"}, "/skill_exponential_coefficient Must be a number from 0 to 1000."),
        ({"max_skill_level": 0}, "/max_skill_level Must be a whole number from 1 to 1000."),
        ({"max_skill_level": 1001}, "/max_skill_level Must be a whole number from 1 to 1000."),
        ({"critical_margin": -0.01}, "/critical_margin Must lie within 0 to 100000."),
        ({"critical_margin": float("inf")}, "/critical_margin Must be a number from 0 to 100000."),
        ({"failure_margin": 0.01}, "/failure_margin Must lie within -100000 to 0."),
        ({"failure_margin": 2.345}, "/failure_margin Must have at most 2 decimals."),
        ({"reward_multipliers": {"success": 1001}}, "/reward_multipliers/success Must lie within 0 to 1000."),
        ({"reward_multipliers": {"failure": None}}, "/reward_multipliers/failure Required."),
        ({"territory_defense_multiplier": True}, "/territory_defense_multiplier Must be a number from 0 to 1000."),
        ({"tie_favors_defender": 1}, "/tie_favors_defender Must be true or false."),
        ({"royal_flush_auto_win": "no"}, "/royal_flush_auto_win Must be true or false."),
        ({"skills": []}, "/skills Must be an object."),
        ({"skills": {"mining": []}}, "/skills/mining Must be an array of 1 to 4 items."),
        ({"skills": {"mining": ["clubs", "clubs"]}}, "/skills/mining Must not name anything twice."),
        ({"skills": {"mining": ["stars"]}}, "/skills/mining/0 Must be spades, hearts, clubs or diamonds."),
        (
            {"crimes": {"pickpocket": {"energy_cost": 1.5}}},
            "/crimes/pickpocket/energy_cost Must be a whole number from 0 to 1000000.",
        ),
        ({"crimes": {"pickpocket": {"threshold": -1}}}, "/crimes/pickpocket/threshold Must lie within 0 to 100000."),
        (
            {"crimes": {"pickpocket": {"fun": 1}}},
            "/crimes/pickpocket/fun Unknown field. Allowed: difficulty, threshold, energy_cost, title or reward.",
        ),
        (
            {"skill_checks": {"easy": {"context": ""}}},
            "/skill_checks/easy/context Must be a string of 1 to 100 characters.",
        ),
        (
            {"npcs": {"rookie": {"avg_skill_level": 0}}},
            "/npcs/rookie/avg_skill_level Must be a whole number from 1 to 1000.",
        ),
        (
            {"items": {"rope": {"suits": {"stars": 1}}}},
            "/items/rope/suits/stars Unknown field. Allowed: spades, hearts, clubs or diamonds.",
        ),
        ({"effects": {"luck": {"flat": 1}}}, "/effects/luck/duration_seconds Required."),
        (
            {"effects": {"whiskey": {"duration_seconds": 0}}},
            "/effects/whiskey/duration_seconds Must be a whole number from 1 to 2592000.",
        ),
        (
            {"locations": {"frontera": {"hand_ranks": {"pear": 1}}}},
            f"/locations/frontera/hand_ranks/pear Unknown field. Allowed: {listed(HAND_RANKS)}.",
        ),
    ],
)
def test_tuning__value_out_of_bounds__is_refused_with_its_place(changes: dict[str, Any], refusal: str) -> None:
    assert refusals(**changes) == [refusal]


def test_tuning__several_mistakes__are_found_together() -> None:
    assert refusals(
        critical_margin=-1, luck=7, crimes={"pickpocket": {"threshold": "80"}}, tie_favors_defender=None
    ) == [
        "/luck " + refusals(luck=7)[0].removeprefix("/luck "),
        "/tie_favors_defender Required.",
        "/critical_margin Must lie within 0 to 100000.",
        "/crimes/pickpocket/threshold Must be a number from 0 to 100000.",
    ]


def test_tuning__published_curve_beyond_its_last_level__is_refused() -> None:
    assert refusals(skill_curve="published", max_skill_level=101) == [
        "/max_skill_level The published curve ends at level 100; lower this or choose another curve."
    ]
    assert len(tuning_with(skill_curve="published", max_skill_level=100).skill_bonuses) == 101
    assert len(tuning_with(skill_curve="formula", max_skill_level=101).skill_bonuses) == 102


def test_tuning__bonus_beyond_the_limit__is_refused() -> None:
    message = "The bonus at level 1000 would be above 100,000; lower the coefficients or the level."

    assert refusals(max_skill_level=1000, skill_exponential_base=3) == [f"/skill_exponential_coefficient {message}"]


def test_tuning__bonus_at_the_limit__is_taken() -> None:
    changes = {"max_skill_level": 101, "skill_linear_coefficient": 1000, "skill_exponential_coefficient": 0}

    assert tuning_with(**changes).skill_bonuses[-1] == 10_000_000
    assert refusals(**changes | {"skill_exponential_coefficient": 0.01}) != []


def test_tuning__empty_catalogue__is_taken() -> None:
    tuning = read_tuning(document_with() | {part: {} for part in CATALOGUE})

    assert all(getattr(tuning, part) == {} for part in CATALOGUE)


def test_shipped__gang_method_and_territories__are_those_of_the_document() -> None:
    assert SHIPPED.default_gang_method is GangMethod.AVERAGE
    assert SHIPPED.territories == {"fortified_territory": Territory(1_500)}


def test_shipped__skill_table__is_the_published_curve() -> None:
    assert SHIPPED.skill_table == tuple(PUBLISHED_POINTS.items())
    assert tuning_with(skill_curve="table").skill_bonuses == tuning_with(skill_curve="published").skill_bonuses


def points(*pairs: tuple[Any, Any]) -> list[dict[str, Any]]:
    """A skill table with these levels and bonuses."""
    return [{"level": level, "bonus": bonus} for level, bonus in pairs]


LEVEL = "Must be a whole number from 1 to 1000."


@pytest.mark.parametrize(
    ("table", "refused"),
    [
        ([], ["/skill_table Must be an array of 1 to 1000 items."]),
        ({"1": 0}, ["/skill_table Must be an array of 1 to 1000 items."]),
        ([[1, 0]], ["/skill_table/0 Must be an object."]),
        ([{"level": 1}], ["/skill_table/0/bonus Required."]),
        (points((1, 0), (1001, 5)), [f"/skill_table/1/level {LEVEL}"]),
        (points((0, 0), (1.5, "5")), [f"/skill_table/0/level {LEVEL}", f"/skill_table/1/level {LEVEL}"]),
        (points((1, -0.01)), ["/skill_table/0/bonus Must lie within 0 to 100000."]),
        (points((1, 0), (2, 0.001)), ["/skill_table/1/bonus Must have at most 2 decimals."]),
        (points((2, 0), (100, 5)), ["/skill_table/0/level Must be 1, where every table begins."]),
        (points((1, 0), (50, 5), (50, 6)), ["/skill_table/2/level Must be above 50, the level before it."]),
        (points((1, 0), (50, 5), (40, 6)), ["/skill_table/2/level Must be above 50, the level before it."]),
        (
            points((1, 0), (50, 5.5), (100, 5.49)),
            ["/skill_table/2/bonus Must be at least 5.5, the bonus before it: a higher level never gives less."],
        ),
    ],
)
@pytest.mark.parametrize("curve", ["formula", "table"])
def test_skill_table__that_is_none__is_refused_under_any_curve(curve: str, table: Any, refused: list[str]) -> None:
    found = refusals(skill_curve=curve, skill_table=table)

    assert found[: len(refused)] == refused


def test_skill_table__with_many_mistakes__has_all_of_them_listed() -> None:
    assert [refusal.partition(" ")[0] for refusal in refusals(skill_table=points((2, 5), (2, 4), (1, 3)))] == [
        "/skill_table/0/level",
        "/skill_table/1/level",
        "/skill_table/1/bonus",
        "/skill_table/2/level",
        "/skill_table/2/bonus",
    ]


def test_skill_table__below_the_highest_level__is_refused_where_it_is_the_curve() -> None:
    table = points((1, 0), (50, 25))

    assert refusals(skill_curve="table", skill_table=table) == [
        "/skill_table Ends at level 50, below max_skill_level, which is 100; add a level or lower that."
    ]
    assert tuning_with(skill_table=table).skill_bonuses == SHIPPED.skill_bonuses
    assert tuning_with(skill_curve="table", skill_table=table, max_skill_level=50).skill_bonuses[50] == 2_500


@given(
    st.dictionaries(st.integers(2, 1000), st.integers(0, 10_000_000), max_size=30),
    st.integers(0, 10_000_000),
    st.integers(1, 1000),
)
def test_skill_table__of_any_shape__never_falls_and_meets_its_points(
    steps: dict[int, int], first: int, highest: int
) -> None:
    levels = [1, *sorted(steps)]
    bonuses = sorted([first, *steps.values()])
    last = min(highest, levels[-1])

    tuning = tuning_with(
        skill_curve="table",
        max_skill_level=last,
        skill_table=points(*((level, bonus / 100) for level, bonus in zip(levels, bonuses, strict=True))),
    )

    given_points = dict(zip(levels, bonuses, strict=True))
    assert len(tuning.skill_bonuses) == last + 1
    assert list(tuning.skill_bonuses[1:]) == sorted(tuning.skill_bonuses[1:])
    assert {level: tuning.skill_bonuses[level] for level in levels if level <= last} == {
        level: bonus for level, bonus in given_points.items() if level <= last
    }


@given(st.integers(1, 999), st.integers(2, 1000), st.integers(0, 10_000_000), st.integers(0, 10_000_000))
def test_skill_table__between_two_levels__lies_within_half_a_hundredth_of_the_line(
    low: int, high: int, low_bonus: int, more: int
) -> None:
    assume(1 < low < high and low_bonus + more <= 10_000_000)
    table = points((1, 0), (low, low_bonus / 100), (high, (low_bonus + more) / 100))

    bonuses = tuning_with(skill_curve="table", max_skill_level=high, skill_table=table).skill_bonuses

    for level in {low, (low + high) // 2, high - 1, high}:
        line = low_bonus + Fraction(more * (level - low), high - low)
        assert line - Fraction(1, 2) < bonuses[level] <= line + Fraction(1, 2)


@pytest.mark.parametrize("part", CATALOGUE)
def test_title__of_any_entry__is_taken_and_changes_no_rule(part: str) -> None:
    name = next(iter(document_with()[part]))

    assert tuning_with(**{part: {name: {"title": "Ein Titel, 🃏"}}}) == SHIPPED
    assert refusals(**{part: {name: {"title": ""}}}) == [
        f"/{part}/{name}/title Must be a string of 1 to 100 characters."
    ]


def test_skill__written_as_its_suits_alone__is_the_same_skill() -> None:
    short = document_with(skills={"stealth": ["spades"], "mining": ["diamonds", "clubs"]})

    assert read_tuning(short) == tuning_with(skills={"mining": {"suits": ["diamonds", "clubs"]}})
    assert canonical(short) == document_with(skills={"mining": {"suits": ["diamonds", "clubs"]}})
    assert canonical(document_with()) == document_with()


@pytest.mark.parametrize("skills", [5, [], {"mining": 5}])
def test_canonical__document_that_is_no_tuning__is_left_to_its_reader(skills: Any) -> None:
    document = document_with() | {"skills": skills}

    assert canonical(document) == document
