"""Dealing tiles to players and the board."""

from collections.abc import Iterator
from dataclasses import dataclass

from service.engines.documents import Mistakes
from service.engines.draws import drawn
from service.engines.piecepacks.table_checks import check_players, raise_if_any
from service.engines.piecepacks.tiles import TILE_COUNT, TILES, Tile
from service.engines.piecepacks.variants import VARIANTS, Variant


@dataclass(frozen=True, slots=True)
class Deal:
    """The tiles dealt, without the tiles that stay in the bag."""

    variant: Variant
    players: tuple[tuple[Tile, ...], ...]
    board: tuple[Tile, ...]


def check_deal(variant: Variant, players: int) -> None:
    """Raise `InvalidInput` if the variant does not take this many players."""
    mistakes: Mistakes = []
    check_players(variant, players, mistakes)
    raise_if_any(mistakes)


def deal(variant: Variant, players: int, words: Iterator[int]) -> Deal:
    """Deal by these random words, every deal equally likely. Raises `InvalidInput` for too many players."""
    check_deal(variant, players)
    rules = VARIANTS[variant]
    number = players * rules.own
    tiles = tuple(TILES[place] for place in drawn(number + rules.board, TILE_COUNT, words))
    hands = tuple(tiles[start : start + rules.own] for start in range(0, number, rules.own))
    return Deal(variant, hands, tiles[number:])
