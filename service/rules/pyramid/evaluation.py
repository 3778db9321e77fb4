"""What a hand is and counts for in a position."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.cards import Card
from service.rules.pyramid.hands import HandTuple, read_hand, tuple_of
from service.rules.pyramid.positions import Position
from service.rules.pyramid.readings import Reading
from service.rules.pyramid.tuning import PyramidTuning
from service.rules.pyramid.values import Millionths, ValueTable


@dataclass(frozen=True, slots=True)
class PlacedHand:
    """A hand in its place: its cards with their reading, and what it wins how often."""

    position: Position
    cards: tuple[Card, ...]
    reading: Reading
    points: int
    win_probability: Millionths

    @property
    def tuple(self) -> HandTuple:
        """The 3-tuple in this position."""
        return tuple_of(self.reading, self.position)


def place_hand(cards: Sequence[Card], position: Position, tuning: PyramidTuning, table: ValueTable) -> PlacedHand:
    """The hand that the cards make; they must make one that may stand there."""
    reading = read_hand(cards)
    if reading is None:
        raise ValueError("The cards make no hand.")
    return PlacedHand(
        position,
        tuple(cards),
        reading,
        tuning.points[position][reading.type],
        table.win_probability[position][tuple_of(reading, position)],
    )
