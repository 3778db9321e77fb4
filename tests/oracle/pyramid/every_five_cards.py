"""The tuples of all sets of five cards, by going through every one of them in bulk."""

from itertools import combinations_with_replacement

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.uint8]
Counts = npt.NDArray[np.int64]
KINDS = 52
CHUNK = 1 << 18

# Which neighbours are equal in five descending ranks -> type, place of the primary and of the secondary rank.
PATTERNS = {
    "abcde": (1, 0, 1),
    "aabcd": (2, 0, 2),
    "abbcd": (2, 1, 0),
    "abccd": (2, 2, 0),
    "abcdd": (2, 3, 0),
    "aabbc": (3, 0, 2),
    "aabcc": (3, 0, 3),
    "abbcc": (3, 1, 3),
    "aaabc": (4, 0, 3),
    "abbbc": (4, 1, 0),
    "abccc": (4, 2, 0),
    "aaabb": (7, 0, 3),
    "aabbb": (7, 2, 0),
    "aaaab": (8, 0, 4),
    "abbbb": (8, 1, 0),
    "aaaaa": (10, 0, 0),
}


def _pattern_table() -> npt.NDArray[np.int64]:
    table = np.zeros((16, 3), dtype=np.int64)
    for letters, meaning in PATTERNS.items():
        table[sum((letters[place] == letters[place + 1]) << place for place in range(4))] = meaning
    return table


_TABLE = _pattern_table()


def codes_of(cards: Bytes) -> npt.NDArray[np.uint16]:
    """For rows of five natural cards: type, primary and secondary rank, in 8, 4 and 4 bits of one number.

    A card is 4 * (rank - 2) + suit, the suits from clubs to spades counted from 0.
    The secondary of five of a kind is filled in as the highest suit from 1 to 4.
    """
    down = np.sort(cards, axis=1)[:, ::-1]
    ranks, suits = (down >> 2) + 2, down & 3
    equal = ranks[:, 1:] == ranks[:, :-1]
    kind, primary, secondary = _TABLE[equal @ np.array([1, 2, 4, 8])].T
    rows = np.arange(len(cards))
    primary, secondary = ranks[rows, primary].astype(np.int64), ranks[rows, secondary].astype(np.int64)
    one_suit = (suits == suits[:, :1]).all(axis=1)
    wheel = (ranks[:, 0] == 14) & (ranks[:, 1] == 5)
    straight = (kind == 1) & ((ranks[:, 0] - ranks[:, 4] == 4) | wheel)
    five_alike = kind == 10
    flush = one_suit & (kind <= 4)
    kind = np.where(straight & one_suit, 9, np.where(flush, 6, np.where(straight, 5, kind)))
    primary = np.where(flush, ranks[:, 0], primary)
    secondary = np.where(flush | straight, ranks[:, 1], np.where(five_alike, suits.max(axis=1) + 1, secondary))
    return (kind << 8 | primary << 4 | secondary).astype(np.uint16)


def _natural_sets(size: int) -> tuple[Bytes, Counts]:
    """All choices of so many kinds, none more than twice, and in how many ways two decks have each."""
    rows = np.fromiter(
        (kind for row in combinations_with_replacement(range(KINDS), size) for kind in row), dtype=np.uint8
    ).reshape(-1, size)
    thrice = (rows[:, 2:] == rows[:, :-2]).any(axis=1) if size > 2 else np.zeros(len(rows), dtype=bool)
    rows = rows[~thrice]
    doubles = (rows[:, 1:] == rows[:, :-1]).sum(axis=1)
    ways: Counts = 1 << (size - 2 * doubles).astype(np.int64)
    return rows, ways


def count_five_card_codes() -> Counts:
    """How many sets of five of the 106 cards have each code."""
    totals = np.zeros(1 << 16, dtype=np.int64)
    for wilds in range(3):
        rows, ways = _natural_sets(5 - wilds)
        ways = ways * (1, 2, 1)[wilds]
        fillings = np.array(list(combinations_with_replacement(range(KINDS), wilds)), dtype=np.uint8)
        step = max(1, CHUNK // len(fillings))
        for start in range(0, len(rows), step):
            natural = np.repeat(rows[start : start + step], len(fillings), axis=0)
            filled = np.hstack([natural, np.tile(fillings, (len(natural) // len(fillings), 1))])
            best = codes_of(filled.astype(np.uint8)).reshape(-1, len(fillings)).max(axis=1)
            totals += np.bincount(best, ways[start : start + step], minlength=1 << 16).astype(np.int64)
    return totals
