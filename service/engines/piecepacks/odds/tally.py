"""Counts deals by how many players share each side of the pot, and derives equity from the counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]
Sharers = npt.NDArray[np.intp]
"""For each deal, how many players including the asker share one side of the pot; 0 if the asker has lost it."""


@dataclass(frozen=True, slots=True)
class SideCounts:
    """The number of deals in which the asker wins one side alone, shares it, and loses it."""

    won: int
    tied: int
    lost: int


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """`counts[h, l]` is the number of deals in which h players share the high and l players the low.

    If the pot is not split, both count the only side.
    """

    counts: Counts

    @classmethod
    def of(cls, opponents: int, batches: Iterable[tuple[Sharers, Sharers]]) -> Self:
        """The tally of batches of deals, each given by the sharers of the high and of the low."""
        size = opponents + 2
        counts = np.zeros(size * size, dtype=np.int64)
        for high, low in batches:
            counts += np.bincount(high * size + low, minlength=size * size)
        return cls(counts.reshape(size, size))

    @property
    def deals(self) -> int:
        return int(self.counts.sum())

    @property
    def high(self) -> SideCounts:
        return _side(self.counts.sum(axis=1))

    @property
    def low(self) -> SideCounts:
        return _side(self.counts.sum(axis=0))

    @property
    def scoops(self) -> int:
        """The deals in which the asker takes the whole pot alone."""
        return int(self.counts[1, 1])

    @property
    def equity(self) -> Fraction:
        """The asker's mean share of the pot."""
        return self._mean(1)

    @property
    def equity_deviation(self) -> float:
        """The standard deviation of the asker's share of the pot."""
        return sqrt(self._mean(2) - self.equity**2)

    def _mean(self, power: int) -> Fraction:
        shares = (int(deals) * _share(high, low) ** power for (high, low), deals in np.ndenumerate(self.counts))
        return sum(shares, Fraction(0)) / self.deals


def _side(counts: Counts) -> SideCounts:
    return SideCounts(won=int(counts[1]), tied=int(counts[2:].sum()), lost=int(counts[0]))


def _share(high: int, low: int) -> Fraction:
    """The part of the pot won by a player who shares its halves among this many; 0 is a lost half."""
    return sum((Fraction(1, 2 * sharers) for sharers in (high, low) if sharers), Fraction(0))


def sharers(own: Any, best: npt.NDArray[Any], level: Any) -> Sharers:
    """From the asker's score, the opponents' best score, and the number of opponents level with the asker."""
    return np.where(best > own, 0, level + 1).astype(np.intp)
