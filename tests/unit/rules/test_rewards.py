"""What crimes pay: exact for one attempt, and against plain convolution for many."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.destiny.odds.rewards import MOST_SUMS, PAYOUT, Payouts, expected_rewards, payout
from service.engines.destiny.tuning import Degree, Tuning
from service.engines.draws import HAND_COUNT
from service.engines.errors import InvalidInput
from service.engines.points import POINT
from tests.builders.tunings import tuning_with
from tests.strategies import bounded_to

SHIPPED = tuning_with()
HALVES = tuning_with(reward_multipliers={"critical_success": 2.5, "success": 1, "failure": 0.5})


def degrees(*hands: int) -> dict[Degree, int]:
    """The hands in each degree; the rest fail critically."""
    given = [*hands, *[0] * (3 - len(hands))]
    return dict(zip(Degree, (*given, HAND_COUNT - sum(hands)), strict=True))


def convolved(payouts: Payouts, attempts: int) -> dict[int, Fraction]:
    """The chance of each sum, one attempt after the other."""
    sums = {0: Fraction(1)}
    for _ in range(attempts):
        more: dict[int, Fraction] = {}
        for total, chance in sums.items():
            for paid, hands in payouts.hands.items():
                more[total + paid] = more.get(total + paid, Fraction()) + chance * Fraction(hands, HAND_COUNT)
        sums = more
    return sums


def test_payout__of_each_degree__is_the_reward_times_its_multiplier() -> None:
    assert [payout(1_250, degree, HALVES) / PAYOUT for degree in Degree] == [31.25, 12.5, 6.25, 0]


def test_one_attempt__of_known_chances__has_their_mean_and_deviation() -> None:
    quarter = HAND_COUNT // 4

    odds = Payouts.of(degrees(quarter, quarter), 100 * POINT, SHIPPED).one()

    assert odds.expected == 75
    assert odds.standard_deviation == sqrt((200**2 + 100**2) / 4 - 75**2)


@pytest.mark.parametrize("reward", [0, 1, 100_000_000])
def test_one_attempt__that_always_succeeds__has_no_deviation(reward: int) -> None:
    payouts = Payouts.of(degrees(0, HAND_COUNT), reward, SHIPPED)

    assert payouts.one().expected == reward / POINT
    assert payouts.one().standard_deviation == 0
    assert set(payouts.many(10_000).quantiles.values()) == {10_000 * reward * 10**6}


@given(
    st.lists(st.integers(0, HAND_COUNT // 3), min_size=3, max_size=3),
    st.integers(1, 6),
    st.sampled_from([SHIPPED, HALVES]),
    st.sampled_from([1, 333, 100_000]),
)
@bounded_to(40)
def test_attempts__of_any_chances__are_those_of_plain_convolution(
    hands: list[int], attempts: int, tuning: Tuning, reward: int
) -> None:
    payouts = Payouts.of(degrees(*hands), reward, tuning)

    found = payouts.many(attempts)

    sums = convolved(payouts, attempts)
    assert found.expected == float(sum(total * chance for total, chance in sums.items()) / PAYOUT)
    for per_cent, quantile in found.quantiles.items():
        share = Fraction(per_cent, 100)
        assert quantile in sums
        assert sum(chance for total, chance in sums.items() if total <= quantile) >= share - Fraction(1, 10**8)
        assert sum(chance for total, chance in sums.items() if total < quantile) < share


def test_attempts__ten_thousand__are_close_to_the_normal_law() -> None:
    found = Payouts.of(degrees(0, HAND_COUNT // 10), 10 * POINT, SHIPPED).many(10_000)

    deviation = sqrt(10_000 * 0.1 * 0.9) * 10
    normal = {5: -1.645, 25: -0.674, 50: 0, 75: 0.674, 95: 1.645}
    for per_cent, quantile in found.quantiles.items():
        assert quantile / PAYOUT == pytest.approx(10_000 + normal[per_cent] * deviation, abs=15)


def test_one_attempt__share_that_ends_exactly_on_a_payout__is_that_payout() -> None:
    quarter = HAND_COUNT // 4

    found = Payouts.of(degrees(quarter, quarter), 100 * POINT, SHIPPED).many(1).quantiles

    assert {per_cent: paid / PAYOUT for per_cent, paid in found.items()} == {5: 0, 25: 0, 50: 0, 75: 100, 95: 200}


def test_attempts__whose_sums_are_too_many__are_refused_with_what_fits() -> None:
    odd = tuning_with(reward_multipliers={"critical_success": 2.001, "success": 1})
    payouts = Payouts.of(degrees(10, 10), 100, odd)
    most = (MOST_SUMS - 1) // 2_001

    assert payouts.many(most).attempts == most
    with pytest.raises(InvalidInput, match=f"^/attempts: Must be at most {most} with these reward multipliers"):
        payouts.many(most + 1)


def test_attempts__one__is_counted_under_any_multipliers() -> None:
    odd = tuning_with(reward_multipliers={"critical_success": 1.999999, "success": 0.000001, "failure": 0.3})

    assert Payouts.of(degrees(10, 10, 10), 100, odd).many(1).quantiles[95] == 0
    with pytest.raises(InvalidInput, match=r"^/attempts: Must be at most 1 with"):
        Payouts.of(degrees(10, 10, 10), 100, odd).many(2)


def test_expected_rewards__of_columns__are_those_of_each_level() -> None:
    columns = ([10, 0], [20, 30], [0, 0], [HAND_COUNT - 30, HAND_COUNT - 30])

    found = expected_rewards(columns, 12_345, SHIPPED)

    assert found == [
        Payouts.of(degrees(10, 20), 12_345, SHIPPED).one().expected,
        Payouts.of(degrees(0, 30), 12_345, SHIPPED).one().expected,
    ]
