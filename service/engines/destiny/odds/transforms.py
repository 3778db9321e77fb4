"""Fourier transforms of the chances of totals, in steps that are short however many places there are.

One long transform would keep everything else in the process waiting. And there are few totals, so most of its places
would hold nothing. So the spectrum is a matrix: every row holds the frequencies that are equal modulo the number of
rows. A row is the transform of as many values as there are columns: each total counts in the column of its place,
turned by the row's power of a root of unity. A few rows at a time stay in the processor's cache.

Spectra are only multiplied, and transformed back. What exceeds the number of places wraps around.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pauses import Pause, each, no_pause

Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Complexes = npt.NDArray[np.complex128]
AT_ONCE: Final = 1 << 15
"""How many values a step takes: few enough to stay in the cache, which takes some tenths of a millisecond."""
_MOST_COLUMNS: Final = 1 << 13


def slices(length: int, size: int = AT_ONCE) -> Iterator[slice]:
    """The slices of this size, and the shorter one that is left, of something of this length."""
    return (slice(start, min(length, start + size)) for start in range(0, length, size))


class Spectrum:
    """The spectrum of a sum of independent totals. To begin with, nothing is added: the sum is zero for certain."""

    def __init__(self, places: int) -> None:
        """For at least so many places."""
        self._columns = min(_MOST_COLUMNS, 1 << (places - 1).bit_length())
        self._turns = 2 * -(-places // (2 * self._columns))
        """How many rows there are with those that mirror others, as the values are real."""
        self.size: Final = self._turns * self._columns
        self._rows = np.ones((self._turns // 2 + 1, self._columns), dtype=np.complex128)

    def add(self, places: Integers, chances: Floats, number: int = 1, pause: Pause = no_pause) -> None:
        """Add so many totals, each of which is at these places with these chances. `pause` is called in between."""
        column = places % self._columns
        # Most columns hold one total. The others' further totals come last, and are added to the first.
        held, first = np.unique(column, return_index=True)
        further = np.delete(np.arange(len(places)), first)
        order, shared = np.concatenate((first, further)), column[further]
        turned, turn = chances[order].astype(np.complex128), self._root(places[order])
        room = np.zeros((min(len(self._rows), AT_ONCE // self._columns), self._columns), dtype=np.complex128)
        for some in each(slices(len(self._rows), len(room)), pause):
            rows = room[: some.stop - some.start]
            for row in rows:
                row[held] = turned[: len(held)]
                np.add.at(row, shared, turned[len(held) :])
                turned *= turn
            spectrum = np.fft.fft(rows)
            for _ in range(number):
                self._rows[some] *= spectrum

    def chances(self, pause: Pause = no_pause) -> Floats:
        """The chance of the sum at each place. The spectrum is used up."""
        at_once = AT_ONCE // self._columns
        turned, turn = np.ones(self._columns, dtype=np.complex128), self._root(-np.arange(self._columns))
        for some in each(slices(len(self._rows), at_once), pause):
            for row, values in zip(self._rows[some], np.fft.ifft(self._rows[some]), strict=True):
                np.multiply(values, turned, out=row)
                turned *= turn
        values = np.empty((self._turns, self._columns))
        for some in each(slices(self._columns, max(1, AT_ONCE // self._turns)), pause):
            values[:, some] = np.fft.irfft(self._rows[:, some], self._turns, axis=0)
        return values.reshape(-1)

    def _root(self, powers: Integers) -> Complexes:
        """The root of unity to these powers."""
        roots: Complexes = np.exp(-2j * np.pi / self.size * powers)
        return roots
