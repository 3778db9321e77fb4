"""How the hands of an automatic are read: a wild is whatever completes it, even where it could be better (C12)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, permutations
from typing import Final

from service.engines.cards import ACE, SUITS, Card, make_card, rank_of, suit_of
from service.engines.pyramid.cards import SPADES, WILD, suit_number
from service.engines.pyramid.hands import read_hand
from service.engines.pyramid.positions import FULL, SMALL
from service.engines.pyramid.readings import Reading, as_flush, as_straight, common_suit, matched_reading
from service.engines.pyramid.tuning import Automatic

Hands = tuple[Sequence[Card], Sequence[Card], Sequence[Card]]
"""Back, middle and front."""
Readings = tuple[Reading, ...]
"""What they are read as, in the same order."""

_ALL_RANKS: Final = frozenset(range(2, ACE + 1))
_DRAGON_SIZES: Final = (FULL, FULL, SMALL)


def as_full_house(cards: Sequence[Card]) -> Reading | None:
    """The best reading of five cards as exactly three and two."""
    natural = [(rank_of(card), suit_number(card)) for card in cards if card != WILD]
    counts = Counter(rank for rank, _ in natural)
    # A rank of which there is no natural card had better be an ace, or a king beside aces.
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
    """The best readings that make these hands the automatic, legal by C8; None where there are none."""
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
    """The readings for every way to let the wilds be the ranks that are not there."""
    ranks = [rank_of(card) for hand in hands for card in hand if card != WILD]
    missing = _ALL_RANKS - set(ranks)
    if tuple(map(len, hands)) == _DRAGON_SIZES and len(ranks) + len(missing) == len(_ALL_RANKS):
        for order in permutations(sorted(missing, reverse=True)):
            filling = iter(order)
            yield tuple(_filled(hand, filling) for hand in hands)


def _filled(hand: Sequence[Card], filling: Iterator[int]) -> Reading:
    """The hand with its wilds settled in rank; in suit they follow a flush, and else are spades (C2)."""
    natural = [card for card in hand if card != WILD]
    suit = suit_of(natural[0]) if len(hand) == FULL and common_suit(hand) else SUITS[0]
    reading = read_hand([*natural, *(make_card(next(filling), suit) for _ in range(len(hand) - len(natural)))])
    if reading is None:
        raise AssertionError("Three or five cards always make a hand.")
    return reading


def ace_suit(hands: Hands) -> int:
    """The suit of a dragon's ace, which decides between dragons (C14); a wild that is the ace is a spade."""
    return next((suit_number(card) for hand in hands for card in hand if rank_of(card) == ACE), SPADES)
