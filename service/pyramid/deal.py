"""Deals cards from a fair shuffle or a promised draw; the cards that are left over stay secret."""

from dataclasses import dataclass

from service.draws.ports import DrawStore, NamedDraw, RevealedDraw
from service.draws.promise import take_draw
from service.engines.draws import DrawPurpose
from service.engines.pyramid.cards import Deal, Variant, deal
from service.metrics.definitions import HANDS_DEALT, Metrics
from service.system.ports import Identifiers, RandomWords


@dataclass(frozen=True, slots=True)
class DealCardsInput:
    """The number of players and the variant, and the promised draw to deal by, if the caller named one."""

    players: int
    variant: Variant = Variant.NO_SURRENDER
    draw: NamedDraw | None = None


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """A deal with its id."""

    deal_id: str
    deal: Deal
    draw: RevealedDraw | None = None


@dataclass(frozen=True, slots=True)
class DealCards:
    """Deals from a new shuffle each time."""

    words: RandomWords
    identifiers: Identifiers
    draws: DrawStore
    metrics: Metrics

    def __call__(self, wanted: DealCardsInput, retry_id: str = "") -> CardsDealt:
        """Deal each player's cards.

        Raises `InvalidInput` where the named draw cannot be used, and `StoreUnavailable` where the store does not
        answer for that draw.
        """
        deal_id = self.identifiers.new()
        purpose = DrawPurpose.PYRAMID_DEAL
        draw = take_draw(self.draws, wanted.draw, deal_id, retry_id, purpose) if wanted.draw else None
        players = deal(wanted.players, wanted.variant, draw.words(purpose) if draw else self.words)
        return CardsDealt(draw.resolution_id if draw else deal_id, Deal(wanted.variant, players), draw)

    def count(self, players: int) -> None:
        """Count a deal whose answer counts."""
        self.metrics.count(HANDS_DEALT, players, "pyramid")
