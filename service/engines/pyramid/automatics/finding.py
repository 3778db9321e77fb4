"""Finds the hands of an automatic; a dragon has the strongest back, then middle, then front (C12, C23).

Each hand of a dragon takes the strongest of the ranks that are left. That is always legal: the back could have made
whatever the middle makes, and a middle without any better hand has the highest rank that is left.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.cards import ACE, Card, Suit, make_card, rank_of
from service.engines.pyramid.arranging.board import HandList
from service.engines.pyramid.arranging.dealt import DealtCards, five_of
from service.engines.pyramid.arranging.grades import Int32s, choice_number, choices_of_size
from service.engines.pyramid.arranging.search import lowest
from service.engines.pyramid.automatics.detection import Hands, as_full_house, automatics_in
from service.engines.pyramid.cards import SPADES, WILD, suit_number
from service.engines.pyramid.positions import FULL
from service.engines.pyramid.readings import Ranks, Reading, as_flush, as_straight, runs
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.tuple_rows import small_choices


def split_dragon(cards: Sequence[Card]) -> Hands:
    """Back, middle and front of cards that have every rank, with wilds filling in."""
    left = _Left.of(cards)
    back = left.take_strongest()
    middle = left.take_strongest()
    return back, middle, left.take(tuple(left.cards))


@dataclass(slots=True)
class _Left:
    """What is left of a dragon while it is split."""

    cards: dict[int, list[Card]]
    """For each rank, highest first, its natural cards with the highest suit first."""
    to_spare: int
    """How many wilds are not needed for ranks without a natural card."""

    @classmethod
    def of(cls, cards: Sequence[Card]) -> "_Left":
        natural = sorted((card for card in cards if card != WILD), key=suit_number, reverse=True)
        by_rank = {rank: [card for card in natural if rank_of(card) == rank] for rank in range(ACE, 1, -1)}
        missing = sum(not held for held in by_rank.values())
        return cls(by_rank, len(cards) - len(natural) - missing)

    def take_strongest(self) -> list[Card]:
        """Take out the strongest hand of five that the ranks make."""
        possible = [run for run in runs(FULL) if self.cards.keys() >= set(run)]
        suited = next(self._suited(possible), None) or next(self._suited(combinations(self.cards, FULL)), None)
        if suited:
            return self.take(*suited)
        return self.take(possible[0] if possible else tuple(self.cards)[:FULL])

    def _suited(self, choices: Iterator[Ranks] | Sequence[Ranks]) -> Iterator[tuple[Ranks, int]]:
        """The choices of ranks that can be of one suit, with that suit, in the order of the choices."""
        others = {
            suit: {rank for rank, held in self.cards.items() if held and self._in_suit(rank, suit) is None}
            for suit in range(SPADES, 0, -1)
        }
        suits = [suit for suit in others if len(self.cards) - len(others[suit]) + self.to_spare >= FULL]
        for ranks in choices if suits else ():
            for suit in suits:
                if len(others[suit].intersection(ranks)) <= self.to_spare:
                    yield ranks, suit

    def _in_suit(self, rank: int, suit: int) -> Card | None:
        return next((card for card in self.cards[rank] if suit_number(card) == suit), None)

    def take(self, ranks: Ranks, suit: int | None = None) -> list[Card]:
        """Take out a card of each rank: of the wanted suit, or else of the highest. A spare wild is of either."""
        return [self._take(rank, suit) for rank in ranks]

    def _take(self, rank: int, suit: int | None) -> Card:
        held = self.cards[rank]
        wanted = self._in_suit(rank, suit or SPADES)
        del self.cards[rank]
        if wanted is not None or not held:
            return WILD if wanted is None else wanted
        if self.to_spare:
            self.to_spare -= 1
            return WILD
        return held[0]


_ANY_SUIT: Final = Suit.SPADES


def find_automatic(cards: Sequence[Card], automatic: Automatic) -> Hands | None:
    """The automatic's hands, or None where the cards do not allow it."""
    if automatic not in automatics_in(cards):
        return None
    if automatic is Automatic.DRAGON:
        return split_dragon(cards)
    dealt = DealtCards(cards)
    if automatic is Automatic.THREE_FLUSHES:
        return _three_alike(dealt, _flush_masks(dealt), as_flush)
    reader = as_straight if automatic is Automatic.THREE_STRAIGHTS else as_full_house
    return _three_alike(dealt, dealt.places.five_masks[_makes(automatic)[dealt.choices()]], reader)


def prepare_finding() -> Iterator[Callable[[], object]]:
    """The steps that fill the caches which the first search in a process needs."""
    for automatic in (Automatic.THREE_STRAIGHTS, Automatic.THREE_FULL_HOUSES):
        yield partial(_makes, automatic)


@lru_cache(maxsize=2)
def _makes(automatic: Automatic) -> npt.NDArray[np.bool_]:
    """For each choice of ranks, whether it makes the automatic's hand: a straight or a full house."""
    reader = as_straight if automatic is Automatic.THREE_STRAIGHTS else as_full_house
    makes = np.zeros(choices_of_size(FULL), dtype=np.bool_)
    for choice in small_choices(FULL):
        cards = [make_card(rank, _ANY_SUIT) for rank in choice.ranks]
        makes[choice_number(choice)] = reader([*cards, *(WILD,) * choice.wilds]) is not None
    return makes


def _flush_masks(dealt: DealtCards) -> Int32s:
    masks = []
    for natural in dealt.of_suit:
        places = np.array([*range(dealt.wilds), *natural], dtype=np.intp)
        if len(places) >= FULL:
            masks.append(dealt.places.bits[places[five_of(len(places))]].sum(axis=1, dtype=np.int32))
    return np.concatenate(masks)


def _three_alike(dealt: DealtCards, masks: Int32s, read: Callable[[Sequence[Card]], Reading | None]) -> Hands:
    """Three hands that share no card: the first such three in the order of their strength by `read`."""
    readings = [(reading.strength, mask) for mask in masks.tolist() if (reading := read(dealt.cards_of(mask)))]
    ordered = np.array([mask for _, mask in sorted(readings, reverse=True)], dtype=np.int32)
    hands = HandList.of(ordered, ordered, dealt.places.bits)
    for back in range(len(ordered)):
        middles = hands.apart_from(ordered.item(back)) >> back << back
        while middles:
            middle = lowest(middles)
            middles &= middles - 1
            if fronts := middles & hands.apart_from(ordered.item(middle)):
                chosen = (back, middle, lowest(fronts))
                first, second, third = (dealt.cards_of(ordered.item(hand)) for hand in chosen)
                return first, second, third
    raise AssertionError("Cards that allow the automatic must have its hands.")
