"""Counts, rather than samples, the kitties that allow each automatic with thirteen cards (C21).

A dragon, straights and full houses depend on ranks and wilds alone, flushes on suits and wilds. So kitties fall into at
most 2,380 kinds by rank and 70 by suit, and each kind is checked once, all of them in the same array operations.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card
from service.engines.pauses import Pause, each, no_pause
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.automatics.detection import RANK_COUNT, flush_needs, straight_needs
from service.engines.pyramid.automatics.many import full_houses_in
from service.engines.pyramid.cards import COPIES, DECK, FIRST_CARDS, KITTY, SPADES, WILD, suit_number
from service.engines.pyramid.tuning import AUTOMATICS, Automatic

ALL_KITTIES: Final = comb(len(DECK) - FIRST_CARDS, KITTY)

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Kinds:
    """Ways to distribute a kitty's cards over classes of cards. The wilds are the last class."""

    counts: Int64s
    """For each kind, how many cards it has of each class."""
    numbers: Mapping[tuple[int, ...], int]
    """Maps the classes of a kitty's cards, in order, to the number of its kind."""

    def kitties(self, left: Sequence[int]) -> Int64s:
        """How many kitties are of each kind if this many cards are left of each class."""
        ways = np.array([[comb(cards, taken) for taken in range(KITTY + 1)] for cards in left])
        number: Int64s = ways[np.arange(len(left)), self.counts].prod(axis=1)
        return number


@lru_cache(maxsize=2)
def kinds_over(classes: int) -> Kinds:
    """Every kind of kitty."""
    kinds = list(combinations_with_replacement(range(classes), KITTY))
    counts = np.array([[kind.count(one) for one in range(classes)] for kind in kinds])
    return Kinds(counts, {kind: number for number, kind in enumerate(kinds)})


class Kitties:
    """Every kitty that may be dealt to thirteen cards."""

    def __init__(self, cards: Sequence[Card], pause: Pause = no_pause) -> None:
        """Count them. `pause` is called between steps of the work."""
        wilds = sum(card == WILD for card in cards)
        natural = [card for card in cards if card != WILD]
        self._by_rank = _Kitties.of([_rank_class(card) for card in natural], RANK_COUNT, wilds)
        pause()
        self._by_suit = _Kitties.of([_suit_class(card) for card in natural], SPADES, wilds)
        self._allowed_by_rank = {
            Automatic.DRAGON: _dragons(self._by_rank),
            Automatic.THREE_STRAIGHTS: _enough(straight_needs(), self._by_rank, pause),
            Automatic.THREE_FULL_HOUSES: full_houses_in(self._by_rank.held, self._by_rank.wilds, pause),
        }
        self._flushes = _enough(flush_needs(), self._by_suit, pause)
        found = {automatic: self._by_rank.number(allowed) for automatic, allowed in self._allowed_by_rank.items()}
        found[Automatic.THREE_FLUSHES] = self._by_suit.number(self._flushes)
        self.allowing: Mapping[Automatic, int] = {automatic: found[automatic] for automatic in AUTOMATICS}
        """How many of all kitties allow each automatic."""

    def automatics_with(self, kitty: Sequence[Card]) -> frozenset[Automatic]:
        """What `automatics_in` finds in the thirteen cards and this kitty."""
        by_rank = self._by_rank.kinds.numbers[tuple(sorted(map(_rank_class, kitty)))]
        by_suit = self._by_suit.kinds.numbers[tuple(sorted(map(_suit_class, kitty)))]
        allowed = {automatic for automatic, kinds in self._allowed_by_rank.items() if kinds[by_rank]}
        return frozenset(allowed | {Automatic.THREE_FLUSHES} if self._flushes[by_suit] else allowed)


def _rank_class(card: Card) -> int:
    return card // SPADES


def _suit_class(card: Card) -> int:
    return SPADES if card == WILD else suit_number(card) - 1


@dataclass(frozen=True, slots=True)
class _Kitties:
    """The kinds of kitties over ranks or suits, with the cards that the player then holds."""

    kinds: Kinds
    kitties: Int64s
    held: Int64s
    """For each kind, how many natural cards of each class the player then holds."""
    wilds: Int64s
    first: Int64s
    """The same in the first thirteen cards."""
    first_wilds: int

    @classmethod
    def of(cls, classes: Sequence[int], number: int, wilds: int) -> "_Kitties":
        kinds = kinds_over(number + 1)
        first = np.bincount(classes, minlength=number).astype(np.int64)
        of_class = (len(DECK) - COPIES) // number
        kitties = kinds.kitties([*(of_class - first).tolist(), COPIES - wilds])
        return cls(kinds, kitties, first + kinds.counts[:, :-1], wilds + kinds.counts[:, -1], first, wilds)

    def number(self, allowed: Bools) -> int:
        return int(self.kitties[allowed].sum())


def _dragons(cases: _Kitties) -> Bools:
    allowed: Bools = (cases.held > 0).sum(axis=1) + cases.wilds >= RANK_COUNT
    return allowed


def _enough(needs: Int64s, cases: _Kitties, pause: Pause) -> Bools:
    """The kinds for which some row of needs lacks no more cards than there are wilds."""
    # Four cards, wild or not, cannot fill more than four gaps.
    near = (needs - cases.first).clip(min=0).sum(axis=1) <= KITTY + cases.first_wilds
    allowed = np.zeros(len(cases.held), dtype=np.bool_)
    for row in each(needs[near], pause):
        allowed |= (row - cases.held).clip(min=0).sum(axis=1) <= cases.wilds
    return allowed
