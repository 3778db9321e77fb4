"""How much work the odds of a gang war may be, and what is said where it would be more."""

import re

import pytest

from service.engines.destiny.contests import GangWarContest
from service.engines.destiny.modifiers import Modifier, SuitBonuses
from service.engines.destiny.odds.gang_war import MOST_STEPS_OF_BEST_THREE, gang_war_odds, most_steps_of_a_sum
from service.engines.destiny.odds.totals import class_totals
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import GangMethod
from service.engines.errors import InvalidInput
from tests.builders.tunings import tuning_with

NEWCOMER = Strength()
AVERAGE, BEST_THREE = GangMethod.AVERAGE, GangMethod.BEST_THREE


def _refusal(contest: GangWarContest) -> list[tuple[str, str]]:
    with pytest.raises(InvalidInput) as refused:
        gang_war_odds(contest, tuning_with())
    return [(mistake.pointer, mistake.message) for mistake in refused.value.mistakes]


@pytest.mark.parametrize(("method", "most"), [(AVERAGE, 20), (BEST_THREE, 5)])
def test_gang_war_odds__one_too_many__names_the_side_and_the_limit(method: GangMethod, most: int) -> None:
    fits, too_many = (NEWCOMER,) * most, (NEWCOMER,) * (most + 1)
    message = f"Odds by {method} take at most {most} participants a side."

    assert _refusal(GangWarContest(method, too_many, fits)) == [("/attackers", message)]
    assert _refusal(GangWarContest(method, fits, too_many)) == [("/defenders", message)]
    assert _refusal(GangWarContest(method, too_many, too_many)) == [("/attackers", message), ("/defenders", message)]
    assert gang_war_odds(GangWarContest(method, fits, fits), tuning_with()).tied_scores < 1


def _wide(spades: int) -> Strength:
    """Totals from 16 points, with no spade, to 500 points and five spades; on a grid of hundredths if that is odd."""
    bonuses: SuitBonuses = (spades, 0, 0, 0)
    return Strength(bonuses)


def _far_above(steps: int) -> Strength:
    """A participant whose highest total is so many hundredths above the lowest of a newcomer."""
    totals = class_totals(NEWCOMER, tuning_with())
    return Strength(modifiers=(Modifier("modifier:moon", steps - int(totals.max() - totals.min())),))


@pytest.mark.parametrize("number", [4, 5])
def test_gang_war_odds__best_three__may_spread_from_the_lowest_to_the_highest_total(number: int) -> None:
    most = MOST_STEPS_OF_BEST_THREE[number]
    others = (_wide(1), *(NEWCOMER,) * (number - 2))  # one on a grid of hundredths puts all on it
    too_wide = GangWarContest(BEST_THREE, (*others, _far_above(most + 1)), (NEWCOMER,))
    fits = GangWarContest(BEST_THREE, (*others, _far_above(most)), (NEWCOMER,))
    message = (
        f"Totals spread too wide for exact odds. The totals of {number} by best_three may span {most / 100:g} points; "
        f"these span {(most + 1) / 100:g}. Fewer participants or smaller bonuses span less."
    )

    assert _refusal(too_wide) == [("/attackers", message)]
    assert gang_war_odds(fits, tuning_with()).attackers_win > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 5, 20])
def test_gang_war_odds__sum_of_wide_totals__names_what_would_fit(number: int) -> None:
    def refusal(points: int) -> str:
        side = (_wide(100 * points + 1),) * number
        try:
            gang_war_odds(GangWarContest(AVERAGE, (NEWCOMER,), side), tuning_with())
        except InvalidInput as refused:
            (mistake,) = refused.mistakes
            assert mistake.pointer == "/defenders"
            return mistake.message
        return ""

    widest_that_fits, too_wide = 1, 2**20
    while too_wide - widest_that_fits > 1:
        middle = (widest_that_fits + too_wide) // 2
        widest_that_fits, too_wide = (widest_that_fits, middle) if refusal(middle) else (middle, too_wide)
    said = re.fullmatch(
        rf"Totals spread too wide for exact odds\. The sum of {number} totals may span ([\d.]+) points; "
        r"these span ([\d.]+)\. Fewer participants or smaller bonuses span less\.",
        refusal(too_wide),
    )

    assert said is not None
    most, spread = (round(float(points) * 100) for points in said.groups())
    assert most == most_steps_of_a_sum(number)
    assert most < spread < most * 1.02  # one point more a card is as much for twenty


def test_gang_war_odds__sum_of_many__spans_far_less_than_all_of_its_totals() -> None:
    # Twenty totals that span 634.05 points each: their sums lie within 12,681 points, most surely in a quarter of that.
    side = (_wide(3_001),) * 20
    odds = gang_war_odds(GangWarContest(AVERAGE, side, side), tuning_with())

    assert most_steps_of_a_sum(20) < 20 * 63_405
    assert 2 * odds.attackers_win + odds.tied_scores == pytest.approx(1, abs=1e-12)


def test_gang_war_odds__coarser_grid__may_span_more_points() -> None:
    # In whole points, a hundred times as wide fits in as many steps.
    fits, too_wide = (_wide(10_000_000),) * 2, (_wide(100_000_000),) * 2
    (refusal,) = _refusal(GangWarContest(AVERAGE, too_wide, (NEWCOMER,)))

    assert gang_war_odds(GangWarContest(AVERAGE, fits, (NEWCOMER,)), tuning_with()).attackers_win > 0.5
    assert f"may span {most_steps_of_a_sum(2)} points" in refusal[1]


@pytest.mark.parametrize("method", GangMethod)
def test_gang_war_odds__both_sides_too_wide__are_named_together(method: GangMethod) -> None:
    side = (_wide(10**8 + 1),) * 4

    assert [pointer for pointer, _ in _refusal(GangWarContest(method, side, side))] == ["/attackers", "/defenders"]
