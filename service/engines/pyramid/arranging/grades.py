"""Represents hands as numbers: grades compare by C8, strengths add the suits of C7, and codes are sums over cards.

A grade is the index of a hand's order among the orders of all possible hands, weakest first. A strength is
`grade << 16` plus two bits for each suit, in order of importance from the top. A code is a sum over the cards, wilds
first and then the highest first: the number of the choice of their ranks, and above it two bits for each suit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pyramid.positions import FULL, HAND_TYPES, SMALL, HandType
from service.engines.pyramid.readings import Reading
from service.engines.pyramid.tuple_rows import HAND_SIZES, ChoiceOfHands, RankChoice, hands_of_size

Int32s = npt.NDArray[np.int32]
Int64s = npt.NDArray[np.int64]

WILD_KIND: Final = 13
"""The kind of a wild; ranks are kinds 0 (two) to 12 (ace)."""
RANK_KINDS: Final = WILD_KIND + 1
CHOICE_BITS: Final = 14
SUIT_BITS: Final = 16
_TOP_SUIT: Final = SUIT_BITS - 2
WORTH_BITS: Final = _TOP_SUIT
"""A strength without these bits is the grade and the highest suit, which is all that a 3-tuple depends on."""


@lru_cache(maxsize=2)
def choice_weights(size: int) -> Int32s:
    """What each kind adds to the number of a choice at each place. The highest kind has the first place.

    A hand of kinds a >= b >= c is number C(a+2, 3) + C(b+1, 2) + C(c, 1): the combinatorial number system again.
    """
    rows = [[comb(kind + size - 1 - place, size - place) for kind in range(RANK_KINDS)] for place in range(size)]
    return np.array(rows, dtype=np.int32)


def choice_number(choice: RankChoice) -> int:
    """The number of a choice of ranks among those of its size."""
    kinds = [WILD_KIND] * choice.wilds + [rank - 2 for rank in choice.ranks]
    return sum(weights[kind] for weights, kind in zip(choice_weights(len(kinds)).tolist(), kinds, strict=True))


def choices_of_size(size: int) -> int:
    """How many numbers of choices there are. Some mean more wilds than the deck has."""
    return comb(RANK_KINDS + size - 1, size)


@dataclass(frozen=True, slots=True)
class SizeGrades:
    """Grades and suit orders of hands of one size, by the number of their choice of ranks."""

    mixed: Int32s
    """The grade where the cards are of several suits."""
    suited: Int32s
    """The grade where all natural cards are of one suit."""
    suit_order: Int32s
    """The offset of the hand's part of `reordered`."""
    reordered: Int32s
    """Maps suits in the order of the cards to the suits of a strength."""

    def strengths(self, codes: Int32s, grades: Int32s) -> Int32s:
        """The strengths of hands with these codes and grades."""
        suits = self.suit_order.take(codes & (1 << CHOICE_BITS) - 1)
        suits += codes >> CHOICE_BITS
        strengths = self.reordered.take(suits)
        strengths += grades << SUIT_BITS
        return strengths


@dataclass(frozen=True, slots=True)
class GradeBook:
    """Every hand's grade."""

    orders: tuple[tuple[int, ...], ...]
    """The order of each grade: type, then ranks."""
    three: SizeGrades
    five: SizeGrades
    of_order: dict[tuple[int, ...], int]
    lowest: dict[HandType, int]
    """The lowest grade of each type."""

    def strength(self, reading: Reading) -> int:
        suits = sum(suit - 1 << _TOP_SUIT - 2 * place for place, suit in enumerate(reading.suits))
        return self.of_order[reading.order] << SUIT_BITS | suits


@lru_cache(maxsize=1)
def grade_book() -> GradeBook:
    """The grade book, computed on first use."""
    readings = (
        reading for size in HAND_SIZES for hands in hands_of_size(size) for reading in (hands.mixed, hands.suited)
    )
    orders = sorted({reading.order for reading in readings if reading})
    of_order = {order: grade for grade, order in enumerate(orders)}
    lowest = {HAND_TYPES[order[0] - 1]: grade for grade, order in reversed(list(enumerate(orders)))}
    return GradeBook(tuple(orders), _size_grades(SMALL, of_order), _size_grades(FULL, of_order), of_order, lowest)


def _size_grades(size: int, of_order: dict[tuple[int, ...], int]) -> SizeGrades:
    mixed, suited, suit_order = (np.zeros(choices_of_size(size), dtype=np.int32) for _ in range(3))
    orders: dict[tuple[int, ...], int] = {}
    for hands in hands_of_size(size):
        number = choice_number(hands.choice)
        first, second = _readings(hands)
        mixed[number], suited[number] = of_order[first.order], of_order[second.order]
        suit_order[number] = orders.setdefault(_places_by_importance(hands.choice, first), len(orders)) << 2 * size
    return SizeGrades(mixed, suited, suit_order, _reordered(tuple(orders), size))


def _readings(hands: ChoiceOfHands) -> tuple[Reading, Reading]:
    reading = hands.mixed
    if reading is None:
        raise AssertionError("Three or five cards always make a hand.")
    return reading, hands.suited or reading


def _places_by_importance(choice: RankChoice, reading: Reading) -> tuple[int, ...]:
    """For each rank of the reading, the place of its card; wilds come before the natural cards of their rank."""
    wilds = iter(range(choice.wilds))
    places: list[int] = []
    for rank, group in groupby(reading.ranks):
        natural = [choice.wilds + place for place, held in enumerate(choice.ranks) if held == rank]
        places += [next(wilds) for _ in range(len(list(group)) - len(natural))] + natural
    return tuple(places)


def _reordered(orders: Sequence[tuple[int, ...]], size: int) -> Int32s:
    """For each order, the map from suits in the order of the cards to the suits of a strength."""
    given = np.arange(4**size, dtype=np.int32)
    rows = np.zeros((len(orders), 4**size), dtype=np.int32)
    for row, places in zip(rows, orders, strict=True):
        for importance, place in enumerate(places):
            np.bitwise_or(row, (given >> 2 * (size - 1 - place) & 3) << _TOP_SUIT - 2 * importance, out=row)
    return rows.ravel()
