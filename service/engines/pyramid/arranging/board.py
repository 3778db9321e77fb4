"""The board of a deal: its hands for back and middle, opened from the strongest down, and its fronts."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Final

import numpy as np

from service.engines.cards import rank_of
from service.engines.pyramid.arranging.dealt import DealtCards, SortedCards
from service.engines.pyramid.arranging.grades import SUIT_BITS, WORTH_BITS, Int32s, grade_book
from service.engines.pyramid.arranging.worths import Worths
from service.engines.pyramid.cards import suit_number
from service.engines.pyramid.positions import LARGE, HandType
from service.engines.pyramid.readings import STRAIGHT_FLUSHES, Reading, matched_reading, runs

StrengthAndMask = tuple[int, int]


def large_hands(dealt: SortedCards) -> list[StrengthAndMask]:
    """The hands of six to eight cards, strongest first: of one rank or a straight flush (C5). Most deals have none."""
    return sorted(chain(_of_one_rank(dealt), _straight_flushes(dealt)), reverse=True)


def _mask(places: tuple[int, ...]) -> int:
    return sum(1 << place for place in places)


def _of_one_rank(dealt: SortedCards) -> Iterator[StrengthAndMask]:
    ranks = [card >> 2 for card in dealt.cards]
    wilds, least = tuple(range(dealt.wilds)), LARGE[0]
    first = dealt.wilds
    while first + least - dealt.wilds <= len(ranks):
        rank, count = ranks[first], ranks.count(ranks[first])
        if count + dealt.wilds >= least:
            places = (*wilds, *range(first, first + count))
            for size in LARGE:
                for chosen in combinations(places, size):
                    yield _strength_of_rank(dealt, chosen, rank + 2), _mask(chosen)
        first += count


def _strength_of_rank(dealt: SortedCards, places: tuple[int, ...], rank: int) -> int:
    reading = matched_reading([(rank, suit_number(dealt.cards[place])) for place in places])
    if reading is None:
        raise AssertionError("Six to eight cards of one rank are a hand.")
    return grade_book().strength(reading)


def _straight_flushes(dealt: SortedCards) -> Iterator[StrengthAndMask]:
    for suit, places in enumerate(dealt.of_suit, start=1):
        places_by_rank: dict[int, list[int]] = defaultdict(list)
        for place in places:
            places_by_rank[rank_of(dealt.cards[place])].append(place)
        if len(places_by_rank) + dealt.wilds >= LARGE[0]:
            for run, ranks in _best_runs(frozenset(places_by_rank), dealt.wilds):
                strength = grade_book().strength(Reading(STRAIGHT_FLUSHES[len(run)], run, (suit,) * len(run)))
                for wilds in combinations(range(dealt.wilds), len(run) - len(ranks)):
                    for natural in product(*(places_by_rank[rank] for rank in ranks)):
                        yield strength, _mask(wilds + natural)


@lru_cache(maxsize=1024)
def _best_runs(held: frozenset[int], wilds: int) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Every choice of held ranks that wilds complete to a run, with the best such run."""
    best: dict[tuple[int, tuple[int, ...]], tuple[int, ...]] = {}
    for size in LARGE:
        for run in runs(size):
            have = [rank for rank in run if rank in held]
            for missing in range(max(0, size - len(have)), wilds + 1):
                for ranks in combinations(have, size - missing):
                    best.setdefault((size, tuple(sorted(ranks))), run)
    return tuple((run, ranks) for (_, ranks), run in best.items())


LEVELS: Final = (
    HandType.STRAIGHT,
    HandType.THREE_OF_A_KIND,
    HandType.TWO_PAIR,
    HandType.PAIR,
    HandType.HIGH_CARD,
)
"""Hands of five are opened level by level, each from this type up."""

_HALF: Final = 9
_LOW: Final = tuple(tuple(bit for bit in range(_HALF) if mask >> bit & 1) for mask in range(1 << _HALF))
_HIGH: Final = tuple(tuple(bit + _HALF for bit in bits) for bits in _LOW)
_LOW_HALF: Final = (1 << _HALF) - 1


@dataclass(slots=True)
class HandList:
    """Hands in descending order of strength. A set of them is an integer in which bit i means hand i."""

    strengths: Int32s
    masks: Int32s
    descents: Int32s
    """The negated grades, which ascend and can be searched."""
    holders: list[int]
    """For each place of the deal, the set of the hands that hold its card."""
    all: int

    @classmethod
    def of(cls, strengths: Int32s, masks: Int32s, bits: Int32s) -> "HandList":
        """The list of these hands, which must already be in order."""
        packed = np.packbits((masks & bits[:, None]) != 0, axis=1, bitorder="little")
        width, data = packed.shape[1], packed.tobytes()
        holders = [int.from_bytes(data[place * width : (place + 1) * width], "little") for place in range(len(bits))]
        return cls(strengths, masks, -(strengths >> SUIT_BITS), holders, (1 << len(masks)) - 1)

    def apart_from(self, cards: int) -> int:
        """The hands that hold none of these cards."""
        holders, held = self.holders, 0
        for place in _LOW[cards & _LOW_HALF]:
            held |= holders[place]
        for place in _HIGH[cards >> _HALF]:
            held |= holders[place]
        return self.all & ~held

    def __len__(self) -> int:
        return len(self.masks)


class Board:
    """A deal's hands for back and middle, opened from the strongest down, and all its hands for the front."""

    def __init__(self, dealt: DealtCards, worths: Worths) -> None:
        self.dealt = dealt
        self.worths = worths
        self.open_from = len(grade_book().orders)
        """Hands of five with this grade and above are included."""
        large = large_hands(dealt)
        self.too_large = sum(mask.bit_count() == LARGE[-1] for _, mask in large)
        """How many hands have eight cards. They come first, and cannot be the middle."""
        strengths, masks = np.array(large, dtype=np.int32).reshape(-1, 2).T
        self.fulls = HandList.of(strengths, masks, dealt.places.bits)
        self._let_in(LEVELS[0])
        self._list_fronts(len(large))
        self._look_up()

    def open(self, level: HandType) -> None:
        """Add the hands of five from this type up."""
        self._let_in(level)
        self._look_up()

    def _let_in(self, level: HandType) -> None:
        lowest, grades = grade_book().lowest[level], self.dealt.five_grades
        numbers = ((grades >= lowest) & (grades < self.open_from)).nonzero()[0]
        strengths, masks = _by_strength(*self.dealt.fives(numbers))
        self.fulls = HandList.of(
            np.concatenate([self.fulls.strengths, strengths]),
            np.concatenate([self.fulls.masks, masks]),
            self.dealt.places.bits,
        )
        self.open_from = lowest

    def _look_up(self) -> None:
        fulls = self.fulls
        keys = fulls.strengths >> WORTH_BITS
        self.back, self.middle = self.worths.back.take(keys), self.worths.middle.take(keys)
        self.ends = fulls.descents.searchsorted(fulls.descents, side="right")
        """For each hand, how many are not below it by C8. The backs for this middle come before that index."""
        self.starts = self.fronts.descents.searchsorted(fulls.descents)
        """For each hand, the first front that is not above it by C8. The fronts for this middle start there."""

    def _list_fronts(self, large: int) -> None:
        strengths, masks = _by_strength(*self.dealt.threes())
        self.fronts = HandList.of(
            np.concatenate([self.fulls.strengths[large:], strengths]),
            np.concatenate([self.fulls.masks[large:], masks]),
            self.dealt.places.bits,
        )
        self.front = self.worths.front.take(self.fronts.strengths >> WORTH_BITS)

    def first_front(self, descent: int) -> int:
        """The first front that is not above a hand with this descent."""
        return int(self.fronts.descents.searchsorted(descent))


def _by_strength(strengths: Int32s, masks: Int32s) -> tuple[Int32s, Int32s]:
    order = (-strengths).argsort()
    return strengths.take(order), masks.take(order)
