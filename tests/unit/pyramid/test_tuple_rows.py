"""The rows of the table, their counts and their CSV."""

from collections import Counter
from math import comb

import pytest

from service.engines.pyramid.positions import Position
from service.engines.pyramid.shipped_table import WinChance, csv_lines
from service.engines.pyramid.tuple_rows import rows_of
from service.pyramid.tuple_schemas import ALL_ROWS

STANDARD = {1: 43, 2: 130, 3: 78, 4: 143, 5: 10, 6: 77, 7: 156, 8: 156, 9: 10, 10: 52}
REACHABLE = {1: 43, 2: 130, 3: 78, 4: 143, 5: 10, 6: 77, 7: 156, 8: 156, 9: 10, 10: 26}


@pytest.mark.parametrize(
    ("position", "rows", "reachable"),
    [
        (
            Position.FRONT,
            {1: 66, 2: 156, 4: 52, 5: 10, 6: 77, 7: 156, 8: 156, 9: 10, 10: 52},
            {1: 66, 2: 156, 4: 39, 5: 10, 6: 77, 7: 156, 8: 156, 9: 10, 10: 26},
        ),
        (
            Position.MIDDLE,
            {**STANDARD, 11: 9, 12: 52, 13: 8, 14: 52},
            {**REACHABLE, 11: 9, 12: 26, 13: 8, 14: 13},
        ),
        (
            Position.BACK,
            {**STANDARD, 11: 9, 12: 52, 13: 8, 14: 52, 15: 7, 16: 52},
            {**REACHABLE, 11: 9, 12: 26, 13: 8, 14: 13, 15: 7, 16: 13},
        ),
    ],
)
def test_rows__by_type__are_as_many_as_settled(
    position: Position, rows: dict[int, int], reachable: dict[int, int]
) -> None:
    assert Counter(row.tuple[0] for row in rows_of(position)) == rows
    assert Counter(row.tuple[0] for row in rows_of(position) if row.reachable) == reachable


def test_rows__in_all__are_735_976_and_1035() -> None:
    assert [len(rows_of(position)) for position in Position] == [735, 976, 1035]
    assert sum(len(rows_of(position)) for position in Position) == ALL_ROWS
    assert [sum(row.reachable for row in rows_of(position)) for position in Position] == [696, 885, 905]


def test_card_sets__of_all_rows__are_all_sets_of_the_deck() -> None:
    small = [row.card_sets for row in rows_of(Position.FRONT) if row.tuple[0] <= 4]
    five = [row.card_sets for row in rows_of(Position.BACK) if row.tuple[0] <= 10]
    assert sum(small) == comb(106, 3)
    assert sum(five) == comb(106, 5)


def test_row__six_aces_with_clubs_the_highest__is_there_and_out_of_reach() -> None:
    rows = {row.tuple: row for row in rows_of(Position.BACK)}
    assert not rows[12, 14, 1].reachable
    assert rows[12, 14, 3].card_sets == 1
    assert rows[16, 14, 4].card_sets == comb(10, 8)


def test_csv__any_probabilities__is_in_the_documents_format() -> None:
    rows = [row for position in Position for row in rows_of(position)]
    lines = list(csv_lines((row, WinChance(row.tuple[0] / 16, 6, 0.1, 1)) for row in rows))
    assert lines[0] == "position,handType,primaryRank,secondaryRank,winProbability"
    assert len(lines) == 1 + 735 + 976 + 1035
    assert lines[1] == "front,1,4,3,0.062500"
    assert lines[736] == "middle,1,7,5,0.062500"
    assert lines[-1] == "back,16,14,4,1.000000"
    assert "back,4,10,14,0.250000" in lines
    assert "front,4,10,4,0.250000" in lines
