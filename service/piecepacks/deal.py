"""Dealing tiles from an even shuffle, or by a promised draw; what is not dealt is never told."""

from dataclasses import dataclass

from service.draws.draw import NamedDraw, RevealedDraw
from service.draws.ports import DrawStore
from service.draws.promise import take_draw
from service.engines.draws import DrawPurpose
from service.engines.piecepacks.dealing import Deal, check_deal, deal
from service.engines.piecepacks.variants import Variant
from service.metrics.definitions import HANDS_DEALT
from service.metrics.ports import Metrics
from service.system.ports import Identifiers, RandomWords


@dataclass(frozen=True, slots=True)
class DealTilesInput:
    """Who is to be dealt tiles, and the promised draw to deal by, if one is named."""

    variant: Variant
    players: int
    draw: NamedDraw | None = None


@dataclass(frozen=True, slots=True)
class TilesDealt:
    """A deal under its name."""

    deal_id: str
    deal: Deal
    draw: RevealedDraw | None = None


@dataclass(frozen=True, slots=True)
class DealTiles:
    """Shuffles anew for every deal."""

    words: RandomWords
    identifiers: Identifiers
    draws: DrawStore
    metrics: Metrics

    def __call__(self, wanted: DealTilesInput, retry_id: str = "") -> TilesDealt:
        """A deal; `InvalidInput`, and no shuffle, where the variant does not take so many players.

        `InvalidInput` too where the draw it names cannot be used; `StoreUnavailable` where its store is.
        """
        check_deal(wanted.variant, wanted.players)
        deal_id = self.identifiers.new()
        purpose = DrawPurpose.PIECEPACKS_DEAL
        draw = take_draw(self.draws, wanted.draw, deal_id, retry_id, purpose) if wanted.draw else None
        dealt = deal(wanted.variant, wanted.players, draw.words(purpose) if draw else self.words)
        self.metrics.count(HANDS_DEALT, wanted.players, "piecepacks")
        return TilesDealt(draw.resolution_id if draw else deal_id, dealt, draw)
