"""What 3-tuples are worth: the objectives of an arrangement and the table that they are reckoned from (C11, C18)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from service.rules.pyramid.hands import HandTuple
from service.rules.pyramid.positions import Position
from service.rules.words import Word

MILLION: Final = 10**6
Millionths = int
TupleValues = Mapping[Position, Mapping[HandTuple, Millionths]]


class Objective(Word):
    """What the best arrangement has the most of."""

    WIN_POINTS = "win_points"
    POINTS = "points"
    NET_POINTS = "net_points"


@dataclass(frozen=True, slots=True)
class ValueTable:
    """For every row of the 3-tuple table, what it can expect against one opponent. Neither gets worse with strength."""

    win_probability: TupleValues
    """The chance to win the position, half a chance where the tuples are equal."""
    expected_loss: TupleValues
    """The points that the opponent's hand can be expected to take."""
