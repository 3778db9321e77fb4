"""Reads a hand, and gives its 3-tuple in a position (C4 to C7)."""

from collections.abc import Sequence
from typing import Final

from service.engines.cards import Card
from service.engines.pyramid.positions import FULL, LARGE, SMALL, HandType, Position
from service.engines.pyramid.readings import Reading, as_flush, as_matched, as_straight, as_straight_flush

HandTuple = tuple[int, int, int]
"""Hand type, primary rank and secondary rank: the key of the table."""

_READERS: Final = {
    SMALL: (as_matched,),
    FULL: (as_straight_flush, as_matched, as_flush, as_straight),
    **dict.fromkeys(LARGE, (as_straight_flush, as_matched)),
}
_SECOND_RANK: Final = {
    HandType.PAIR: 2,
    HandType.TWO_PAIR: 2,
    HandType.THREE_OF_A_KIND: 3,
    HandType.FULL_HOUSE: 3,
    HandType.FOUR_OF_A_KIND: 4,
}
"""The index of the secondary rank among a hand's ranks; 1 for high cards, straights and flushes."""
OF_ONE_RANK: Final = frozenset(
    {HandType.FIVE_OF_A_KIND, HandType.SIX_OF_A_KIND, HandType.SEVEN_OF_A_KIND, HandType.EIGHT_OF_A_KIND}
)


def read_hand(cards: Sequence[Card]) -> Reading | None:
    """The strongest reading of the cards; None if they make no hand."""
    readings = [reading for read in _READERS.get(len(cards), ()) if (reading := read(cards))]
    return max(readings, key=lambda reading: reading.order, default=None)


def secondary_is_suit(hand_type: HandType, position: Position) -> bool:
    """Whether the tuple's last element is the highest suit rather than a rank."""
    return hand_type in OF_ONE_RANK or (hand_type is HandType.THREE_OF_A_KIND and position is Position.FRONT)


def tuple_of(reading: Reading, position: Position) -> HandTuple:
    """The 3-tuple of a hand in this position (C6)."""
    kind, ranks = reading.type, reading.ranks
    if secondary_is_suit(kind, position):
        return kind.number, ranks[0], reading.suits[0]
    return kind.number, ranks[0], ranks[_SECOND_RANK.get(kind, 1)]
