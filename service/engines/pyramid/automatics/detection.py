"""Detects which automatics some cards allow, and reads the hands of automatics (C12)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, permutations
from typing import Final

import numpy as np

from service.engines.cards import ACE, SUITS, Card, make_card, rank_of, suit_of
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.cards import SPADES, WILD, suit_number
from service.engines.pyramid.hands import read_hand
from service.engines.pyramid.positions import FULL, SMALL
from service.engines.pyramid.readings import Reading, as_flush, as_straight, common_suit, matched_reading, runs
from service.engines.pyramid.tuning import Automatic

Hands = tuple[Sequence[Card], Sequence[Card], Sequence[Card]]
"""Back, middle and front."""
Readings = tuple[Reading, ...]
"""The readings of the hands, in the same order."""

_ALL_RANKS: Final = frozenset(range(2, ACE + 1))
_DRAGON_SIZES: Final = (FULL, FULL, SMALL)


def as_full_house(cards: Sequence[Card]) -> Reading | None:
    """The best reading of five cards as exactly three and two."""
    natural = [(rank_of(card), suit_number(card)) for card in cards if card != WILD]
    counts = Counter(rank for rank, _ in natural)
    # A rank without a natural card is best an ace, or a king next to aces.
    wild_ranks = {ACE, ACE - 1} if len(counts) == 1 else set()
    for three, two in permutations(sorted({*counts, *wild_ranks}, reverse=True), 2):
        if counts.keys() <= {three, two} and counts[three] <= 3 and counts[two] <= 2:
            wilds = [(three, SPADES)] * (3 - counts[three]) + [(two, SPADES)] * (2 - counts[two])
            return matched_reading([*natural, *wilds])
    return None


_READERS: Final = {
    Automatic.THREE_FULL_HOUSES: as_full_house,
    Automatic.THREE_STRAIGHTS: as_straight,
    Automatic.THREE_FLUSHES: as_flush,
}


def automatic_readings(automatic: Automatic, hands: Hands) -> Readings | None:
    """The best readings that make these hands the automatic, legal by C8; None if there are none."""
    candidates = _dragon_readings(hands) if automatic is Automatic.DRAGON else _like_readings(automatic, hands)
    legal = (readings for readings in candidates if is_legal(readings))
    return max(legal, key=lambda readings: [reading.strength for reading in readings], default=None)


def is_legal(readings: Readings) -> bool:
    """Whether no hand is above the one before it (C8)."""
    return all(stronger.order >= weaker.order for stronger, weaker in pairwise(readings))


def _like_readings(automatic: Automatic, hands: Hands) -> Iterator[Readings]:
    if all(len(hand) == FULL for hand in hands):
        readings = tuple(reading for hand in hands if (reading := _READERS[automatic](hand)))
        if len(readings) == len(hands):
            yield readings


def _dragon_readings(hands: Hands) -> Iterator[Readings]:
    """The readings for every way to assign the missing ranks to the wilds."""
    ranks = [rank_of(card) for hand in hands for card in hand if card != WILD]
    missing = _ALL_RANKS - set(ranks)
    if tuple(map(len, hands)) == _DRAGON_SIZES and len(ranks) + len(missing) == len(_ALL_RANKS):
        for order in permutations(sorted(missing, reverse=True)):
            filling = iter(order)
            yield tuple(_filled(hand, filling) for hand in hands)


def _filled(hand: Sequence[Card], filling: Iterator[int]) -> Reading:
    """The hand with these ranks for its wilds, which have the suit of a flush and otherwise are spades (C2)."""
    natural = [card for card in hand if card != WILD]
    suit = suit_of(natural[0]) if len(hand) == FULL and common_suit(hand) else SUITS[0]
    reading = read_hand([*natural, *(make_card(next(filling), suit) for _ in range(len(hand) - len(natural)))])
    if reading is None:
        raise AssertionError("Three or five cards always make a hand.")
    return reading


def ace_suit(hands: Hands) -> int:
    """The suit of a dragon's ace, which decides between dragons (C14). A wild as the ace is a spade."""
    return next((suit_number(card) for hand in hands for card in hand if rank_of(card) == ACE), SPADES)


HANDS: Final = 3
RANK_COUNT: Final = ACE - 1


def automatics_in(cards: Sequence[Card]) -> frozenset[Automatic]:
    """The automatics that the cards allow. Each can be placed legally, with hands of one kind in order of strength."""
    wilds = sum(card == WILD for card in cards)
    natural = [card for card in cards if card != WILD]
    ranks = np.bincount([rank_of(card) - 2 for card in natural], minlength=RANK_COUNT).astype(np.int64)
    allowed = set()
    if int((ranks > 0).sum()) + wilds >= RANK_COUNT:
        allowed.add(Automatic.DRAGON)
    if len(cards) >= HANDS * FULL:
        suits = np.bincount([suit_number(card) - 1 for card in natural], minlength=SPADES).astype(np.int64)
        if _missing(flush_needs(), suits) <= wilds:
            allowed.add(Automatic.THREE_FLUSHES)
        if _missing(straight_needs(), ranks) <= wilds:
            allowed.add(Automatic.THREE_STRAIGHTS)
        if _full_houses(ranks, wilds):
            allowed.add(Automatic.THREE_FULL_HOUSES)
    return frozenset(allowed)


def _missing(needs: Int64s, held: Int64s) -> int:
    """The fewest wilds that any row of needs takes."""
    return int((needs - held).clip(min=0).sum(axis=1).min())


@lru_cache(maxsize=1)
def flush_needs() -> Int64s:
    """For each choice of three suits, how many cards of each suit its flushes take."""
    return _choices_of_three(np.eye(SPADES, dtype=np.int64) * FULL)


@lru_cache(maxsize=1)
def straight_needs() -> Int64s:
    """For each choice of three runs, how many cards of each rank they take."""
    return _choices_of_three(np.array([[int(rank in run) for rank in range(2, ACE + 1)] for run in runs(FULL)]))


@lru_cache(maxsize=1)
def _rank_choices() -> Int64s:
    """For each choice of three ranks, how often each rank is in it."""
    return _choices_of_three(np.eye(RANK_COUNT, dtype=np.int64))


def _choices_of_three(hands: Int64s) -> Int64s:
    return np.array([hands[list(chosen)].sum(axis=0) for chosen in combinations_with_replacement(range(len(hands)), 3)])


def _full_houses(held: Int64s, wilds: int) -> bool:
    """Whether there are three threes and three pairs that make full houses, each of two different ranks.

    Threes and pairs can be combined that way unless one rank is used more than three times in all.
    """
    choices = _rank_choices()
    for threes in choices[(3 * choices - held).clip(min=0).sum(axis=1) <= wilds]:
        needs = (3 * threes + 2 * choices)[(threes + choices).max(axis=1) <= HANDS]
        if _missing(needs, held) <= wilds:
            return True
    return False
