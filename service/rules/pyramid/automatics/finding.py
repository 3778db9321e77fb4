"""Where an automatic is in some cards: with the strongest back as it reads them, then middle, then front (C12)."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Final

import numpy as np
import numpy.typing as npt

from service.rules.cards import Card, Suit, make_card
from service.rules.pyramid.arranging.board import HandList
from service.rules.pyramid.arranging.dealt import DealtCards
from service.rules.pyramid.arranging.grades import Int32s, choice_number, choices_of_size
from service.rules.pyramid.arranging.places import five_of
from service.rules.pyramid.arranging.search import lowest
from service.rules.pyramid.automatics.detection import automatics_in
from service.rules.pyramid.automatics.dragons import split_dragon
from service.rules.pyramid.automatics.readings import Hands, as_full_house
from service.rules.pyramid.cards import WILD
from service.rules.pyramid.choices import small_choices
from service.rules.pyramid.positions import FULL
from service.rules.pyramid.readings import Reading, as_flush, as_straight
from service.rules.pyramid.tuning import Automatic

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
    """What the first search in a process would have to work out, in steps."""
    for automatic in (Automatic.THREE_STRAIGHTS, Automatic.THREE_FULL_HOUSES):
        yield partial(_makes, automatic)


@lru_cache(maxsize=2)
def _makes(automatic: Automatic) -> npt.NDArray[np.bool_]:
    """For each choice of ranks, whether it is a straight, or else a full house."""
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
    """Three hands that share no card: the first three in the order of their strength as `read` has it."""
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
    raise AssertionError("What was counted must be there.")
