"""Gang scores counted in whole numbers, with no transform and no rounding."""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, prod

import numpy as np

from tests.oracle.brute_force import Counts
from tests.oracle.every_hand import HANDS


def counts_of_sum(totals: Sequence[Counts]) -> Counts:
    """How many of all draws of these participants lead to each sum of their totals."""
    lows = [min(counts) for counts in totals]
    step = gcd(*(value - low for low, counts in zip(lows, totals, strict=True) for value in counts)) or 1
    shifted = [
        {(value - low) // step: hands for value, hands in counts.items()}
        for low, counts in zip(lows, totals, strict=True)
    ]
    # The cube of the number of hands is the last power below 2 ** 64; beyond that, Python's own whole numbers.
    sums = _by_adding_up(shifted) if len(totals) <= 3 else _by_one_product(shifted)
    return {sum(lows) + step * place: draws for place, draws in sums.items()}


def _by_adding_up(totals: Sequence[Counts]) -> Counts:
    sums = np.ones(1, dtype=np.uint64)
    for counts in totals:
        longer = np.zeros(len(sums) + max(counts), dtype=np.uint64)
        for place, hands in counts.items():
            longer[place : place + len(sums)] += sums * np.uint64(hands)
        sums = longer
    there = np.flatnonzero(sums)
    return dict(zip(there.tolist(), sums[there].tolist(), strict=True))


def _by_one_product(totals: Sequence[Counts]) -> Counts:
    """As numbers are multiplied by hand: each count has digits of its own, and they are too many to be carried over."""
    size = (HANDS ** len(totals)).bit_length() // 8 + 1
    numbers = []
    for counts in totals:
        digits = bytearray(size * (max(counts) + 1))
        for place, hands in counts.items():
            digits[size * place : size * (place + 1)] = hands.to_bytes(size, "little")
        numbers.append(int.from_bytes(digits, "little"))
    product = prod(numbers)
    digits = bytearray(product.to_bytes(size * (sum(map(max, totals)) + 1), "little"))
    found = (
        (start // size, int.from_bytes(digits[start : start + size], "little")) for start in range(0, len(digits), size)
    )
    return {place: draws for place, draws in found if draws}


def above_and_equal(one: Counts, parts: int, other: Counts, other_parts: int) -> tuple[Fraction, Fraction]:
    """The exact chances that one sum by its parts is above the other by its own, and that they are equal."""
    # Sums brought to one denominator; walking up both at once, `below` is what the other has under this one.
    others = sorted((value * parts, number) for value, number in other.items())
    place = below = above = equal = 0
    for value, number in sorted(one.items()):
        scaled = value * other_parts
        while place < len(others) and others[place][0] < scaled:
            below += others[place][1]
            place += 1
        above += number * below
        if place < len(others) and others[place][0] == scaled:
            equal += number * others[place][1]
    pairs = HANDS ** (parts + other_parts)
    return Fraction(above, pairs), Fraction(equal, pairs)
