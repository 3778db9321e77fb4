"""Gang scores counted in whole numbers, with no transform and no rounding."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from tests.oracle.brute_force import counted
from tests.oracle.every_hand import HANDS, Integers

Counts = dict[int, int]
"""How many draws lead to each sum."""


def counts_of_sum(totals: Sequence[Integers]) -> Counts:
    """How many of all draws of these participants lead to each sum of their totals."""
    step = int(np.gcd.reduce([np.gcd.reduce(values - values[0]) for values in totals])) or 1
    low = sum(int(values.min()) for values in totals)
    high = sum(int(values.max()) for values in totals)
    # The cube of the number of hands is the last power below 2 ** 64; beyond that, Python's own whole numbers.
    kind: npt.DTypeLike = np.uint64 if len(totals) <= 3 else object
    sums = np.zeros((high - low) // step + 1, dtype=kind)
    sums[0] = 1
    reached = 1
    for values in totals:
        longer = np.zeros_like(sums)
        base = int(values.min())
        for value, hands in counted(values).items():
            place = (value - base) // step
            longer[place : place + reached] += sums[:reached] * (np.uint64(hands) if kind is np.uint64 else hands)
        reached += (int(values.max()) - base) // step
        sums = longer
    return {low + step * int(place): int(sums[place]) for place in np.flatnonzero(sums)}


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
