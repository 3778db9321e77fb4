"""Tiles dealt from the operating system's randomness."""

from service.engines.piecepacks.variants import Variant
from service.piecepacks.deal import DealTiles, DealTilesInput
from service.system.entropy import EntropyPool
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import NumberedIdentifiers, StoppedClock


def test_deal_tiles__from_the_system__deals_every_tile_to_someone_some_day() -> None:
    deal_tiles = DealTiles(EntropyPool(), NumberedIdentifiers(), InMemoryDrawStore(StoppedClock()), PlainMetrics())
    # That one of 48 tiles stays out of 200 deals of 45 has a chance below 1 in 10 to the 239th.
    dealt = [deal_tiles(DealTilesInput(Variant.TEXAS_HOLDEM, 20)).deal for _ in range(200)]
    assert {tile for deal in dealt for hand in deal.players for tile in hand} == set(range(48))
    assert len({deal.board for deal in dealt}) == 200
