"""The hands of many deals of one size, evaluated in the same array operations as `dealt.py` does for one deal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card
from service.engines.pauses import Pause, each, no_pause
from service.engines.pyramid.arranging.board import large_hands
from service.engines.pyramid.arranging.dealt import (
    CARD_CODES,
    CHOICE,
    ONE_SUIT,
    STRENGTH_ORDER,
    SUITS,
    Indexes,
    SortedCards,
    five_of,
    places_of,
)
from service.engines.pyramid.arranging.grades import (
    CHOICE_BITS,
    SUIT_BITS,
    WILD_KIND,
    WORTH_BITS,
    Int32s,
    Int64s,
    grade_book,
)
from service.engines.pyramid.arranging.worths import Worths
from service.engines.pyramid.cards import ALL_CARDS, SPADES, WILD, suit_number
from service.engines.pyramid.positions import FULL, LARGE, SMALL, HandType

_HIGHEST: Final = 30
"""A strength has fewer bits than this."""
_TOP: Final = (1 << _HIGHEST) - 1
_MASK: Final = (1 << ALL_CARDS) - 1
_DEAL: Final = _HIGHEST + ALL_CARDS
_ORDER: Final = np.array([STRENGTH_ORDER[card] for card in range(WILD + 1)], dtype=np.int8)
_BY_ORDER: Final = _ORDER.argsort()
_SUIT: Final = np.array([suit_number(Card(card)) - 1 for card in range(WILD + 1)], dtype=np.int8)
_KINDS: Final = WILD_KIND + 1

Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """Hands of many deals, by the number of the deal."""

    deals: Indexes
    strengths: Int64s
    masks: Int32s

    @classmethod
    def joined(cls, *lists: "Hands") -> "Hands":
        deals, strengths, masks = zip(*((one.deals, one.strengths, one.masks) for one in lists), strict=True)
        return cls(np.concatenate(deals), np.concatenate(strengths), np.concatenate(masks))

    def in_order(self) -> "Hands":
        """Deal by deal, the strongest first."""
        keys = self.deals << _DEAL | (_TOP - self.strengths) << ALL_CARDS | self.masks
        keys.sort()
        return Hands(keys >> _DEAL, _TOP - (keys >> ALL_CARDS & _TOP), (keys & _MASK).astype(np.int32))

    def of(self, deals: Indexes, number: int) -> "Hands":
        """The hands of some of the `number` deals, which are numbered in the order given."""
        numbers = np.full(number, -1)
        numbers[deals] = np.arange(len(deals))
        hands = (numbers[self.deals] >= 0).nonzero()[0]
        return Hands(numbers[self.deals[hands]], self.strengths[hands], self.masks[hands])


@dataclass(frozen=True, slots=True, eq=False)
class Threes:
    """The hands of three of many deals: a row for each deal, the strongest first."""

    strengths: Int64s
    masks: Int32s
    worths: Int64s
    """What they are worth as fronts."""

    def of(self, deals: Indexes) -> "Threes":
        return Threes(self.strengths[deals], self.masks[deals], self.worths[deals])


@dataclass(frozen=True, slots=True, eq=False)
class _Suited:
    """The hands of five that are better for being of one suit. A wild in a flush has its suit (C2)."""

    deals: Indexes
    hands: Indexes
    codes: Int32s
    grades: Int32s

    @classmethod
    def joined(cls, lists: Sequence["_Suited"]) -> "_Suited":
        nothing = np.zeros(0, dtype=np.intp)
        lists = [cls(nothing, nothing, nothing.astype(np.int32), nothing.astype(np.int32)), *lists]
        return cls(*(np.concatenate([getattr(one, name) for one in lists]) for name in cls.__slots__))

    def only(self, chosen: Bools) -> "_Suited":
        return _Suited(self.deals[chosen], self.hands[chosen], self.codes[chosen], self.grades[chosen])


class ManyDealt:
    """Deals of one size. A deal's cards are sorted, and a set of them is a mask of their places."""

    def __init__(self, deals: Sequence[Sequence[Card]], pause: Pause = no_pause) -> None:
        order = np.sort(_ORDER.take(np.array(deals, dtype=np.intp)), axis=1)[:, ::-1]
        self.cards: Indexes = _BY_ORDER.take(order)
        self._by_place = np.ascontiguousarray(self.cards.T)
        self.places = places_of(len(self._by_place))
        self.wilds: Indexes = (self._by_place == WILD).sum(axis=0)
        self.twins: Int32s = ((self.cards[:, 1:] == self.cards[:, :-1]) @ self.places.bits[:-1]).astype(np.int32)
        """For each deal, the places of the first of two identical cards."""
        self.most_trips: Indexes = (self._of_ranks()[:WILD_KIND] // SMALL).sum(axis=0) + self.wilds
        """At least as many as a deal has threes of a kind that share no card."""
        a, b, c, d, e = CARD_CODES[:, self._by_place]
        (first, second), (third, fourth, fifth) = self.places.pairs, self.places.triples
        pause()
        self._pairs = a.take(first, axis=0) + b.take(second, axis=0)
        self._triples = c.take(third, axis=0) + d.take(fourth, axis=0) + e.take(fifth, axis=0)
        pause()
        self._suited = _Suited.joined(list(each(self._flushes(), pause)))

    def __len__(self) -> int:
        return len(self.cards)

    def _flushes(self) -> Iterator[_Suited]:
        five = grade_book().five
        wild = self._by_place == WILD
        for suit in SUITS:
            of_suit = wild | (_SUIT.take(self._by_place) == suit)
            sizes = of_suit.sum(axis=0)
            for size in np.unique(sizes[sizes >= FULL]).tolist():
                deals = (sizes == size).nonzero()[0]
                places = of_suit.T[deals].nonzero()[1].reshape(-1, size)
                masks = self.places.bits[places][:, five_of(size)].sum(axis=2)
                hands = self.places.five_of_mask[masks].ravel()
                deals = deals.repeat(masks.shape[1])
                choices = self._codes(hands, deals) & CHOICE
                grades = five.suited.take(choices)
                suited = _Suited(deals, hands, choices | suit * ONE_SUIT << CHOICE_BITS, grades)
                yield suited.only(grades > five.mixed.take(choices))

    def _codes(self, numbers: Indexes, deals: Indexes) -> Int32s:
        codes: Int32s = self._pairs[self.places.pair_of_five[numbers], deals]
        codes += self._triples[self.places.triple_of_five[numbers], deals]
        return codes

    def fives(self, grade: int, start: int, stop: int) -> Hands:
        """The hands of five with at least this grade, of the deals with these numbers."""
        places, five = self.places, grade_book().five
        pairs, triples = ((codes[:, start:stop] & CHOICE).astype(np.int16) for codes in (self._pairs, self._triples))
        choices = pairs.take(places.pair_of_five, axis=0)
        choices += triples.take(places.triple_of_five, axis=0)
        enough = (five.mixed >= grade).take(choices)
        suited = self._suited.only((self._suited.deals >= start) & (self._suited.deals < stop))
        enough[suited.hands, suited.deals - start] = False
        suited = suited.only(suited.grades >= grade)
        hands, deals = np.divmod(np.flatnonzero(enough), enough.shape[1])
        deals += start
        codes = self._codes(hands, deals)
        grades = np.concatenate([five.mixed.take(codes & CHOICE), suited.grades])
        strengths = five.strengths(np.concatenate([codes, suited.codes]), grades).astype(np.int64)
        masks = places.five_masks.take(np.concatenate([hands, suited.hands]))
        return Hands(np.concatenate([deals, suited.deals]), strengths, masks)

    def strongest_below_straights(self, deals: Indexes, masks: Int32s, size: int) -> Int64s:
        """The strongest hand of the `size` cards of each mask, as its strength; -1 if it is a straight or better."""
        five = grade_book().five
        held = masks[:, None] & self.places.bits != 0
        places = held.nonzero()[1].reshape(-1, size)
        hands = self.places.five_of_mask[self.places.bits[places][:, five_of(size)].sum(axis=2)]
        codes = self._codes(hands, deals[:, None])
        grades = five.mixed.take(codes & CHOICE)
        strengths = five.strengths(codes, grades).max(axis=1).astype(np.int64)
        suits = _SUIT.take(self.cards[deals[:, None], places])
        wild = self.cards[deals[:, None], places] == WILD
        flush = np.zeros(len(masks), dtype=np.bool_)
        for suit in SUITS:
            flush |= ((suits == suit) | wild).sum(axis=1) >= FULL
        return np.where(flush | (strengths >> SUIT_BITS >= grade_book().lowest[HandType.STRAIGHT]), -1, strengths)

    def threes(self, worths: Worths) -> Threes:
        """All hands of three."""
        three = grade_book().three
        strengths = three.strengths(self._triples, three.mixed.take(self._triples & CHOICE)).astype(np.int64)
        keys = np.ascontiguousarray(((_TOP - strengths) << ALL_CARDS | self.places.triple_masks[:, None]).T)
        keys.sort(axis=1)
        strengths = _TOP - (keys >> ALL_CARDS)
        return Threes(strengths, (keys & _MASK).astype(np.int32), worths.front.take(strengths >> WORTH_BITS))

    def large(self, pause: Pause) -> Hands:
        """All hands of six to eight cards. Most deals have none. `pause` is called before each deal."""
        found = [
            (deal, strength, mask)
            for deal in each(self._maybe_large().nonzero()[0].tolist(), pause)
            for strength, mask in large_hands(SortedCards(self.cards[deal].tolist()))
        ]
        deals, strengths, masks = np.array(found, dtype=np.int64).reshape(-1, 3).T
        return Hands(deals, strengths, masks.astype(np.int32))

    def _maybe_large(self) -> Bools:
        """The deals with six cards of one rank, or of one suit within a run of six, if wilds help."""
        deals = np.arange(len(self))
        held = np.zeros((SPADES, _KINDS, len(self)), dtype=np.int8)
        for cards in self._by_place:
            held[_SUIT.take(cards), cards >> 2, deals] = 1
        held = np.concatenate([held[:, WILD_KIND - 1 : WILD_KIND], held[:, :WILD_KIND]], axis=1)
        up_to = held.cumsum(axis=1, dtype=np.int8)
        within = up_to[:, LARGE[0] - 1 :].copy()
        within[:, 1:] -= up_to[:, : -LARGE[0]]
        needed = LARGE[0] - self.wilds
        maybe: Bools = self._of_ranks()[:WILD_KIND].max(axis=0) >= needed
        maybe |= within.max(axis=(0, 1)) >= needed
        return maybe

    def _of_ranks(self) -> Indexes:
        """For each kind of rank and deal, the number of cards."""
        numbers = (self._by_place >> 2) * len(self) + np.arange(len(self))
        return np.bincount(numbers.ravel(), minlength=_KINDS * len(self)).reshape(_KINDS, -1)
