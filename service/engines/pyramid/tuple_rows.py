"""The rows of the 3-tuple table, and how many card sets of the deck make each (C10)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from service.engines.pyramid.cards import SPADES
from service.engines.pyramid.choices import ChoiceOfHands, hands_of_size
from service.engines.pyramid.hands import HandTuple, secondary_is_suit, tuple_of
from service.engines.pyramid.positions import SIZES, Position, may_stand
from service.engines.pyramid.readings import Reading


@dataclass(frozen=True, slots=True)
class TupleRow:
    """One row: a tuple that the document describes for a position, whether or not two decks can make it."""

    position: Position
    tuple: HandTuple
    card_sets: int

    @property
    def reachable(self) -> bool:
        """Whether any cards of the deck make it."""
        return self.card_sets > 0


@lru_cache(maxsize=3)
def rows_of(position: Position) -> tuple[TupleRow, ...]:
    """Every row of a position, weakest first."""
    card_sets: Counter[HandTuple] = Counter()
    for size in SIZES[position]:
        for hands in hands_of_size(size):
            for key, number in _tuples_of(hands, size, position):
                card_sets[key] += number
    return tuple(TupleRow(position, key, card_sets[key]) for key in sorted(card_sets))


def _tuples_of(hands: ChoiceOfHands, size: int, position: Position) -> Iterator[tuple[HandTuple, int]]:
    suited_sets = hands.choice.suited_card_sets() if hands.suited else 0
    for reading, number in ((hands.suited, suited_sets), (hands.mixed, hands.choice.card_sets() - suited_sets)):
        if reading and may_stand(reading.type, size, position):
            yield from _tuples_by_suit(hands, reading, number, position)


def _tuples_by_suit(
    hands: ChoiceOfHands, reading: Reading, number: int, position: Position
) -> Iterator[tuple[HandTuple, int]]:
    if secondary_is_suit(reading.type, position):
        by_suit = hands.choice.card_sets_by_highest_suit()
        yield from (((reading.type.number, reading.ranks[0], suit), by_suit[suit - 1]) for suit in range(1, SPADES + 1))
    else:
        yield tuple_of(reading, position), number
