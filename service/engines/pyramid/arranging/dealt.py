"""The hands in a deal: places of cards in the sorted deal, and every choice of two, three or five places."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card, rank_of
from service.engines.pyramid.arranging.grades import CHOICE_BITS, Int32s, choice_weights, grade_book
from service.engines.pyramid.cards import SPADES, WILD, suit_number
from service.engines.pyramid.positions import FULL, SMALL

Indexes = npt.NDArray[np.intp]
_PAIR: Final = FULL - SMALL


def choose(places: int, size: int) -> Indexes:
    """Every choice of `size` places: a column for each choice, a row for each place of a hand."""
    return np.array(list(combinations(range(places), size)), dtype=np.intp).T


@dataclass(frozen=True, slots=True)
class Places:
    """The choices from a deal of one size. A hand of five is split into its first two places and its last three."""

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


CARD_CODES: Final = np.array(
    [
        [
            weights[card >> 2] + (suit_number(Card(card)) - 1 << CHOICE_BITS + 2 * (FULL - 1 - place))
            for card in range(WILD + 1)
        ]
        for place, weights in enumerate(choice_weights(FULL))
    ],
    dtype=np.int32,
)
"""What each card adds to the code of a hand of five at each place."""
CHOICE: Final = (1 << CHOICE_BITS) - 1
ONE_SUIT: Final = 0b0101010101
"""Multiplied by a suit from 0 to 3, this gives the suits of five cards of that suit."""
STRENGTH_ORDER: Final = {
    card: place
    for place, card in enumerate(
        sorted(range(WILD + 1), key=lambda card: (card == WILD, rank_of(Card(card)), suit_number(Card(card))))
    )
}
SUITS: Final = range(SPADES)


class SortedCards:
    """Cards sorted from the wilds and the aces down. A set of them is a mask of their places."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = sorted(cards, key=STRENGTH_ORDER.__getitem__, reverse=True)
        self.wilds = self.cards.count(WILD)
        self.of_suit = self._places_by_suit()

    def _places_by_suit(self) -> list[list[int]]:
        """The places of each suit's natural cards."""
        places: list[list[int]] = [[] for _ in SUITS]
        for place in range(self.wilds, len(self.cards)):
            places[suit_number(self.cards[place]) - 1].append(place)
        return places


class DealtCards(SortedCards):
    """A deal with all its hands of three and five."""

    def __init__(self, cards: Iterable[Card]) -> None:
        super().__init__(cards)
        self.places = places_of(len(self.cards))
        self.all = (1 << len(self.cards)) - 1
        self._add_up()
        self._mark_flushes()

    def _add_up(self) -> None:
        a, b, c, d, e = CARD_CODES.take(self.cards, axis=1)
        (first, second), (third, fourth, fifth) = self.places.pairs, self.places.triples
        pairs = a.take(first) + b.take(second)
        self.three_codes: Int32s = c.take(third) + d.take(fourth) + e.take(fifth)
        self.five_codes: Int32s = pairs.take(self.places.pair_of_five)
        self.five_codes += self.three_codes.take(self.places.triple_of_five)
        self.five_grades: Int32s = grade_book().five.mixed.take(self.choices())

    def _mark_flushes(self) -> None:
        """Raise the grades of hands whose cards are of one suit. A wild in a flush has its suit (C2)."""
        for suit, natural in enumerate(self.of_suit):
            if len(natural) + self.wilds >= FULL:
                places = np.array([*range(self.wilds), *natural])
                masks = self.places.bits[places][five_of(len(places))].sum(axis=1)
                numbers = self.places.five_of_mask[masks]
                choices = self.five_codes[numbers] & CHOICE
                grades = grade_book().five.suited[choices]
                better = grades > self.five_grades[numbers]
                numbers = numbers[better]
                self.five_grades[numbers] = grades[better]
                self.five_codes[numbers] = choices[better] | suit * ONE_SUIT << CHOICE_BITS

    def choices(self) -> Int32s:
        """For every hand of five, the number of its choice of ranks."""
        return self.five_codes & CHOICE

    def cards_of(self, mask: int) -> tuple[Card, ...]:
        """The cards of a mask, highest first."""
        return tuple(card for place, card in enumerate(self.cards) if mask >> place & 1)

    def fives(self, numbers: Indexes) -> tuple[Int32s, Int32s]:
        """Strengths and masks of the hands of five with these numbers."""
        strengths = grade_book().five.strengths(self.five_codes.take(numbers), self.five_grades.take(numbers))
        return strengths, self.places.five_masks.take(numbers)

    def threes(self) -> tuple[Int32s, Int32s]:
        """Strengths and masks of all hands of three."""
        three = grade_book().three
        return three.strengths(self.three_codes, three.mixed.take(self.three_codes & CHOICE)), self.places.triple_masks
