"""Tiles for tests, as people write them."""

from service.engines.piecepacks.tiles import Tile, parse_tile


def tiles(text: str) -> tuple[Tile, ...]:
    """These tiles, in this order."""
    return tuple(parse_tile(tile) for tile in text.split())
