"""How large a gang war may be for exact odds, and what is said of a larger one."""

import pytest

from service.rules.destiny.contests import GangWarContest
from service.rules.destiny.modifiers import Modifier, SuitBonuses
from service.rules.destiny.odds.gang_war import MOST_STEPS, gang_war_odds
from service.rules.destiny.participants import Strength
from service.rules.destiny.tuning import GangMethod
from service.rules.errors import InvalidInput
from tests.tunings import tuning_with

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
    """Totals from 23 points, with no spade, to 500 points and five spades; on a grid of hundredths if that is odd."""
    bonuses: SuitBonuses = (spades, 0, 0, 0)
    return Strength(bonuses)


def _widest(method: GangMethod) -> int:
    """The most a bonus in spades may be for one participant to fit: total - 20.00 <= the limit."""
    # The lowest total is that of 2-3-4-5-7 without spades: 16 points.
    return (MOST_STEPS[method] - 50_000 + 1_600) // 5


@pytest.mark.parametrize(("method", "most"), [(AVERAGE, "41943.04"), (BEST_THREE, "5242.88")])
def test_gang_war_odds__totals_spread_too_wide__name_the_side_and_the_limit(method: GangMethod, most: str) -> None:
    fits, too_wide = (_wide(_widest(method) // 2 * 2 - 1),), (_wide(_widest(method) // 2 * 2 + 3),)
    message = f"Totals spread too wide for exact odds: by {method} they may span {most} points in all."

    assert _refusal(GangWarContest(method, too_wide, fits)) == [("/attackers", message)]
    assert _refusal(GangWarContest(method, (NEWCOMER,), too_wide)) == [("/defenders", message)]
    assert gang_war_odds(GangWarContest(method, fits, (NEWCOMER,)), tuning_with()).attackers_win > 0.5


def test_gang_war_odds__coarser_grid__may_span_more_points() -> None:
    # In whole points, a hundred times as wide fits in as many steps.
    odds = gang_war_odds(GangWarContest(AVERAGE, (_wide(1_000_000),), (NEWCOMER,)), tuning_with())
    message = "Totals spread too wide for exact odds: by average they may span 4194304 points in all."

    assert odds.attackers_win > 0.5
    assert _refusal(GangWarContest(AVERAGE, (_wide(100_000_000),), (NEWCOMER,))) == [("/attackers", message)]


def test_gang_war_odds__average__adds_up_the_widths_of_a_side() -> None:
    half = _wide(_widest(AVERAGE) // 2 // 2 * 2 - 1)
    fits = GangWarContest(AVERAGE, (half,), (NEWCOMER,))

    assert gang_war_odds(fits, tuning_with()).attackers_win > 0.5
    assert [pointer for pointer, _ in _refusal(GangWarContest(AVERAGE, (half, half, half), (NEWCOMER,)))] == [
        "/attackers"
    ]


def test_gang_war_odds__best_three__is_as_wide_as_from_the_lowest_to_the_highest_of_a_side() -> None:
    far = Strength(modifiers=(Modifier("modifier:moon", MOST_STEPS[BEST_THREE] - 1),))
    message = "Totals spread too wide for exact odds: by best_three they may span 5242.88 points in all."
    side = (NEWCOMER, NEWCOMER, NEWCOMER, far)

    assert _refusal(GangWarContest(BEST_THREE, side, (NEWCOMER,))) == [("/attackers", message)]
