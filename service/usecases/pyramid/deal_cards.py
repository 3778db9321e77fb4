"""Dealing Pyramid Poker from an even shuffle; what is not dealt is never told."""

from dataclasses import dataclass

from service.rules.pyramid.dealing import Dealt, Variant, deal
from service.usecases.measures import HANDS_DEALT
from service.usecases.ports import Metrics, RandomWords


@dataclass(frozen=True, slots=True)
class DealWanted:
    """Who is to be dealt cards, and by which rules."""

    players: int
    variant: Variant = Variant.NO_SURRENDER


@dataclass(frozen=True, slots=True)
class DealCards:
    """Shuffles anew for every deal."""

    words: RandomWords
    metrics: Metrics

    def __call__(self, wanted: DealWanted) -> tuple[Dealt, ...]:
        """Each player's cards."""
        dealt = deal(wanted.players, wanted.variant, self.words)
        self.metrics.count(HANDS_DEALT, wanted.players, "pyramid")
        return dealt
