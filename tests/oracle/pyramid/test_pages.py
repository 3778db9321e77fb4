"""The tables and figures of docs/rules/pyramid.md and tuples.md, worked out by the code."""

import re
from pathlib import Path
from typing import Final

import pytest

from service.engines.pyramid.positions import FULL, HAND_TYPES, POSITIONS, Position
from service.engines.pyramid.tuning import POINTS, PyramidTuning
from service.engines.pyramid.tuple_rows import TupleRow, rows_of, small_choices

PAGES: Final = Path(__file__).parents[3] / "docs" / "rules"
GAME: Final = (PAGES / "pyramid.md").read_text("utf-8")
TUPLES: Final = (PAGES / "tuples.md").read_text("utf-8")


def rows_under(heading: str, page: str) -> list[list[str]]:
    """The cells of the table that begins with this line."""
    _, table = page.split(heading + "\n", maxsplit=1)
    lines = table.split("\n\n", maxsplit=1)[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def shown(rows: list[TupleRow]) -> str:
    """How many rows there are, and how many of them two decks can make where that is not all."""
    reachable = sum(row.reachable for row in rows)
    if not rows:
        return "-"
    return f"{len(rows):,}" if reachable == len(rows) else f"{len(rows):,} ({reachable:,})"


def of_type(position: Position, number: int) -> list[TupleRow]:
    return [row for row in rows_of(position) if row.tuple[0] == number]


def test_points__of_the_page__are_those_of_the_rules() -> None:
    printed = {}
    for names, *points in rows_under("| hand | front | middle | back |", GAME):
        for name in names.replace("-", "_").replace(" of a ", "_of_a_").split(", "):
            printed[name.replace(" ", "_")] = points
    assert printed == {
        str(hand_type): [str(POINTS[position].get(hand_type, "-")) for position in POSITIONS]
        for hand_type in HAND_TYPES
    } | {"two_pair": ["1", "1", "1"]}  # in front there is none, and the document prints a price for it anyway


def test_counts_of_rows__of_the_page__are_those_of_the_table() -> None:
    *types, whole = rows_under("| type | front | middle | back |", TUPLES)
    assert types == [
        [f"{hand_type.number} {hand_type.replace('_', ' ')}"]
        + [shown(of_type(position, hand_type.number)) for position in POSITIONS]
        for hand_type in HAND_TYPES
    ]
    assert whole == ["all", *(shown(list(rows_of(position))) for position in POSITIONS)]


def test_choices__of_the_page__are_as_many_as_there_are() -> None:
    choices = list(small_choices(FULL))
    of_cards = sum(choice.card_sets() for choice in choices)
    printed = re.search(r"([\d,]+) choices of five cover all ([\d,]+) sets of five cards", TUPLES)
    assert printed
    assert printed.groups() == (f"{sum(choice.card_sets() > 0 for choice in choices):,}", f"{of_cards:,}")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Ante", PyramidTuning().ante),
        ("surrender penalty", PyramidTuning().surrender_penalty),
        ("multiplier", PyramidTuning().multiplier),
    ],
)
def test_tuning__of_the_page__is_the_default(name: str, value: int) -> None:
    assert re.search(rf"C15.*{name} {value}\b", GAME)
