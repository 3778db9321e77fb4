"""Probabilities on an evenly spaced grid of points, their sums, and comparisons between two of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np

from service.engines.destiny.odds.totals import HANDS, Integers
from service.engines.destiny.odds.transforms import Floats, Spectrum, slices
from service.engines.draws import HAND_COUNT
from service.engines.pauses import Pause, each, no_pause
from service.engines.points import Hundredths

_AT_ONCE: Final = 1 << 13
"""How many places are compared at once: few enough that numpy does not start threads for a product of them."""

# The C library gives freed memory back to the system at once unless it has seen a larger block freed. A long transform
# would spend half of its time on getting the pages back. This block is never written to, so it takes no memory itself.
np.empty((1 << 25) - (1 << 16), dtype=np.uint8)


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
    """The sum of the weights at each place, for at least `size` places."""
    return np.bincount(places, weights, minlength=size).astype(np.float64, copy=False)


def compare(one: Spread, parts: int, other: Spread, other_parts: int, pause: Pause = no_pause) -> tuple[float, float]:
    """The probabilities that one sum divided by its parts is above, and that it equals, the other so divided."""
    # one / parts > other / other_parts, in whole numbers: one * other_parts > other * parts.
    start, step, unit = one.low * other_parts - other.low * parts, one.step * other_parts, other.step * parts
    cumulative = np.zeros(len(other) + 1)
    for some in each(slices(len(other)), pause):
        np.cumsum(other.weights[some], out=cumulative[some.start + 1 : some.stop + 1])
        cumulative[some.start + 1 : some.stop + 1] += cumulative[some.start]
    above = equal = 0.0
    for some in each(slices(len(one), _AT_ONCE), pause):
        weights = one.weights[some]
        scaled = np.arange(some.start, some.stop) * step + start
        at = scaled // unit
        on_grid = at * unit == scaled
        above += float(np.dot(weights, cumulative[(at + ~on_grid).clip(0, len(other))]))
        met = on_grid & (at >= 0) & (at < len(other))
        equal += float(np.dot(weights[met], other.weights[at[met]]))
    return above, equal


NEGLIGIBLE: Final = 1e-13
"""The chance of a sum beyond either end of its range: far below the promised error, 1e-9."""
_CHANCES: Final = HANDS / HAND_COUNT
_CELLS: Final = 256
"""How finely each total is divided to find the range. Coarse cells make it wider, never too narrow."""
_RATES: Final = np.geomspace(0.25, 1024, 32)
"""Candidate rates for Chernoff's bound, in units of one over the widest total."""


@dataclass(frozen=True, slots=True)
class SumRange:
    """The range of a sum of totals, except for a chance of `NEGLIGIBLE` at either end."""

    low: Hundredths
    step: Hundredths
    places: int

    @classmethod
    def of(cls, totals: Sequence[Integers], step: Hundredths) -> Self:
        """The range of the sum of these totals, each given by hand class. Differences must be multiples of `step`."""
        lows = [int(values.min()) for values in totals]
        widths = [(int(values.max()) - low) // step for values, low in zip(totals, lows, strict=True)]
        low, last = 0, sum(widths)
        if len(totals) > 1 and last:
            cells = [_cells(values - low, step) for values, low in zip(totals, lows, strict=True)]
            # For the upper end a cell counts as its upper edge; for the lower end, mirrored, as its lower edge.
            last = min(last, _reach([(edges + size, weights) for edges, size, weights in cells]))
            mirrored = [(width - edges, weights) for (edges, _, weights), width in zip(cells, widths, strict=True)]
            low = max(0, sum(widths) - _reach(mirrored))
        return cls(sum(lows) + low * step, step, last - low + 1)


def _cells(places_from_low: Integers, step: Hundredths) -> tuple[Integers, int, Floats]:
    """The lower edges of cells of one size, that size, and the chance of each cell."""
    places = places_from_low // step
    size = int(places.max()) // _CELLS + 1
    weights = summed(places // size, _CHANCES)
    held = np.flatnonzero(weights)
    return held * size, size - 1, weights[held]


def _reach(parts: Sequence[tuple[Integers, Floats]]) -> int:
    """A place that the sum of these parts exceeds with a chance of at most `NEGLIGIBLE`, by Chernoff's bound."""
    widest = max(int(places.max()) for places, _ in parts)
    rates = _RATES / max(1, widest)
    logs = np.zeros(len(rates))
    for places, weights in parts:
        exponents = np.outer(rates, places)
        highest = exponents.max(axis=1)
        logs += highest + np.log(np.exp(exponents - highest[:, None]) @ weights)
    return int(np.ceil(((logs - np.log(NEGLIGIBLE)) / rates).min()))


def sum_of(totals: Sequence[Integers], within: SumRange, pause: Pause = no_pause) -> Spread:
    """The spread of the sum of these totals over its range. `pause` is called between steps of the work."""
    low, step, places = within.low, within.step, within.places
    if len(totals) == 1:
        return Spread(low, step, summed((totals[0] - low) // step, _CHANCES))
    spectrum = Spectrum(places)
    below = low
    for kind, number in Counter(values.tobytes() for values in totals).items():
        values = np.frombuffer(kind, dtype=np.int64)
        lowest = int(values.min())
        below -= number * lowest
        # A single total may wrap around; only the sum of all must hardly ever do so.
        spectrum.add((values - lowest) // step, _CHANCES, number, pause)
    weights = spectrum.chances(pause)
    # A transform leaves rounding noise of either sign where the weight is zero.
    for some in each(slices(len(weights)), pause):
        np.maximum(weights[some], 0, out=weights[some])
    begin = below // step % spectrum.size
    if begin + places > spectrum.size:
        weights = np.roll(weights, -begin)
        begin = 0
    return Spread(low, step, weights[begin : begin + places])
