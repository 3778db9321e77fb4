"""From level to bonus, by both curves (ruling A1)."""

from fractions import Fraction
from itertools import pairwise

import pytest

from service.engines.destiny.skills import PUBLISHED_MAX_LEVEL, formula_bonuses, published_bonuses
from service.engines.points import Hundredths

LINEAR, BASE, COEFFICIENT = 750_000, 1_100_000, 50_000

PRINTED = """
1 0.00    26 22.03  51 53.08
5 3.31    30 25.78  60 65.00
10 7.69   35 30.53  70 78.43
15 12.22  40 35.41  80 92.42
20 16.86  45 40.40  90 106.93
25 21.59  50 45.49  100 121.93
"""


def shipped_formula(level: int) -> Hundredths:
    return formula_bonuses(100, LINEAR, BASE, COEFFICIENT)[level]


def is_rounded_half_up(bonus: Hundredths, steps: int) -> bool:
    """Whether it is 100 * (0.75 n + 0.05 n^1.1) to the nearest whole number, decided in whole numbers alone.

    bonus - 1/2 <= 75 n + 5 n^1.1 < bonus + 1/2 says that n^11 lies between the tenth powers of two fractions.
    """
    low, high = (max(Fraction(0), (bonus + Fraction(side, 2) - 75 * steps) / 5) for side in (-1, 1))
    return low**10 <= steps**11 < high**10


def test_published__every_printed_level__is_the_printed_bonus() -> None:
    words = PRINTED.split()
    printed = {int(level): int(bonus.replace(".", "")) for level, bonus in zip(words[::2], words[1::2], strict=True)}
    bonuses = published_bonuses(100)

    assert len(printed) == 18
    assert {level: bonuses[level] for level in printed} == printed


def test_published__level_32_of_the_examples__is_a_point_of_its_own() -> None:
    assert published_bonuses(100)[32] == 2728


@pytest.mark.parametrize(
    ("level", "bonus"),
    [
        (2, 83),  # 331 / 4 = 82.75
        (3, 166),  # 331 / 2 = 165.5: the middle goes up
        (4, 248),  # 331 * 3 / 4 = 248.25
        (6, 419),  # 331 + 438 / 5 = 418.6
        (31, 2653),  # half-way from 25.78 to 27.28
        (33, 2836),  # 2728 + 325 / 3 = 2836.33
        (34, 2945),  # 2728 + 650 / 3 = 2944.67
        (99, 12043),  # 10693 + 1500 * 9 / 10
    ],
)
def test_published__level_between__lies_on_the_line_rounded_half_up(level: int, bonus: Hundredths) -> None:
    assert published_bonuses(100)[level] == bonus


def test_published__all_levels__rise() -> None:
    bonuses = published_bonuses(PUBLISHED_MAX_LEVEL)

    assert len(bonuses) == 101
    assert all(lower < higher for lower, higher in pairwise(bonuses[1:]))


def test_published__lower_highest_level__ends_there() -> None:
    assert published_bonuses(5) == published_bonuses(100)[:6]


@pytest.mark.parametrize(
    ("level", "bonus"), [(1, 0), (2, 80), (10, 731), (20, 1553), (35, 2792), (45, 3621), (50, 4037), (100, 8209)]
)
def test_formula__level__is_the_document_s_formula(level: int, bonus: Hundredths) -> None:
    assert shipped_formula(level) == bonus


def test_formula__all_levels__are_rounded_right_to_the_last_hair() -> None:
    assert len(formula_bonuses(100, LINEAR, BASE, COEFFICIENT)) == 101
    assert [level for level in range(2, 101) if not is_rounded_half_up(shipped_formula(level), level - 1)] == []


def test_formula__independent_check__would_notice_a_cent() -> None:
    assert not any(is_rounded_half_up(shipped_formula(45) + slip, 44) for slip in (-1, 1))


def test_formula__linear_part_that_ends_in_half_a_cent__goes_up() -> None:
    assert formula_bonuses(4, 5_000, 1_000_000, 0) == (0, 0, 1, 1, 2)


def test_formula__root_that_is_exactly_half_a_cent__goes_up() -> None:
    # Nine steps: 9 ** 0.5 * 0.015 = 0.045, which rounding to even would make 0.04.
    assert formula_bonuses(10, 0, 500_000, 15_000)[10] == 5
    # Sixteen steps: 16 ** 0.25 * 0.0025 = 0.005.
    assert formula_bonuses(17, 0, 250_000, 2_500)[17] == 1


def test_formula__whole_exponent__is_exact() -> None:
    assert formula_bonuses(5, 0, 2_000_000, 10_000) == (0, 0, 1, 4, 9, 16)


def test_formula__exponent_zero__gives_every_level_but_the_first_the_same() -> None:
    assert formula_bonuses(4, 0, 0, 1_000_000) == (0, 0, 100, 100, 100)


def test_formula__largest_coefficients__are_exact() -> None:
    # 999 steps: 1000 * 999 + 1000 * 999 ** 5 points.
    assert formula_bonuses(1000, 10**9, 5_000_000, 10**9)[1000] == 100 * (1000 * 999 + 1000 * 999**5)


@pytest.mark.parametrize("coefficients", [(0, 0, 0), (10**9, 5_000_000, 10**9), (LINEAR, BASE, COEFFICIENT)])
def test_formula__first_level__is_always_nothing(coefficients: tuple[int, int, int]) -> None:
    assert formula_bonuses(1, *coefficients) == (0, 0)
