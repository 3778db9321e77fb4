"""Probabilities over an evenly spaced grid of points, and their sums by convolution."""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Final

import numpy as np
import numpy.typing as npt

from service.rules.points import Hundredths

Floats = npt.NDArray[np.float64]

NEGLIGIBLE: Final = 1e-13
"""What a tail may weigh to be cut off. At most 38 sums make a side of a gang war: far below 1e-9 in all."""


@dataclass(frozen=True, slots=True, eq=False)
class Spread:
    """The probability of `low`, of `low + step`, of `low + 2 * step`, and so on."""

    low: Hundredths
    step: Hundredths
    weights: Floats

    def __len__(self) -> int:
        """How many places the grid has."""
        return len(self.weights)

    def trimmed(self) -> "Spread":
        """The same without the outermost values that together weigh next to nothing."""
        upwards = np.cumsum(self.weights)
        downwards = np.cumsum(self.weights[::-1])
        first = int(upwards.searchsorted(NEGLIGIBLE / 2))
        last = len(self) - int(downwards.searchsorted(NEGLIGIBLE / 2))
        return Spread(self.low + first * self.step, self.step, self.weights[first:last])


def transform_length(length: int) -> int:
    """The least length of the form 2^k or 3 * 2^k that holds as many values: these transform fast."""
    return min(1 << (length - 1).bit_length(), 3 << max(0, (-(-length // 3) - 1).bit_length()))


def _sum_of_two(one: Spread, other: Spread) -> Spread:
    length = len(one) + len(other) - 1
    size = transform_length(length)
    product = np.fft.rfft(one.weights, size) * np.fft.rfft(other.weights, size)
    # A transform leaves rounding noise of either sign where the weight is nothing.
    weights = np.fft.irfft(product, size)[:length].clip(min=0)
    return Spread(one.low + other.low, one.step, weights).trimmed()


def sum_of(spreads: Sequence[Spread]) -> Spread:
    """The spread of the sum of independent values on one step, shortest first so that tails go early."""
    waiting = [(len(spread), order, spread) for order, spread in enumerate(spreads)]
    heapify(waiting)
    for order in range(len(spreads), 2 * len(spreads) - 1):
        total = _sum_of_two(heappop(waiting)[2], heappop(waiting)[2])
        heappush(waiting, (len(total), order, total))
    return waiting[0][2]


def compare(one: Spread, parts: int, other: Spread, other_parts: int) -> tuple[float, float]:
    """The probabilities that one sum divided by its parts is above, and is equal to, the other divided by its own."""
    # one / parts > other / other_parts, in whole numbers: one * other_parts > other * parts.
    scaled = (one.low + one.step * np.arange(len(one), dtype=np.int64)) * other_parts
    places = scaled - other.low * parts
    grid = other.step * parts
    below = np.clip(-(-places // grid), 0, len(other))
    cumulative = np.concatenate(([0.0], np.cumsum(other.weights)))
    above = float(np.dot(one.weights, cumulative[below]))
    equal_at = places // grid
    met = (places % grid == 0) & (equal_at >= 0) & (equal_at < len(other))
    equal = float(np.dot(one.weights[met], other.weights[equal_at[met]]))
    return above, equal
