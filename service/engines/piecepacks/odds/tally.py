"""Deals counted by how many players share each side of the pot, and what follows from the counts."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, Self

import numpy as np
import numpy.typing as npt

Counts = npt.NDArray[np.int64]
Sharers = npt.NDArray[np.intp]
"""For each deal, how many players share one side of the pot, the asker among them; 0 where the asker has lost it."""


@dataclass(frozen=True, slots=True)
class SideCounts:
    """In how many deals the asker wins one side alone, shares it, and loses it."""

    won: int
    tied: int
    lost: int


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """`counts[h, l]` is the number of deals in which h players share the high and l the low.

    Where the pot is not split both count the one side that there is.
    """

    counts: Counts

    @classmethod
    def of(cls, opponents: int, batches: Iterable[tuple[Sharers, Sharers]]) -> Self:
        """The tally of batches of deals, each told by the sharers of the high and those of the low."""
        size = opponents + 2
        counts = np.zeros(size * size, dtype=np.int64)
        for high, low in batches:
            counts += np.bincount(high * size + low, minlength=size * size)
        return cls(counts.reshape(size, size))

    @property
    def deals(self) -> int:
        """The number of deals counted."""
        return int(self.counts.sum())

    @property
    def high(self) -> SideCounts:
        """How the high went."""
        return _side(self.counts.sum(axis=1))

    @property
    def low(self) -> SideCounts:
        """How the low went."""
        return _side(self.counts.sum(axis=0))

    @property
    def scoops(self) -> int:
        """The deals in which the asker takes the whole pot alone."""
        return int(self.counts[1, 1])

    @property
    def equity(self) -> Fraction:
        """The mean share of the pot."""
        return self._mean(1)

    @property
    def equity_deviation(self) -> float:
        """The standard deviation of the share of the pot."""
        return sqrt(self._mean(2) - self.equity**2)

    def _mean(self, power: int) -> Fraction:
        shares = (int(deals) * _share(high, low) ** power for (high, low), deals in np.ndenumerate(self.counts))
        return sum(shares, Fraction(0)) / self.deals


def _side(counts: Counts) -> SideCounts:
    return SideCounts(won=int(counts[1]), tied=int(counts[2:].sum()), lost=int(counts[0]))


def _share(high: int, low: int) -> Fraction:
    """The part of the pot that somebody gets who shares its halves among so many."""
    return sum((Fraction(1, 2 * sharers) for sharers in (high, low) if sharers), Fraction(0))


def sharers(own: Any, best: npt.NDArray[Any], level: Any) -> Sharers:
    """Who share: from one's own score, the opponents' best one, and how many opponents have one's own."""
    return np.where(best > own, 0, level + 1).astype(np.intp)
