"""Fourier transforms of real values, in steps that are short however many values there are.

One long transform would keep everything else in the process waiting. So the values are laid out as a matrix: its
columns are transformed, a few at a time, then turned by the roots of unity, and then its rows are transformed. That is
faster too, as each step stays in the processor's cache. The spectrum is left in the order in which it comes about:
spectra are only multiplied, and transformed back.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pauses import Pause, each, no_pause

Floats = npt.NDArray[np.float64]
Complexes = npt.NDArray[np.complex128]
AT_ONCE: Final = 1 << 15
"""How many values a step takes: few enough to stay in the cache, which takes some tenths of a millisecond."""


def slices(length: int, size: int = AT_ONCE) -> Iterator[slice]:
    """The slices of this size, and the shorter one that is left, of something of this length."""
    return (slice(start, min(length, start + size)) for start in range(0, length, size))


class Transform:
    """Transforms of `size` values."""

    def __init__(self, size: int, pause: Pause = no_pause) -> None:
        self.size = size
        powers_of_two = (size & -size).bit_length() - 1
        # A short transform takes one step: a matrix of one column. Of two sides, the longer one should be the rows'.
        self._columns = 1 if size <= AT_ONCE else 1 << min(powers_of_two, size.bit_length() // 2 + 1)
        self._rows = size // self._columns
        # The other rows of the spectrum of real values mirror these.
        self.shape = (self._rows // 2 + 1, self._columns)
        """That of a spectrum."""
        self._roots = np.empty(self.shape, dtype=np.complex128)
        for some in each(self._some_rows(), pause):
            self._roots[some] = self._roots_of(some)

    def forward(self, values: Floats, pause: Pause) -> Complexes:
        """The spectrum of these values. `pause` is called before each step."""
        matrix = values.reshape(self._rows, self._columns)
        spectrum = np.empty(self.shape, dtype=np.complex128)
        for some in each(self._some_columns(), pause):
            spectrum[:, some] = np.fft.rfft(matrix[:, some], axis=0)
        if self._columns > 1:
            for some in each(self._some_rows(), pause):
                spectrum[some] = np.fft.fft(spectrum[some] * self._roots[some])
        return spectrum

    def back(self, spectrum: Complexes, pause: Pause) -> Floats:
        """The values whose spectrum this is. The spectrum is used up."""
        if self._columns > 1:
            for some in each(self._some_rows(), pause):
                spectrum[some] = np.fft.ifft(spectrum[some]) * self._roots[some].conj()
        values = np.empty((self._rows, self._columns))
        for some in each(self._some_columns(), pause):
            values[:, some] = np.fft.irfft(spectrum[:, some], self._rows, axis=0)
        return values.reshape(-1)

    def _some_columns(self) -> Iterator[slice]:
        return slices(self._columns, max(1, AT_ONCE // self._rows))

    def _some_rows(self) -> Iterator[slice]:
        return slices(self.shape[0], max(1, AT_ONCE // self._columns))

    def _roots_of(self, rows: slice) -> Complexes:
        """For each of these rows and each column, the root of unity to the power of the product of their numbers."""
        # The powers for every column are products of those for few: it saves most of the sines.
        fine = 1 << self._columns.bit_length() // 2
        row = np.arange(rows.start, rows.stop)[:, np.newaxis]
        first, coarse = (
            np.exp(-2j * np.pi / self.size * (row * columns % self.size))
            for columns in (np.arange(fine), np.arange(0, self._columns, fine))
        )
        roots: Complexes = (coarse[:, :, np.newaxis] * first[:, np.newaxis]).reshape(len(row), -1)
        return roots
