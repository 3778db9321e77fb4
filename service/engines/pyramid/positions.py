"""The sixteen hand types and the three positions, with the sizes a hand may have in each (C4, C5)."""

from typing import Final

from service.engines.wire_enum import WireEnum


class HandType(WireEnum):
    """The hand types, weakest first."""

    HIGH_CARD = "high_card"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    THREE_OF_A_KIND = "three_of_a_kind"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    FOUR_OF_A_KIND = "four_of_a_kind"
    STRAIGHT_FLUSH = "straight_flush"
    FIVE_OF_A_KIND = "five_of_a_kind"
    SIX_CARD_STRAIGHT_FLUSH = "six_card_straight_flush"
    SIX_OF_A_KIND = "six_of_a_kind"
    SEVEN_CARD_STRAIGHT_FLUSH = "seven_card_straight_flush"
    SEVEN_OF_A_KIND = "seven_of_a_kind"
    EIGHT_CARD_STRAIGHT_FLUSH = "eight_card_straight_flush"
    EIGHT_OF_A_KIND = "eight_of_a_kind"

    @property
    def number(self) -> int:
        """The first element of the 3-tuple, 1 to 16."""
        return _NUMBERS[self]


HAND_TYPES: Final = tuple(HandType)
_NUMBERS: Final = {hand_type: number for number, hand_type in enumerate(HAND_TYPES, start=1)}


class Position(WireEnum):
    """The three hands of an arrangement, weakest first."""

    FRONT = "front"
    MIDDLE = "middle"
    BACK = "back"


POSITIONS: Final = tuple(Position)
BACK_TO_FRONT: Final = POSITIONS[::-1]

SMALL: Final = 3
"""The size of a front that is a high card, a pair or three of a kind."""
FULL: Final = 5
LARGE: Final = (6, 7, 8)
SIZES: Final = {Position.FRONT: (SMALL, FULL), Position.MIDDLE: (FULL, 6, 7), Position.BACK: (FULL, *LARGE)}
_LOWEST_FULL_FRONT: Final = HandType.STRAIGHT.number


def may_stand(hand_type: HandType, size: int, position: Position) -> bool:
    """Whether a hand of this type and size is allowed in this position. Hands of six cards or more are always large."""
    if size not in SIZES[position]:
        return False
    return position is not Position.FRONT or size == SMALL or hand_type.number >= _LOWEST_FULL_FRONT


_STRONGEST: Final = {
    Position.FRONT: HandType.FIVE_OF_A_KIND,
    Position.MIDDLE: HandType.SEVEN_OF_A_KIND,
    Position.BACK: HandType.EIGHT_OF_A_KIND,
}


def types_of(position: Position) -> tuple[HandType, ...]:
    """The types that a hand can have in this position, weakest first. A front of three cards cannot be two pair."""
    up_to = HAND_TYPES[: _STRONGEST[position].number]
    without = HandType.TWO_PAIR if position is Position.FRONT else None
    return tuple(hand_type for hand_type in up_to if hand_type is not without)
