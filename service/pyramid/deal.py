"""Dealing Pyramid Poker from an even shuffle, or by a promised draw; what is not dealt is never told."""

from dataclasses import dataclass

from service.draws.draw import NamedDraw, RevealedDraw
from service.draws.ports import DrawStore
from service.draws.promise import take_draw
from service.engines.draws import DrawPurpose
from service.engines.pyramid.dealing import Deal, Variant, deal
from service.metrics.definitions import HANDS_DEALT
from service.metrics.ports import Metrics
from service.system.ports import Identifiers, RandomWords


@dataclass(frozen=True, slots=True)
class DealCardsInput:
    """Who is to be dealt cards, by which rules, and the promised draw to deal by, if one is named."""

    players: int
    variant: Variant = Variant.NO_SURRENDER
    draw: NamedDraw | None = None


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A deal under its name."""

    deal_id: str
    deal: Deal
    draw: RevealedDraw | None = None


@dataclass(frozen=True, slots=True)
class DealCards:
    """Shuffles anew for every deal."""

    words: RandomWords
    identifiers: Identifiers
    draws: DrawStore
    metrics: Metrics

    def __call__(self, wanted: DealCardsInput, retry_id: str = "") -> CardsDealt:
        """Each player's cards.

        `InvalidInput` where the draw it names cannot be used; `StoreUnavailable` where its store is.
        """
        deal_id = self.identifiers.new()
        purpose = DrawPurpose.PYRAMID_DEAL
        draw = take_draw(self.draws, wanted.draw, deal_id, retry_id, purpose) if wanted.draw else None
        players = deal(wanted.players, wanted.variant, draw.words(purpose) if draw else self.words)
        self.metrics.count(HANDS_DEALT, wanted.players, "pyramid")
        return CardsDealt(draw.resolution_id if draw else deal_id, Deal(wanted.variant, players), draw)
