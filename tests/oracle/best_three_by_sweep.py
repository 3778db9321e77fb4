"""The sum of the best three by another road: a sweep over the values from the highest down, one value at a time.

What is known between two values is who has been seen so far (fewer than three), and how the sum of those seen is
spread. At each value, who holds it joins; once three or more are there, the sum is complete, and the others hold
that value or less. No transform is used, and all terms but one difference are sums of positive numbers.
"""

from itertools import combinations
from math import prod

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def best_three_by_sweep(chances: Floats) -> Floats:
    """From each participant's chance of every place on a grid that starts at 0: the chance of every sum."""
    members = range(len(chances))
    size = chances.shape[1]
    below = np.cumsum(chances, axis=1) - chances
    sums = np.zeros(3 * size)
    singles = np.zeros((len(chances), size))
    pairs = {pair: np.zeros(2 * size) for pair in combinations(members, 2)}
    for value in np.flatnonzero(chances.any(axis=0))[::-1].tolist():
        at, under = chances[:, value], below[:, value]
        for pair, spread in pairs.items():
            if joining := _joining(1, _others(members, pair), at, under):
                sums[value : value + 2 * size] += spread * joining
        for one in members:
            if joining := _joining(2, _others(members, (one,)), at, under):
                sums[2 * value : 2 * value + size] += singles[one] * joining
        sums[3 * value] += _joining(3, list(members), at, under)
        for (one, two), spread in pairs.items():
            for seen, joins in ((one, at[two]), (two, at[one])):
                if joins:
                    spread[value : value + size] += singles[seen] * joins
            spread[2 * value] += at[one] * at[two]
        singles[:, value] += at
    return sums


def _others(members: range, seen: tuple[int, ...]) -> list[int]:
    return [member for member in members if member not in seen]


def _joining(fewest: int, members: list[int], at: Floats, under: Floats) -> float:
    """The chance that so many members or more hold the value, and the rest less."""
    chance = 0.0
    if sum(at[m] > 0 for m in members) < fewest:
        return chance
    for number in range(fewest, len(members) + 1):
        for holders in combinations(members, number):
            chance += prod(at[m] if m in holders else under[m] for m in members)
    return chance
