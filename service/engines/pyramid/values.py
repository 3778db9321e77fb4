"""What 3-tuples are worth: the objectives of an arrangement and the table that they are computed from (C11, C18)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.engines.cards import Card
from service.engines.pyramid.hands import HandTuple, read_hand, tuple_of
from service.engines.pyramid.positions import Position
from service.engines.pyramid.readings import Reading
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.wire_enum import WireEnum

MILLION: Final = 10**6
Millionths = int
TupleValues = Mapping[Position, Mapping[HandTuple, Millionths]]


class Objective(WireEnum):
    """What the best arrangement maximizes."""

    WIN_POINTS = "win_points"
    POINTS = "points"
    NET_POINTS = "net_points"


@dataclass(frozen=True, slots=True)
class ValueTable:
    """What to expect of every row of the 3-tuple table against one opponent. Neither gets worse with strength."""

    win_probability: TupleValues
    """The chance to win the position; equal tuples count as half a win."""
    expected_loss: TupleValues
    """The points that the opponent's hand is expected to win."""


@dataclass(frozen=True, slots=True)
class PlacedHand:
    """A hand in a position: its cards and their reading, the points it wins, and how often it wins."""

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
    """The hand that the cards make, which must be allowed there."""
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
