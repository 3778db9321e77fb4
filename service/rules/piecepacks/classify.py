"""Five tiles to a hand class, by one sum and one look-up."""

from collections.abc import Iterable
from itertools import combinations_with_replacement, product
from typing import Final

from service.rules.piecepacks.hand_classes import HAND_CLASSES, HandClass
from service.rules.piecepacks.hands import HAND_SIZE, Flush
from service.rules.piecepacks.tiles import (
    GROUPS,
    LINKS,
    TILES,
    Tile,
    group_of,
    link_of,
    rank_of,
)

# Each tile carries one number. The sum over five tiles tells which ranks there are and how often, whether all
# tiles are of one group, and whether all are of one link:
# - sums of five of these are all different (the smallest that a greedy search finds), so the sum names the ranks;
_RANK_CODES: Final = (0, 1, 6, 31, 108, 366)
# - the number of white tiles is 0 or 5 in a group-flush alone;
# - five times one of these is no sum of any other five of them.
_LINK_CODES: Final = (0, 1, 6, 7)

_LINK_SUMS: Final = HAND_SIZE * max(_LINK_CODES) + 1
_SUIT_SUMS: Final = _LINK_SUMS * (HAND_SIZE + 1)
TILE_CODES: Final = tuple(
    _RANK_CODES[rank_of(tile)] * _SUIT_SUMS + group_of(tile) * _LINK_SUMS + _LINK_CODES[link_of(tile)] for tile in TILES
)
"""The number that each tile adds to the code of a hand."""
CODE_COUNT: Final = HAND_SIZE * max(TILE_CODES) + 1


def _flush(suits: Iterable[tuple[int, int]]) -> Flush:
    groups, links = ({suit[part] for suit in suits} for part in (0, 1))
    if len(groups) == 1:
        return Flush.SUIT if len(links) == 1 else Flush.GROUP
    return Flush.LINK if len(links) == 1 else Flush.NONE


def _flushes() -> dict[int, Flush]:
    """What each sum of five suit codes says."""
    suits = product(range(len(GROUPS)), range(len(LINKS)))
    return {
        sum(group * _LINK_SUMS + _LINK_CODES[link] for group, link in chosen): _flush(chosen)
        for chosen in combinations_with_replacement(suits, HAND_SIZE)
    }


def _numbers() -> list[int]:
    numbers = [0] * CODE_COUNT
    flushes = _flushes()
    for number, one in enumerate(HAND_CLASSES):
        ranks = sum(_RANK_CODES[rank] for rank in one.ranks) * _SUIT_SUMS
        for suits, flush in flushes.items():
            if one.hand.startswith(flush):
                numbers[ranks + suits] = number
    return numbers


CLASS_NUMBERS: Final = _numbers()
"""The place in `HAND_CLASSES` of the hand with each code; 0 for codes that no hand has."""


def class_number(tiles: Iterable[Tile]) -> int:
    """The place in `HAND_CLASSES` of five different tiles."""
    a, b, c, d, e = tiles
    codes = TILE_CODES
    return CLASS_NUMBERS[codes[a] + codes[b] + codes[c] + codes[d] + codes[e]]


def classify(tiles: Iterable[Tile]) -> HandClass:
    """The class of five different tiles."""
    return HAND_CLASSES[class_number(tiles)]
