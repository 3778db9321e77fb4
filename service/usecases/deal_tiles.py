"""Dealing tiles from an even shuffle; what is not dealt is never told."""

from dataclasses import dataclass

from service.rules.piecepacks.dealing import Deal, deal
from service.rules.piecepacks.variants import Variant
from service.usecases.measures import HANDS_DEALT
from service.usecases.ports import Metrics, RandomWords


@dataclass(frozen=True, slots=True)
class TilesWanted:
    """Who is to be dealt tiles."""

    variant: Variant
    players: int


@dataclass(frozen=True, slots=True)
class DealTiles:
    """Shuffles anew for every deal."""

    words: RandomWords
    metrics: Metrics

    def __call__(self, wanted: TilesWanted) -> Deal:
        """A deal; `InvalidInput`, and no shuffle, where the variant does not take so many players."""
        dealt = deal(wanted.variant, wanted.players, self.words)
        self.metrics.count(HANDS_DEALT, wanted.players, "piecepacks")
        return dealt
