"""The tuples of all sets of five cards, by going through every one of them in bulk."""

from itertools import combinations

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


def _choices(size: int) -> Bytes:
    """All choices of so many kinds, in ascending order, any of them more than once."""
    rows = np.arange(KINDS, dtype=np.uint8)[:, None]
    for _ in range(size - 1):
        last = rows[:, -1].astype(np.int64)
        longer = np.repeat(rows, KINDS - last, axis=0)
        ends = np.cumsum(KINDS - last)
        added = np.arange(ends[-1]) - np.repeat(ends - KINDS, KINDS - last)
        rows = np.column_stack([longer, added.astype(np.uint8)])
    return rows


def _natural_sets(size: int) -> tuple[Bytes, Counts]:
    """All choices of so many kinds, none more than twice, and in how many ways two decks have each."""
    rows = _choices(size)
    thrice = (rows[:, 2:] == rows[:, :-2]).any(axis=1) if size > 2 else np.zeros(len(rows), dtype=bool)
    rows = rows[~thrice]
    doubles = (rows[:, 1:] == rows[:, :-1]).sum(axis=1)
    ways: Counts = 1 << (size - 2 * doubles).astype(np.int64)
    return rows, ways


def _keys(rows: Bytes) -> Counts:
    """A number for each row of ascending kinds."""
    keys = np.zeros(len(rows), dtype=np.int64)
    for place in range(rows.shape[1]):
        keys = keys * KINDS + rows[:, place]
    return keys


def count_five_card_codes() -> Counts:
    """How many sets of five of the 106 cards have each code.

    Wilds make of their set the best of all hands that have its natural cards: each of the hands is read once, and is
    what wilds may make of any set that lacks as many of its cards.
    """
    hands = _choices(5)
    codes = np.concatenate([codes_of(hands[start : start + CHUNK]) for start in range(0, len(hands), CHUNK)])
    totals = np.zeros(1 << 16, dtype=np.int64)
    for wilds in range(3):
        best = np.zeros(KINDS ** (5 - wilds), dtype=np.uint16) if wilds else None
        rows, ways = _natural_sets(5 - wilds)
        if best is None:
            found = codes[~(hands[:, 2:] == hands[:, :-2]).any(axis=1)]
        else:
            for kept in combinations(range(5), 5 - wilds):
                np.maximum.at(best, _keys(hands[:, kept]), codes)
            found = best[_keys(rows)]
        totals += np.bincount(found, ways * (1, 2, 1)[wilds], minlength=1 << 16).astype(np.int64)
    return totals
