"""The table as the tuple document wants it written: CSV, one row a tuple, by position and then by strength (C10)."""

from collections.abc import Callable, Iterator
from typing import Final

from service.rules.pyramid.positions import POSITIONS
from service.rules.pyramid.tuple_rows import TupleRow, rows_of

CSV_HEADER: Final = "position,handType,primaryRank,secondaryRank,winProbability"


def csv_lines(win_probability: Callable[[TupleRow], float]) -> Iterator[str]:
    """The header and every row, without line ends."""
    yield CSV_HEADER
    for position in POSITIONS:
        for row in rows_of(position):
            yield ",".join([position, *map(str, row.tuple), f"{win_probability(row):.6f}"])
