"""The 48 tiles: two groups of four links of six ranks, as small whole numbers with their text (ruling D5)."""

from typing import Final, NewType

from service.engines.cards import SUIT_SYMBOLS, SUITS

GROUPS: Final = ("b", "w")
"""Black and white. A suit of the game is a group and a link together: the white hearts."""
LINKS: Final = tuple(SUIT_SYMBOLS[suit] for suit in SUITS)
RANKS: Final = ("2", "3", "4", "5", "A", "N")
"""The ranks as a high hand counts them, lowest first: the null is above the ace (ruling D2)."""
TILE_COUNT: Final = len(GROUPS) * len(LINKS) * len(RANKS)

Tile = NewType("Tile", int)
"""A tile is 8 * rank + 4 * group + link, each by its place above, so that a larger number is a higher tile."""

TILES: Final = tuple(Tile(number) for number in range(TILE_COUNT))


def make_tile(group: int, link: int, rank: int) -> Tile:
    """The tile of a group, a link and a rank, each by its place above."""
    return Tile(8 * rank + 4 * group + link)


def rank_of(tile: Tile) -> int:
    """The place of the tile's rank in `RANKS`."""
    return tile // 8


def group_of(tile: Tile) -> int:
    """The place of the tile's group in `GROUPS`."""
    return tile // 4 % 2


def link_of(tile: Tile) -> int:
    """The place of the tile's link in `LINKS`."""
    return tile % 4


TILE_TEXT: Final = tuple(GROUPS[group_of(tile)] + LINKS[link_of(tile)] + RANKS[rank_of(tile)] for tile in TILES)
"""The text of each tile, in the symbol form that every answer uses."""
