"""The worth of each strength in each position under an objective, as arrays for bulk lookups."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np

from service.engines.pyramid.arranging.dealt import Indexes
from service.engines.pyramid.arranging.grades import Int64s, grade_book
from service.engines.pyramid.cards import SPADES
from service.engines.pyramid.hands import secondary_is_suit, tuple_of
from service.engines.pyramid.positions import HAND_TYPES, Position, may_stand
from service.engines.pyramid.readings import Reading
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.tuple_rows import TupleRow, rows_of
from service.engines.pyramid.values import MILLION, Objective, ValueTable

WIN_POINTS_BITS: Final = 31
"""The lower bits of a worth are its win points, which decide between equals (C18). Points are 500 at most."""


@dataclass(frozen=True, slots=True)
class Worths:
    """For each position, the worth of `strength >> WORTH_BITS`.

    The arrays never descend. A hand that is not allowed in a position has the worth of the next weaker one that may.
    """

    back: Int64s
    middle: Int64s
    front: Int64s


def worths_of(tuning: PyramidTuning, table: ValueTable, objective: Objective) -> Worths:
    def of_position(position: Position) -> Int64s:
        worths = [_worth(row, tuning, table, objective) for row in rows_of(position)]
        return np.array(worths, dtype=np.int64)[row_numbers(position)]

    return Worths(of_position(Position.BACK), of_position(Position.MIDDLE), of_position(Position.FRONT))


def _worth(row: TupleRow, tuning: PyramidTuning, table: ValueTable, objective: Objective) -> int:
    value = value_of(row, tuning, table, objective)
    if objective is Objective.WIN_POINTS:
        return value
    return (value << WIN_POINTS_BITS) + value_of(row, tuning, table, Objective.WIN_POINTS)


def value_of(row: TupleRow, tuning: PyramidTuning, table: ValueTable, objective: Objective) -> int:
    """The value of a row under an objective, in millionths of a point."""
    points = tuning.points[row.position][HAND_TYPES[row.tuple[0] - 1]]
    if objective is Objective.POINTS:
        return points * MILLION
    won = points * table.win_probability[row.position][row.tuple]
    return won if objective is Objective.WIN_POINTS else won - table.expected_loss[row.position][row.tuple]


@lru_cache(maxsize=3)
def row_numbers(position: Position) -> Indexes:
    """For each grade and highest suit, the number of the row."""
    numbers = {row.tuple: number for number, row in enumerate(rows_of(position))}
    found = np.zeros((len(grade_book().orders), SPADES), dtype=np.intp)
    for grade, (number, *ranks) in enumerate(grade_book().orders):
        hand_type = HAND_TYPES[number - 1]
        if may_stand(hand_type, len(ranks), position):
            for suit in range(1, SPADES + 1) if secondary_is_suit(hand_type, position) else [1]:
                reading = Reading(hand_type, tuple(ranks), (suit,))
                found[grade, suit - 1 :] = numbers[tuple_of(reading, position)]
    return np.maximum.accumulate(found.ravel())
