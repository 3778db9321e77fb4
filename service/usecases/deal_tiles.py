"""Dealing tiles from an even shuffle, or by a promised draw; what is not dealt is never told."""

from dataclasses import dataclass

from service.rules.piecepacks.dealing import Deal, check_deal, deal
from service.rules.piecepacks.variants import Variant
from service.rules.seeded_draws import DrawPurpose
from service.usecases.measures import HANDS_DEALT
from service.usecases.ports import DrawStore, Identifiers, Metrics, RandomWords
from service.usecases.take_draw import take_draw
from service.usecases.verifiable_draws import NamedDraw, RevealedDraw


@dataclass(frozen=True, slots=True)
class TilesWanted:
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

    def __call__(self, wanted: TilesWanted) -> TilesDealt:
        """A deal; `InvalidInput`, and no shuffle, where the variant does not take so many players.

        `InvalidInput` too where the draw it names cannot be used; `StoreAway` where the store is unavailable that it
        is in.
        """
        check_deal(wanted.variant, wanted.players)
        deal_id = self.identifiers.new()
        purpose = DrawPurpose.PIECEPACKS_DEAL
        draw = take_draw(self.draws, wanted.draw, deal_id, purpose) if wanted.draw else None
        dealt = deal(wanted.variant, wanted.players, draw.words(purpose) if draw else self.words)
        self.metrics.count(HANDS_DEALT, wanted.players, "piecepacks")
        return TilesDealt(draw.resolution_id if draw else deal_id, dealt, draw)
