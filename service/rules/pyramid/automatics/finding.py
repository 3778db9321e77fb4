"""Where an automatic is in some cards: with the strongest back as it reads them, then middle, then front (C12)."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from service.rules.cards import ACE, Card, Suit, make_card, rank_of
from service.rules.pyramid.arranging.board import HandList
from service.rules.pyramid.arranging.dealt import DealtCards
from service.rules.pyramid.arranging.grades import Int32s, choice_number, choices_of_size
from service.rules.pyramid.arranging.places import five_of
from service.rules.pyramid.arranging.search import lowest
from service.rules.pyramid.automatics.detection import automatics_in
from service.rules.pyramid.automatics.readings import Hands, as_full_house, automatic_readings, filled
from service.rules.pyramid.cards import SPADES, WILD, suit_number
from service.rules.pyramid.choices import small_choices
from service.rules.pyramid.positions import FULL
from service.rules.pyramid.readings import Reading, as_flush, as_straight
from service.rules.pyramid.tuning import Automatic

_ANY_SUIT: Final = Suit.SPADES
_PLAIN_SPLIT: Final = (range(ACE, 9, -1), range(9, 4, -1), range(4, 1, -1))


def find_automatic(cards: Sequence[Card], automatic: Automatic) -> Hands | None:
    """The automatic's hands, or None where the cards do not allow it."""
    if automatic not in automatics_in(cards):
        return None
    if automatic is Automatic.DRAGON:
        return _dragon(cards)
    dealt = DealtCards(cards)
    if automatic is Automatic.THREE_FLUSHES:
        return _three_alike(dealt, _flush_masks(dealt), as_flush)
    reader = as_straight if automatic is Automatic.THREE_STRAIGHTS else as_full_house
    return _three_alike(dealt, dealt.places.five_masks[_makes(automatic)[dealt.choices()]], reader)


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


def _dragon(cards: Sequence[Card]) -> Hands:
    by_rank = _dragon_cards(cards)
    back, middle, front = ([by_rank[rank] for rank in ranks] for ranks in _PLAIN_SPLIT)
    if automatic_readings(Automatic.DRAGON, (back, middle, front)):
        return back, middle, front
    # The strongest back there is and the strongest middle beside it are always legal with what is left: where the
    # middle is a high card, it has the five highest of the eight.
    ranks = set(by_rank)
    chosen = []
    for _ in range(2):
        best = max(combinations(sorted(ranks, reverse=True), FULL), key=lambda hand: _order(by_rank, hand))
        chosen.append([by_rank[rank] for rank in best])
        ranks -= set(best)
    return chosen[0], chosen[1], [by_rank[rank] for rank in sorted(ranks, reverse=True)]


def _order(by_rank: dict[int, Card], ranks: Sequence[int]) -> tuple[int, ...]:
    missing = iter([rank for rank in ranks if by_rank[rank] == WILD])
    return filled([by_rank[rank] for rank in ranks], missing).order


def _dragon_cards(cards: Sequence[Card]) -> dict[int, Card]:
    """One card of each rank, of the highest suit there is; a wild to spare is a better ace than one of lower suit."""
    natural = sorted((card for card in cards if card != WILD), key=lambda card: (rank_of(card), suit_number(card)))
    by_rank = {rank_of(card): card for card in natural}
    missing = [rank for rank in range(2, ACE + 1) if rank not in by_rank]
    to_spare = len(cards) - len(natural) > len(missing)
    if to_spare and ACE in by_rank and suit_number(by_rank[ACE]) < SPADES:
        missing.append(ACE)
    return {**by_rank, **dict.fromkeys(missing, WILD)}
