"""The table as the tuple document wants it written: CSV, one row a tuple, by position and then by strength (C10)."""

from collections.abc import Iterable, Iterator
from typing import Final

from service.rules.pyramid.tuple_rows import TupleRow
from service.rules.pyramid.win_chances import WinChance

CSV_HEADER: Final = "position,handType,primaryRank,secondaryRank,winProbability"


def csv_lines(rows: Iterable[tuple[TupleRow, WinChance]]) -> Iterator[str]:
    """The header, and a line for each row with its win probability; without line ends."""
    yield CSV_HEADER
    for row, chance in rows:
        yield ",".join([row.position, *map(str, row.tuple), chance.text])
