"""Probabilities over an evenly spaced grid of points, and which of two is the higher."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from service.rules.destiny.odds.class_table import Integers
from service.rules.points import Hundredths

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """The probability of `low`, of `low + step`, of `low + 2 * step`, and so on."""

    low: Hundredths
    step: Hundredths
    weights: Floats

    def __len__(self) -> int:
        """How many places the grid has."""
        return len(self.weights)


def summed(places: Integers, weights: Floats, size: int = 0) -> Floats:
    """The sum of the weights at each place, for at least so many places."""
    return np.bincount(places, weights, minlength=size).astype(np.float64, copy=False)


def compare(one: Spread, parts: int, other: Spread, other_parts: int) -> tuple[float, float]:
    """The probabilities that one sum divided by its parts is above, and is equal to, the other divided by its own."""
    # one / parts > other / other_parts, in whole numbers: one * other_parts > other * parts.
    scaled = (one.low + one.step * np.arange(len(one), dtype=np.int64)) * other_parts
    scaled -= other.low * parts
    at, rest = np.divmod(scaled, other.step * parts)
    on_grid = rest == 0
    cumulative = np.concatenate(([0.0], np.cumsum(other.weights)))
    below = np.clip(at + ~on_grid, 0, len(other))
    above = float(np.dot(one.weights, cumulative[below]))
    met = on_grid & (at >= 0) & (at < len(other))
    equal = float(np.dot(one.weights[met], other.weights[at[met]]))
    return above, equal
