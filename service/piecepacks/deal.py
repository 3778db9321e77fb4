"""Deals tiles from a fair shuffle or a promised draw; the tiles that are left over stay secret."""

from dataclasses import dataclass

from service.draws.ports import DrawStore, NamedDraw, RevealedDraw
from service.draws.promise import take_draw
from service.engines.draws import DrawPurpose
from service.engines.piecepacks.dealing import Deal, check_deal, deal
from service.engines.piecepacks.variants import Variant
from service.metrics.definitions import HANDS_DEALT, Metrics
from service.system.ports import Identifiers, RandomWords


@dataclass(frozen=True, slots=True)
class DealTilesInput:
    """The variant and the number of players, and the promised draw to deal by, if the caller named one."""

    variant: Variant
    players: int
    draw: NamedDraw | None = None


@dataclass(frozen=True, slots=True)
class TilesDealt:
    """A deal with its id."""

    deal_id: str
    deal: Deal
    draw: RevealedDraw | None = None


@dataclass(frozen=True, slots=True)
class DealTiles:
    """Deals from a new shuffle each time."""

    words: RandomWords
    identifiers: Identifiers
    draws: DrawStore
    metrics: Metrics

    def __call__(self, wanted: DealTilesInput, retry_id: str = "") -> TilesDealt:
        """Deal tiles.

        Raises `InvalidInput` where the variant does not take that many players or the named draw cannot be used, and
        `StoreUnavailable` where the store does not answer for that draw.
        """
        check_deal(wanted.variant, wanted.players)
        deal_id = self.identifiers.new()
        purpose = DrawPurpose.PIECEPACKS_DEAL
        draw = take_draw(self.draws, wanted.draw, deal_id, retry_id, purpose) if wanted.draw else None
        dealt = deal(wanted.variant, wanted.players, draw.words(purpose) if draw else self.words)
        return TilesDealt(draw.resolution_id if draw else deal_id, dealt, draw)

    def count(self, players: int) -> None:
        """Count a deal whose answer counts."""
        self.metrics.count(HANDS_DEALT, players, "piecepacks")
