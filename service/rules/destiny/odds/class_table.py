"""How many of the 2,598,960 hands fall into each of the 2,808 hand classes, as arrays."""

from collections import Counter
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from service.rules.cards import SUITS
from service.rules.destiny.hands import (
    HAND_RANKS,
    RANK_CHOICES,
    SUIT_PATTERNS,
    HandClass,
    HandRank,
    rank_shape,
)

Integers = npt.NDArray[np.int64]


def _suit_ways(multiplicities: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """In how many ways ranks held so many times each can take their suits, by suit counts."""
    ways = {(0,) * len(SUITS): 1}
    for multiplicity in multiplicities:
        longer: Counter[tuple[int, ...]] = Counter()
        for counts, number in ways.items():
            for suits in combinations(range(len(SUITS)), multiplicity):
                longer[tuple(count + (suit in suits) for suit, count in enumerate(counts))] += number
        ways = longer
    return ways


def count_hands() -> dict[HandClass, int]:
    """The number of hands in each class, by combinatorics: choices of ranks times ways to take suits."""
    choices = Counter((rank_shape(ranks), tuple(sorted(Counter(ranks).values()))) for ranks in RANK_CHOICES)
    ways = {multiplicities: _suit_ways(multiplicities) for _, multiplicities in choices}
    hands: Counter[HandClass] = Counter()
    for (shape, multiplicities), number in choices.items():
        for counts in SUIT_PATTERNS:
            if number_of_ways := ways[multiplicities].get(counts):
                hands[shape.in_suits(counts)] += number * number_of_ways
    return hands


_HANDS: Final = count_hands()

HANDS: Final[Integers] = np.array(list(_HANDS.values()), dtype=np.int64)
"""The number of hands in each class; the arrays below are in the same order of classes."""
RANK_INDEX: Final[Integers] = np.array([HAND_RANKS.index(c.rank) for c in _HANDS], dtype=np.int64)
ADD_ON: Final[Integers] = np.array([c.add_on for c in _HANDS], dtype=np.int64)
PATTERN_INDEX: Final[Integers] = np.array([SUIT_PATTERNS.index(c.suit_counts) for c in _HANDS], dtype=np.int64)
PATTERNS: Final[Integers] = np.array(SUIT_PATTERNS, dtype=np.int64)
"""The 56 ways to spread five cards over four suits; `PATTERN_INDEX` points into it."""
ROYAL: Final[npt.NDArray[np.bool_]] = np.equal(RANK_INDEX, HAND_RANKS.index(HandRank.ROYAL_FLUSH))
"""Which classes are royal flushes."""
