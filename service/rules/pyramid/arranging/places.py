"""Where the hands of a deal are: the cards' places in the sorted deal, and every choice of two, three or five."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from service.rules.pyramid.arranging.grades import Int32s
from service.rules.pyramid.positions import FULL, SMALL

Indexes = npt.NDArray[np.intp]
_PAIR: Final = FULL - SMALL


def choose(places: int, size: int) -> Indexes:
    """Every choice of so many places, a row for each place of a hand."""
    return np.array(list(combinations(range(places), size)), dtype=np.intp).T


@dataclass(frozen=True, slots=True)
class Places:
    """The choices from a deal of one size. A hand of five is a pair and three lower cards behind it."""

    bits: Int32s
    """The bit of each place in a mask."""
    pairs: Indexes
    triples: Indexes
    pair_of_five: Indexes
    triple_of_five: Indexes
    triple_masks: Int32s
    five_masks: Int32s
    five_of_mask: Int32s
    """From the mask of five cards back to the number of the choice."""


@lru_cache(maxsize=8)
def places_of(cards: int) -> Places:
    """The choices from so many cards."""
    bits = (1 << np.arange(cards)).astype(np.int32)
    pairs, triples, fives = (choose(cards, size) for size in (_PAIR, SMALL, FULL))
    numbers_of_pairs = {pair: number for number, pair in enumerate(zip(*pairs.tolist(), strict=True))}
    numbers_of_triples = {triple: number for number, triple in enumerate(zip(*triples.tolist(), strict=True))}
    hands = list(zip(*fives.tolist(), strict=True))
    five_masks = bits[fives].sum(axis=0, dtype=np.int32)
    five_of_mask = np.zeros(1 << cards, dtype=np.int32)
    five_of_mask[five_masks] = np.arange(len(hands))
    return Places(
        bits,
        pairs,
        triples,
        np.array([numbers_of_pairs[hand[:_PAIR]] for hand in hands], dtype=np.intp),
        np.array([numbers_of_triples[hand[_PAIR:]] for hand in hands], dtype=np.intp),
        bits[triples].sum(axis=0, dtype=np.int32),
        five_masks,
        five_of_mask,
    )


@lru_cache(maxsize=32)
def five_of(places: int) -> Indexes:
    """Every choice of five places, a row for each choice."""
    return np.ascontiguousarray(choose(places, FULL).T)
