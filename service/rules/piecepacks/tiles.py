"""The 48 tiles: two groups of four links of six ranks, as small whole numbers with their text (ruling D5)."""

from typing import Final, NewType

from service.rules.cards import PRESENTATIONS, SUIT_SYMBOLS, SUITS

GROUPS: Final = ("b", "w")
"""Black and white. A suit of the game is a group and a link together: the white hearts."""
LINKS: Final = tuple(SUIT_SYMBOLS[suit] for suit in SUITS)
RANKS: Final = ("2", "3", "4", "5", "A", "N")
"""The ranks as a high hand counts them, lowest first: the null is above the ace (ruling D2)."""
TILE_COUNT: Final = len(GROUPS) * len(LINKS) * len(RANKS)

Tile = NewType("Tile", int)
"""A tile is 8 * rank + 4 * group + link, each by its place above, so that a larger number is a higher tile."""

TILES: Final = tuple(Tile(number) for number in range(TILE_COUNT))


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

_LETTERS: Final = tuple(suit.name[0] for suit in SUITS)
_TILES_BY_TEXT: Final = {
    **{
        text[:2] + shown + text[2:]: tile
        for tile, text in zip(TILES, TILE_TEXT, strict=True)
        for shown in PRESENTATIONS
    },
    **{GROUPS[group_of(tile)] + _LETTERS[link_of(tile)] + RANKS[rank_of(tile)]: tile for tile in TILES},
}

HOW_TO_WRITE: Final = (
    "write the group (b or w), the link (♠, ♥, ♣, ♦ or S, H, C, D) and the rank (N, A, 2, 3, 4 or 5), "
    "such as b♠N or wH3"
)


class MalformedTile(ValueError):
    """The text is not a tile."""

    def __init__(self, text: object) -> None:
        self.text = text
        super().__init__(f"{f'{text!r:.40}'} is not a tile: {HOW_TO_WRITE}.")


def parse_tile(text: object) -> Tile:
    """The tile that a text names: `b♠N` or `wH3`."""
    tile = _TILES_BY_TEXT.get(text) if isinstance(text, str) else None
    if tile is None:
        raise MalformedTile(text)
    return tile
