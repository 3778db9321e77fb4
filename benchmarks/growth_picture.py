"""Draws how costs grow: a panel for each table, cost over size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10
from pathlib import Path
from typing import Final

from benchmarks.tables import Table
from tools.pictures.all import FOLDER
from tools.pictures.svg import LINE, Picture, Point

PICTURE: Final = FOLDER / "growth.svg"
_PANEL: Final[Point] = (430.0, 210.0)
_COLUMNS: Final = 2
_LEFT, _RIGHT, _TOP, _BOTTOM = 76.0, 300.0, 34.0, 160.0
"""Of the axes, within a panel."""
_HEAD: Final = 60.0
_COLOURS: Final = ("blue", "red", "green")


@dataclass(frozen=True, slots=True)
class Growth:
    """A table, and what of it is drawn: a line for each name, over the sizes."""

    table: Table
    sizes: Sequence[int]
    lines: Mapping[str, Sequence[float]]
    """Microseconds of CPU."""


def draw(found: Sequence[Growth], file: Path = PICTURE) -> None:
    file.write_text(drawn(found), "utf-8")


def drawn(found: Sequence[Growth]) -> str:
    """The picture."""
    rows = -(-len(found) // _COLUMNS)
    described = "; ".join(
        f"{one.table.title}: {name} from {line[0]:,.0f} to {line[-1]:,.0f} microseconds"
        for one in found
        for name, line in one.lines.items()
    )
    picture = Picture(_COLUMNS * _PANEL[0], _HEAD + rows * _PANEL[1], "How the cost of an answer grows", described)
    picture.text((28, 34), "How the cost of an answer grows: microseconds of CPU, by size", "ink title")
    for number, one in enumerate(found):
        row, column = divmod(number, _COLUMNS)
        _panel(picture, (column * _PANEL[0], _HEAD + row * _PANEL[1]), one)
    return picture.written()


def _panel(picture: Picture, corner: Point, one: Growth) -> None:
    left, right, top, bottom = corner[0] + _LEFT, corner[0] + _RIGHT, corner[1] + _TOP, corner[1] + _BOTTOM
    highest = max(max(line) for line in one.lines.values())
    along = [log10(max(1, size)) for size in one.sizes]
    width = (along[-1] - along[0]) or 1.0
    picture.text((left, top - 14), one.table.title, "ink small bold")
    for share in (0.0, 0.5, 1.0):
        y = bottom - share * (bottom - top)
        picture.line([(left, y), (right, y)], "line")
        picture.text((left - 8, y + 4), f"{share * highest:,.0f}", "faded small", "end")
    across = [left + (place - along[0]) / width * (right - left) for place in along]
    for x, size in {across[0]: one.sizes[0], across[-1]: one.sizes[-1]}.items():
        picture.text((x, bottom + 18), f"{size:,}", "faded small", "middle")
    height = top - LINE
    coloured = zip(one.lines.items(), _COLOURS, strict=False)
    for (name, line), colour in sorted(coloured, key=lambda pair: pair[0][1][-1], reverse=True):
        points = [(x, bottom - value / highest * (bottom - top)) for x, value in zip(across, line, strict=True)]
        picture.line(points, f"{colour} thick")
        height = max(points[-1][1] + 4, height + LINE)
        picture.text((right + 8, height), name, f"{colour} small")
