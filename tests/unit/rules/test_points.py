"""Whole hundredths: what a JSON number means, and what is refused."""

import json
from decimal import Decimal

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engines.points import LIMIT, as_number, as_text, divide_half_up, hundredths, is_number, scaled
from tests.strategies import bounded


def test_hundredths__every_value_with_two_decimals_to_a_thousand__are_exact() -> None:
    for cents in range(100_001):
        text = f"{cents // 100}.{cents % 100:02}"
        assert hundredths(float(text)) == cents, text
        assert hundredths(float("-" + text)) == -cents, text


@pytest.mark.slow
def test_hundredths__every_value_there_and_back_through_json__is_the_same() -> None:
    for cents in range(-100_000, 100_001):
        assert hundredths(json.loads(json.dumps(as_number(cents)))) == cents


def test_hundredths__whole_number__has_none_after_the_point() -> None:
    assert hundredths(275) == 27_500
    assert hundredths(275.0) == 27_500
    assert hundredths(10**30) == 10**32


@pytest.mark.parametrize("number", [2.345, -2.345, 0.001, 1e-9, -1e-9, 5e-324, 0.1 + 0.2, 99_999.995, 103.125])
def test_hundredths__more_than_two_decimals__are_refused(number: float) -> None:
    assert hundredths(number) is None


def test_hundredths__three_decimals_in_every_hundredth__are_refused() -> None:
    for thousandths in range(1, 1_000_000, 10):
        assert hundredths(thousandths / 1000) is None


def test_hundredths__negative_zero__is_zero() -> None:
    assert str(hundredths(-0.0)) == "0"


def test_hundredths__far_beyond_any_limit__are_still_whole() -> None:
    assert hundredths(1e15) == 10**17
    huge = hundredths(1e306)
    assert huge is not None
    assert huge > LIMIT


@pytest.mark.parametrize("number", [1e308, -1e308, float("inf"), float("-inf"), float("nan")])
def test_hundredths__beyond_what_a_double_can_hold__are_refused(number: float) -> None:
    assert hundredths(number) is None


@pytest.mark.parametrize("value", [0, -1, 10**30, 0.0, -0.5, 1e308])
def test_is_number__json_number__is_one(value: object) -> None:
    assert is_number(value)


@pytest.mark.parametrize("value", [True, False, None, "5", [5], {}, float("nan"), float("inf"), float("-inf")])
def test_is_number__anything_else__is_none(value: object) -> None:
    assert not is_number(value)


@pytest.mark.parametrize(
    ("number", "places", "meaning"),
    [(0.05, 6, 50_000), (1.1, 6, 1_100_000), (168.96, 2, 16_896), (2, 6, 2_000_000), (-0.0, 2, 0), (1e22, 2, 10**24)],
)
def test_scaled__decimals_that_fit__is_the_whole_number(number: float, places: int, meaning: int) -> None:
    assert scaled(number, places) == meaning


@pytest.mark.parametrize(("number", "places"), [(0.0000001, 6), (2.345, 2), (1e-300, 6)])
def test_scaled__more_decimals__is_refused(number: float, places: int) -> None:
    assert scaled(number, places) is None


@bounded
@given(st.integers(-LIMIT, LIMIT))
def test_scaled__anything_two_decimals_can_say__agrees_with_hundredths(cents: int) -> None:
    number = as_number(cents)

    assert scaled(number, 2) == hundredths(number) == cents


def test_as_number__whole_points__are_whole_in_json() -> None:
    assert json.dumps([as_number(cents) for cents in (40_000, 16_896, -500, -501, 0)]) == "[400, 168.96, -5, -5.01, 0]"


@pytest.mark.parametrize(
    ("numerator", "denominator", "nearest"),
    [(1, 2, 1), (-1, 2, -1), (3, 2, 2), (-3, 2, -2), (1, 3, 0), (2, 3, 1), (-2, 3, -1), (0, 7, 0), (14, 4, 4)],
)
def test_divide_half_up__middle__goes_away_from_zero(numerator: int, denominator: int, nearest: int) -> None:
    assert divide_half_up(numerator, denominator) == nearest


@bounded
@given(st.integers(-(10**12), 10**12), st.integers(1, 10**7))
def test_divide_half_up__any_quotient__agrees_with_decimal_rounding(numerator: int, denominator: int) -> None:
    quotient = Decimal(numerator) / Decimal(denominator)

    assert divide_half_up(numerator, denominator) == int(quotient.to_integral_value("ROUND_HALF_UP"))


@bounded
@given(st.integers(-(10**12), 10**12) | st.integers(-1000, 1000))
def test_text__of_points__is_that_of_their_number(points: int) -> None:
    assert as_text(points).encode() == orjson.dumps(as_number(points))
