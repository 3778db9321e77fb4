"""Many levels at once: to the hand what each level gives on its own."""

from hypothesis import given
from hypothesis import strategies as st

from service.engines.cards import SUITS, Suit
from service.engines.destiny.growth import GrowingStrength, Growth
from service.engines.destiny.odds.challenge import ChallengeSide
from service.engines.destiny.odds.levels import LevelTotals
from service.engines.destiny.odds.totals import Totals, class_totals
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.documents import Mistakes
from service.engines.points import POINT
from tests.builders.tunings import tuning_with
from tests.strategies import bounded_to, strengths

TUNINGS: dict[str, Tuning] = {
    "shipped": tuning_with(),
    "published curve": tuning_with(skill_curve="published"),
    "royal flush wins": tuning_with(royal_flush_auto_win=True),
    "no margins": tuning_with(critical_margin=0, failure_margin=0),
}
SKILLS = sorted(tuning_with().skills)
growths = st.builds(
    Growth,
    skills=st.lists(st.sampled_from(SKILLS), unique=True, max_size=3).map(tuple),
    suits=st.lists(st.sampled_from(SUITS), unique=True, max_size=4).map(tuple),
)


@given(
    strengths,
    growths,
    st.sampled_from(sorted(TUNINGS)),
    st.lists(st.integers(0, 100), unique=True, min_size=1, max_size=4),
    st.lists(st.integers(0, 60_000), min_size=1, max_size=3),
)
@bounded_to(40)
def test_levels__of_any_build__are_those_of_the_strength_at_each(
    strength: Strength, growth: Growth, name: str, levels: list[int], thresholds: list[int]
) -> None:
    tuning = TUNINGS[name]
    growing = GrowingStrength.of(strength, growth.skills_in(tuning, (), []), tuning)

    found = LevelTotals(growing, levels, tuning)

    alone = [growing.at(level) for level in levels]
    sides = [ChallengeSide.of(one, tuning) for one in alone]
    for threshold in (0, *thresholds):
        by_level = list(zip(*found.degrees_against(threshold), strict=True))
        assert by_level == [side.degrees_against(threshold) for side in sides]
    assert found.points_of_all() == [Totals.of(class_totals(one, tuning)).points_of_all() for one in alone]


def test_growth__of_skills_and_suits__names_the_skills_that_rise() -> None:
    tuning = tuning_with(skills={"duelling": {"suits": ["spades", "clubs"]}})
    spades = {name for name, suits in tuning.skills.items() if Suit.SPADES in suits}

    assert Growth(suits=SUITS).skills_in(tuning, (), []) == tuning.skills.keys()
    assert Growth(("brawling",), (Suit.SPADES,)).skills_in(tuning, (), []) == spades | {"brawling"}
    assert "duelling" in spades


def test_growing_strength__skill_of_two_suits__counts_in_both_and_adds_nothing_at_level_0() -> None:
    tuning = tuning_with(skills={"duelling": {"suits": ["spades", "clubs"]}}, skill_curve="published")
    growing = GrowingStrength.of(Strength(), frozenset({"duelling"}), tuning)

    assert growing.at(0).suit_bonuses == (0, 0, 0, 0)
    assert growing.at(10).suit_bonuses == (769, 0, 769, 0)
    assert growing.at(100).suit_bonuses[0] > 100 * POINT


def test_growth__of_an_unknown_skill__names_it() -> None:
    mistakes: Mistakes = []

    assert Growth(("stealt",)).skills_in(TUNINGS["shipped"], ("grow",), mistakes) == frozenset()
    (mistake,) = mistakes
    assert mistake.path == ("grow", "skills", 0)
