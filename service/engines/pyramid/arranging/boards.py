"""The boards of many deals: `board.py` in array operations, with the hands of all deals in one list."""

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pyramid.arranging.dealt import Indexes
from service.engines.pyramid.arranging.grades import SUIT_BITS, WORTH_BITS, Int32s, Int64s
from service.engines.pyramid.arranging.many_dealt import Bools, Hands, Threes
from service.engines.pyramid.arranging.worths import Worths
from service.engines.pyramid.cards import ALL_CARDS
from service.engines.pyramid.positions import FULL, LARGE, SMALL

Sets = npt.NDArray[np.uint64]
"""A set of hands in each row: bit i of word w means hand 64 w + i of the deal's list."""
WORD: Final = 64
LEAST: Final = -(1 << 62)
"""Less than anything is worth."""
_ONE: Final = np.uint64(1)
WORDS_OF_THREES: Final = 2
"""How many fronts of three cards are in sets, in words. Most fronts that matter are among them."""


_BELOW: Final = np.append((_ONE << np.arange(WORD, dtype=np.uint64)) - _ONE, ~np.uint64(0))
"""For each number up to 64, so many lowest bits."""


def first(numbers: Indexes, words: int) -> Sets:
    """For each of these numbers, the set of that many first hands."""
    sets: Sets = _BELOW.take((numbers[:, None] - np.arange(words) * WORD).clip(0, WORD))
    return sets


def lowest_of(sets: Sets) -> Indexes:
    """The first hand of each set, which is the strongest; where there is none, the number of bits."""
    lowest = np.full(len(sets), sets.shape[1] * WORD)
    empty = np.arange(len(sets))
    for word in range(sets.shape[1]):
        column = sets[empty, word]
        some = column.nonzero()[0]
        bits = column[some]
        lowest[empty[some]] = np.bitwise_count((bits & (~bits + _ONE)) - _ONE).astype(np.intp) + word * WORD
        if len(some) == len(empty):
            break
        empty = empty[column == 0]
    return lowest


def members(sets: Sets) -> tuple[Indexes, Indexes]:
    """Every member of every set: the number of the set, and the place of the hand."""
    bits = np.flatnonzero(np.unpackbits(sets.view(np.uint8), bitorder="little"))
    sets_of, places = np.divmod(bits, sets.shape[1] * WORD)
    return sets_of, places


@lru_cache(maxsize=1)
def _places() -> npt.NDArray[np.int8]:
    """For each mask of up to eight cards, a column with their places. The first of them fills it up."""
    left = np.arange(1 << ALL_CARDS)
    lowest = np.bitwise_count(np.maximum(left & -left, 1) - 1).astype(np.int8)
    rows = [lowest]
    for _ in range(1, LARGE[-1]):
        left &= left - 1
        rows.append(np.where(left > 0, lowest[left], rows[0]))
    return np.array(rows)


def _holders(masks: Int32s, places: int) -> Sets:
    """For each deal and place, the set of the hands that hold its card. `masks` has a row for each deal."""
    bits = (masks[:, None] >> np.arange(places, dtype=np.int32)[:, None]).astype(np.uint8) & 1
    return np.packbits(bits, axis=2, bitorder="little").view(np.uint64)


class Boards:
    """The hands of some deals for back and middle, strongest first, and their fronts of three cards.

    Hands are numbered through all deals. `of` is the deal of each, `first_of` the number of the deal's first hand.
    """

    def __init__(self, hands: Hands, threes: Threes, twins: Int32s, worths: Worths) -> None:
        hands = hands.in_order()
        self.of, self.strengths, self.masks = hands.deals, hands.strengths, hands.masks
        self.threes = threes
        self.worths = worths
        self.deals = len(twins)
        self.counts = np.bincount(self.of, minlength=self.deals)
        self.offsets = self.counts.cumsum() - self.counts
        self.first_of = self.offsets[self.of]
        self.place = np.arange(len(self.of)) - self.first_of
        self.words = max(1, -(-int(self.counts.max()) // WORD))
        rows = self.strengths >> WORTH_BITS
        self.back, self.middle, self.front = (one.take(rows) for one in (worths.back, worths.middle, worths.front))
        sizes = np.bitwise_count(self.masks)
        self._most_cards = int(sizes.max(initial=FULL))
        self._mark_grades(np.bincount(self.of[sizes > FULL], minlength=self.deals))
        self.may_be_middle = (sizes < LARGE[-1]) & ~self.second_of_twins(self.masks, self.of, twins)
        """Hands with the second of two identical cards and not the first are left out: another middle is equivalent."""
        self.twins = twins
        self._list_holders(threes.masks)

    def _mark_grades(self, large: Indexes) -> None:
        """For each hand, where the hands of its grade end in the list, and where the fronts below it start."""
        grades = self.of << SUIT_BITS | self.strengths >> SUIT_BITS
        new = np.append(True, grades[1:] != grades[:-1])
        firsts = new.nonzero()[0]
        run = new.cumsum() - 1
        self.backs_end = np.append(firsts[1:], len(grades))[run] - self.first_of
        """How many hands of the deal are not below it by C8."""
        self.fronts_start = np.maximum(firsts[run] - self.first_of, large[self.of])
        """The place of the first hand of five that is not above it by C8."""

    def _list_holders(self, three_masks: Int32s) -> None:
        padded = np.full((self.deals, self.words * WORD), (1 << ALL_CARDS) - 1, dtype=np.int32)
        padded[self.of, self.place] = self.masks
        self.places = int(three_masks.max()).bit_length()
        self.holders = _holders(padded, self.places)
        self.threes_holders = _holders(three_masks[:, : WORDS_OF_THREES * WORD], self.places)

    @staticmethod
    def second_of_twins(masks: Int32s, of: Indexes, twins: Int32s) -> Bools:
        """Whether a hand has the second of two identical cards and not the first."""
        second: Bools = (masks >> 1 & ~masks & twins[of]) != 0
        return second

    def apart(self, hands: Indexes, words: slice = slice(None)) -> Sets:
        """The hands of the deal that share no card with each of these hands."""
        return ~self._held(hands, np.ascontiguousarray(self.holders[:, :, words]))

    def threes_apart(self, hands: Indexes) -> Sets:
        """The first fronts of three cards that share no card with each of these hands."""
        return ~self._held(hands, self.threes_holders)

    def any_three(self, deals: Indexes, masks: Int32s) -> Int64s:
        """What a front of three without these cards is worth at least, wherever there is one."""
        enough = np.bitwise_count(masks) <= self.places - SMALL
        worths: Int64s = np.where(enough, self.threes.worths[deals, -1], LEAST)
        return worths

    def best_threes(self, deals: Indexes, masks: Int32s, starts: Indexes) -> tuple[Indexes, Bools]:
        """The places of the best fronts of three without these cards, from some place on, and whether there are any."""
        apart = self.threes.masks[deals] & masks[:, None] == 0
        apart &= np.arange(apart.shape[1]) >= starts[:, None]
        places = apart.argmax(axis=1)
        return places, apart[np.arange(len(places)), places]

    def _held(self, hands: Indexes, holders: Sets) -> Sets:
        number, words = holders.shape[1:]
        rows, base, masks = holders.reshape(-1, words), self.of[hands] * number, self.masks[hands]
        places = _places()
        held: Sets = rows.take(base + places[0].take(masks), axis=0)
        for place in places[1 : self._most_cards]:
            held |= rows.take(base + place.take(masks), axis=0)
        return held
