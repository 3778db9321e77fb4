"""Reads the 3-tuple table: some rows, or the row of a hand. The table does not depend on the tuning."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from service.engines.pyramid.hands import HandTuple, read_hand, tuple_of
from service.engines.pyramid.positions import POSITIONS, HandType, Position
from service.engines.pyramid.shipped_table import WinChance, shipped_chances
from service.engines.pyramid.tuple_rows import TupleRow, rows_of
from service.pyramid.evaluate import EvaluateHandInput, require_hand


@dataclass(frozen=True, slots=True)
class ListTuplesInput:
    """Which rows to list; None means any."""

    position: Position | None = None
    hand_type: HandType | None = None
    reachable: bool | None = None


@dataclass(frozen=True, slots=True)
class ValuedRow:
    """A row with its win probability."""

    row: TupleRow
    chance: WinChance


@lru_cache(maxsize=3)
def _rows_by_tuple(position: Position) -> dict[HandTuple, ValuedRow]:
    """All rows of a position, weakest first."""
    chances = shipped_chances()[position]
    return {row.tuple: ValuedRow(row, chances[row.tuple]) for row in rows_of(position)}


def read_rows(wanted: ListTuplesInput) -> Iterator[ValuedRow]:
    """The matching rows, by position and then by strength."""
    for position in POSITIONS if wanted.position is None else (wanted.position,):
        for valued in _rows_by_tuple(position).values():
            of_type = wanted.hand_type is None or wanted.hand_type.number == valued.row.tuple[0]
            if of_type and wanted.reachable in (None, valued.row.reachable):
                yield valued


def row_of_hand(hand: EvaluateHandInput) -> ValuedRow:
    """The row of a hand; raises `InvalidInput` where the hand is not legal in its position."""
    require_hand(hand.cards, hand.position, ("cards",))
    reading = read_hand(hand.cards)
    if reading is None:
        raise AssertionError("Every legal hand has a reading.")
    return _rows_by_tuple(hand.position)[tuple_of(reading, hand.position)]
