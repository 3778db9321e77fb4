"""The inverse of the odds: the last figure that gives what is wanted, and its neighbour that does not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.destiny.growth import GrowingStrength
from service.engines.destiny.odds.challenge import ChallengeSide
from service.engines.destiny.odds.duel import DuelSide, odds_between
from service.engines.destiny.odds.solve import (
    Direction,
    Measure,
    Solution,
    Step,
    expected_total,
    flat_against,
    flat_for,
    flat_for_total,
    level_for,
    search,
    successes,
    threshold_for,
    wins,
)
from service.engines.destiny.odds.totals import Totals, class_totals
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.engines.points import LIMIT, POINT
from tests.builders.tunings import tuning_with
from tests.strategies import bounded_to, strengths

TUNING = tuning_with()
OPPONENT = Strength((3_000, 3_000, 3_000, 3_000))
GROWING = GrowingStrength.of(Strength(), frozenset({"stealth", "brawling"}), TUNING)
wanted = st.integers(0, HAND_COUNT)


@given(st.lists(st.integers(0, 20), min_size=1, max_size=30), st.integers(0, 22), st.sampled_from(Direction))
def test_search__of_any_steps__finds_what_trying_all_figures_finds(
    steps: list[int], least: int, direction: Direction
) -> None:
    gives = sorted(steps, reverse=direction is Direction.FALLING)
    hard_to_easy = range(len(gives)) if direction is Direction.RISING else range(len(gives) - 1, -1, -1)
    good = [figure for figure in hard_to_easy if gives[figure] >= least]

    found = search(lambda figure: gives[figure], least, 0, len(gives) - 1, direction)

    if not good:
        easiest = hard_to_easy[-1]
        assert found == Solution(reached=False, found=Step(easiest, gives[easiest]), next=None)
    else:
        harder = good[0] - direction.value
        neighbour = Step(harder, gives[harder]) if 0 <= harder < len(gives) else None
        assert found == Solution(reached=True, found=Step(good[0], gives[good[0]]), next=neighbour)


@pytest.mark.parametrize("critical", [False, True])
@given(strengths, wanted)
@bounded_to(30)
def test_threshold__for_any_chance__is_the_highest_that_gives_it(
    critical: bool,  # noqa: FBT001  pytest calls it
    strength: Strength,
    least: int,
) -> None:
    side = ChallengeSide.of(strength, TUNING)

    found = threshold_for(strength, TUNING, least, critical=critical)

    for step in filter(None, (found.found, found.next)):
        degrees = side.degrees_against(step.value)
        assert step.gives == (degrees[0] if critical else degrees[0] + degrees[1])
    check_neighbours(found, least, Direction.FALLING, 0, LIMIT)


MEASURES: dict[str, Measure] = {
    "success": successes(275 * POINT, TUNING, critical=False),
    "critical success": successes(150 * POINT, TUNING, critical=True),
    "win": wins(OPPONENT, TUNING),
    "total": expected_total(TUNING),
}


@pytest.mark.parametrize("what", MEASURES)
def test_level__for_what_each_level_gives__is_the_lowest(what: str) -> None:
    measure = MEASURES[what]
    gives = [measure(GROWING.at(level)) for level in range(101)]

    for least in {gives[0], gives[0] + 1, gives[50], gives[50] + 1, gives[100], gives[100] + 1}:
        found = level_for(GROWING, measure, least)
        check_neighbours(found, least, Direction.RISING, 0, 100)
        assert found.found.gives == gives[found.found.value]
        assert found.found.value == next((level for level in range(101) if gives[level] >= least), 100)


@pytest.mark.parametrize("what", MEASURES)
def test_flat__for_what_a_level_gives__is_the_smallest(what: str) -> None:
    measure = MEASURES[what]
    least = measure(GROWING.at(60))

    found = flat_for(GROWING.at(30), measure, least)

    assert found.reached
    assert found.next
    assert found.found.gives >= least > found.next.gives
    assert found.found.value == found.next.value + 1


AUTO_WIN = tuning_with(royal_flush_auto_win=True)


@pytest.mark.parametrize("tuning", [TUNING, AUTO_WIN], ids=["", "royal auto-win"])
@pytest.mark.parametrize("critical", [False, True])
@given(strengths, st.integers(0, 1_000 * POINT), wanted)
@bounded_to(15)
def test_flat__against_any_threshold__is_what_measuring_each_finds(
    tuning: Tuning,
    critical: bool,  # noqa: FBT001  pytest calls it
    strength: Strength,
    threshold: int,
    least: int,
) -> None:
    measured = flat_for(strength, successes(threshold, tuning, critical=critical), least)

    assert flat_against(strength, threshold, tuning, least, critical=critical) == measured


@given(strengths, st.integers(0, 1_000 * POINT))
@bounded_to(15)
def test_flat__for_any_expected_total__is_what_measuring_each_finds(strength: Strength, least: int) -> None:
    sum_of_all = least * HAND_COUNT

    assert flat_for_total(strength, TUNING, sum_of_all) == flat_for(strength, expected_total(TUNING), sum_of_all)


def test_measures__of_a_strength__are_those_of_the_odds() -> None:
    strength = GROWING.at(40)
    critical, success, _, _ = ChallengeSide.of(strength, TUNING).degrees_against(275 * POINT)
    duel = odds_between(DuelSide.of(strength, TUNING), DuelSide.of(OPPONENT, TUNING), TUNING)

    assert successes(275 * POINT, TUNING, critical=False)(strength) == critical + success
    assert successes(275 * POINT, TUNING, critical=True)(strength) == critical
    assert wins(OPPONENT, TUNING)(strength) == duel.actor_wins
    assert expected_total(TUNING)(strength) == Totals.of(class_totals(strength, TUNING)).points_of_all()


def check_neighbours(found: Solution, least: int, direction: Direction, low: int, high: int) -> None:
    """What is found gives enough, its neighbour does not, and only a bound has no neighbour."""
    hardest, easiest = (low, high) if direction is Direction.RISING else (high, low)
    assert found.reached == (found.found.gives >= least)
    if not found.reached:
        assert found.found.value == easiest
        assert found.next is None
    elif found.next is None:
        assert found.found.value == hardest
    else:
        assert found.next.value == found.found.value - direction.value
        assert found.next.gives < least
