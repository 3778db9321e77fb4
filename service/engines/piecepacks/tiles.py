"""The 48 tiles of two piecepacks, and every way to write them."""

from collections.abc import Iterator
from itertools import product
from typing import Final, NewType

from service.engines import cards
from service.engines.cards import PRESENTATIONS, SUIT_SYMBOLS, SUITS, accepted_texts, suit_of

GROUPS: Final = ("b", "w")
"""Black and white. A suit of the game is a group and a link together, such as the white hearts."""
LINKS: Final = tuple(SUIT_SYMBOLS[suit] for suit in SUITS)
RANKS: Final = ("2", "3", "4", "5", "A", "N")
"""The ranks as a high hand counts them, lowest first: the null is above the ace (ruling D2)."""
TILE_COUNT: Final = len(GROUPS) * len(LINKS) * len(RANKS)

Tile = NewType("Tile", int)
"""8 * rank + 4 * group + link, each as its index above. A larger number is a higher tile."""

TILES: Final = tuple(Tile(number) for number in range(TILE_COUNT))


def make_tile(group: int, link: int, rank: int) -> Tile:
    """The tile of a group, a link and a rank, each given as its index above."""
    return Tile(8 * rank + 4 * group + link)


def rank_of(tile: Tile) -> int:
    """The index of the tile's rank in `RANKS`."""
    return tile // 8


def group_of(tile: Tile) -> int:
    """The index of the tile's group in `GROUPS`."""
    return tile // 4 % 2


def link_of(tile: Tile) -> int:
    """The index of the tile's link in `LINKS`."""
    return tile % 4


TILE_TEXT: Final = tuple(GROUPS[group_of(tile)] + LINKS[link_of(tile)] + RANKS[rank_of(tile)] for tile in TILES)
"""The text of each tile, in the symbol form used in every answer."""


_BLACK, _WHITE = range(len(GROUPS))
_LETTERS: Final = tuple(suit.name[0] for suit in SUITS)
_SYMBOLS: Final = tuple(tuple(symbol + shown for shown in PRESENTATIONS) for symbol in LINKS)

PIECEPACK_SUITS: Final = ("moons", "suns", "crowns", "arms")
"""The suits of a piecepack in the order of their partners among the links."""
RAINBOW_GROUPS: Final = {"dark": _BLACK, "light": _WHITE}
"""Piecepack decks in two shades, and the Rainbow Deck, which has other letters for two of the ranks."""
RAINBOW_RANKS: Final = ("2", "3", "4", "5", "J", "K")
GROUP_WORDS: Final = {"black": _BLACK, "white": _WHITE, "red": _WHITE, **RAINBOW_GROUPS}
"""Two piecepacks, the Piecepack Dice Cards, whose groups are black and red, and those in two shades."""
CARD_RANKS: Final = {_BLACK: (6, 7, 8, 9, 11, 13), _WHITE: (2, 3, 4, 5, 14, 12)}
"""The playing card for each rank. The two groups use different card ranks."""


def _own_names() -> Iterator[tuple[str, Tile]]:
    for (group, letter), link, (rank, text) in product(enumerate(GROUPS), range(len(LINKS)), enumerate(RANKS)):
        for written in (*_SYMBOLS[link], _LETTERS[link]):
            yield letter + written + text, make_tile(group, link, rank)


def _names_with_words() -> Iterator[tuple[str, Tile]]:
    for (link, suit), (rank, text) in product(enumerate(PIECEPACK_SUITS), enumerate(RANKS)):
        yield f"{suit} {text}", make_tile(_BLACK, link, rank)
    for groups, ranks in ((GROUP_WORDS, RANKS), (RAINBOW_GROUPS, RAINBOW_RANKS)):
        for (word, group), (link, suit), (rank, text) in product(groups.items(), enumerate(SUITS), enumerate(ranks)):
            for written in (suit.value, *_SYMBOLS[link]):
                yield f"{word} {written} {text}", make_tile(group, link, rank)


def _cards() -> Iterator[tuple[str, Tile]]:
    places = {number: (group, rank) for group, ranks in CARD_RANKS.items() for rank, number in enumerate(ranks)}
    for text, card in accepted_texts().items():
        if cards.rank_of(card) in places:  # a deck has tens, which are no tile in this game
            group, rank = places[cards.rank_of(card)]
            yield text, make_tile(group, SUITS.index(suit_of(card)), rank)


TILES_BY_TEXT: Final = dict((*_own_names(), *_names_with_words(), *_cards()))

HOW_TO_WRITE: Final = (
    "write the group (b or w), the link (♠, ♥, ♣, ♦ or S, H, C, D) and the rank (N, A, 2, 3, 4 or 5), "
    "such as b♠N or wH3, or a name of other equipment that says its group, such as suns A, red hearts 5 or K♦"
)


class MalformedTile(ValueError):
    """The text is not a tile."""

    def __init__(self, text: object) -> None:
        self.text = text
        super().__init__(f"{f'{text!r:.40}'} is not a tile: {HOW_TO_WRITE}.")


def parse_tile(text: object) -> Tile:
    """The tile that a text names: `b♠N`, `wH3`, `suns A`, `dark ♠ J` or `6♣`."""
    tile = TILES_BY_TEXT.get(text) if isinstance(text, str) else None
    if tile is None:
        raise MalformedTile(text)
    return tile
