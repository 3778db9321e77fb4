"""Reads cards as a hand of each kind, with wilds filling in (C2, C4, C7)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import Final

from service.engines.cards import ACE, Card, rank_of
from service.engines.pyramid.cards import SPADES, WILD, suit_number
from service.engines.pyramid.positions import FULL, HandType

Ranks = tuple[int, ...]
RankedCard = tuple[int, int]
"""The rank and the suit number of a card; a wild already has both."""

MATCHED_TYPES: Final = {
    (1, 1, 1): HandType.HIGH_CARD,
    (2, 1): HandType.PAIR,
    (3,): HandType.THREE_OF_A_KIND,
    (1, 1, 1, 1, 1): HandType.HIGH_CARD,
    (2, 1, 1, 1): HandType.PAIR,
    (2, 2, 1): HandType.TWO_PAIR,
    (3, 1, 1): HandType.THREE_OF_A_KIND,
    (3, 2): HandType.FULL_HOUSE,
    (4, 1): HandType.FOUR_OF_A_KIND,
    (5,): HandType.FIVE_OF_A_KIND,
    (6,): HandType.SIX_OF_A_KIND,
    (7,): HandType.SEVEN_OF_A_KIND,
    (8,): HandType.EIGHT_OF_A_KIND,
}
STRAIGHT_FLUSHES: Final = {
    5: HandType.STRAIGHT_FLUSH,
    6: HandType.SIX_CARD_STRAIGHT_FLUSH,
    7: HandType.SEVEN_CARD_STRAIGHT_FLUSH,
    8: HandType.EIGHT_CARD_STRAIGHT_FLUSH,
}


@dataclass(frozen=True, slots=True)
class Reading:
    """A hand read as one type: its ranks in order of importance, and its suits in that same order."""

    type: HandType
    ranks: Ranks
    suits: tuple[int, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """The key to compare hands of different positions (C8). Of two that begin alike, the longer is the stronger."""
        return (self.type.number, *self.ranks)

    @property
    def strength(self) -> tuple[int, ...]:
        """The full key to compare hands in one position (C7). There, hands of one type have one size."""
        return (self.type.number, *self.ranks, *self.suits)


@lru_cache(maxsize=8)
def runs(size: int) -> tuple[Ranks, ...]:
    """Every run of this many ranks, strongest first. The wheel has the ace on top, so it comes second (C6)."""
    plain = [tuple(range(top, top - size, -1)) for top in range(ACE, size, -1)]
    return tuple(sorted([*plain, (ACE, *range(size, 1, -1))], reverse=True))


def natural_ranks(cards: Sequence[Card]) -> Ranks:
    """The ranks of the cards that are not wild, highest first."""
    return tuple(sorted((rank_of(card) for card in cards if card != WILD), reverse=True))


def common_suit(cards: Sequence[Card]) -> int | None:
    """The suit that all natural cards share; None if they differ."""
    suits = {suit_number(card) for card in cards if card != WILD}
    return suits.pop() if len(suits) == 1 else None


@lru_cache(maxsize=1 << 12)
def best_run(ranks: Ranks, size: int) -> Ranks | None:
    """The strongest run of this size that contains all these ranks."""
    if len(set(ranks)) < len(ranks):
        return None
    wanted = set(ranks)
    return next((run for run in runs(size) if wanted.issubset(run)), None)


def as_straight(cards: Sequence[Card]) -> Reading | None:
    """The best straight that five cards make."""
    suits = {rank_of(card): suit_number(card) for card in cards if card != WILD}
    run = best_run(tuple(suits), FULL) if len(suits) + cards.count(WILD) == FULL else None
    return Reading(HandType.STRAIGHT, run, tuple([suits.get(rank, SPADES) for rank in run])) if run else None


def as_flush(cards: Sequence[Card]) -> Reading | None:
    """The best flush that five cards make: every wild is an ace of the suit."""
    suit = common_suit(cards)
    if suit is None:
        return None
    ranks = natural_ranks(cards)
    return Reading(HandType.FLUSH, (ACE,) * (len(cards) - len(ranks)) + ranks, (suit,) * FULL)


def as_straight_flush(cards: Sequence[Card]) -> Reading | None:
    """The best straight flush that five to eight cards make."""
    suit = common_suit(cards)
    run = best_run(natural_ranks(cards), len(cards)) if suit else None
    return Reading(STRAIGHT_FLUSHES[len(cards)], run, (suit,) * len(cards)) if suit and run else None


def as_matched(cards: Sequence[Card]) -> Reading | None:
    """The best hand of equal ranks; three or five cards always make one, if only a high card."""
    natural = [(rank_of(card), suit_number(card)) for card in cards if card != WILD]
    if len(natural) == len(cards):
        return matched_reading(natural)
    readings = [
        reading
        # A wild that matches is always worth more than one that does not, so no other ranks are tried.
        for filling in combinations_with_replacement({rank for rank, _ in natural}, len(cards) - len(natural))
        if (reading := matched_reading([*natural, *((rank, SPADES) for rank in filling)]))
    ]
    return max(readings, key=lambda reading: reading.order, default=None)


def matched_reading(cards: Sequence[RankedCard]) -> Reading | None:
    """The reading by equal ranks of cards without wilds."""
    counts: dict[int, int] = {}  # a Counter takes four times as long, and tens of thousands of hands are read
    for rank, _ in cards:
        counts[rank] = counts.get(rank, 0) + 1
    hand_type = MATCHED_TYPES.get(tuple(sorted(counts.values(), reverse=True)))
    if hand_type is None:
        return None
    _, ranks, suits = zip(*sorted([(counts[rank], rank, suit) for rank, suit in cards], reverse=True), strict=True)
    return Reading(hand_type, ranks, suits)
