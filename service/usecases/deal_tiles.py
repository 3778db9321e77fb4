"""Dealing tiles from an even shuffle; what is not dealt is never told."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from service.rules.piecepacks.dealing import Deal, deal
from service.rules.piecepacks.variants import Variant


class RandomWords(Iterator[int], Protocol):
    """Evenly distributed 32-bit words from a cryptographic source, without end."""


@dataclass(frozen=True, slots=True)
class TilesWanted:
    """Who is to be dealt tiles."""

    variant: Variant
    players: int


@dataclass(frozen=True, slots=True)
class DealTiles:
    """Shuffles anew for every deal."""

    words: RandomWords

    def __call__(self, wanted: TilesWanted) -> Deal:
        """A deal; `InvalidInput`, and no shuffle, where the variant does not take so many players."""
        return deal(wanted.variant, wanted.players, self.words)
