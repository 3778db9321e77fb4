"""Draws the packages of the service by layer, with an arrow for each import that others do not imply."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from tools.pictures.graph import ROOT, read_exceptions, read_graph
from tools.pictures.layout import Layout, Place, lay_out
from tools.pictures.svg import LINE, Picture

_CHARACTER: Final = 7.9
_PADDING: Final = 26.0
_BOX: Final = 30.0
_ROW: Final = 68.0
_TOP: Final = 92.0
_MARGIN: Final = 28.0
_KINDS: Final = {
    "entry points and composition": "red",
    "features: routes of their own": "gold",
    "shared by features": "green",
    "engines: pure": "blue",
}


def architecture() -> str:
    """The picture of the current imports between packages."""
    exceptions = read_exceptions()
    graph = read_graph(exceptions)
    layout = lay_out(graph.reduced(), {node: _width(node) for node in graph.nodes}, gap=18)
    left = min(middle - _half(place) for place, middle in layout.middles.items())
    right = max(middle + _half(place) for place, middle in layout.middles.items())
    width = max(right - left + 2 * _MARGIN, 820)
    shift = (width - (right - left)) / 2 - left
    height = _TOP + len(layout.rows) * _ROW + 2 * LINE
    picture = Picture(
        width,
        height,
        "The packages of service/ and their imports",
        "Arrows run from a package to what it imports, always downwards. Imports that follow from others are left out.",
    )
    picture.text((_MARGIN, 34), "service/: who imports whom", "ink title")
    _legend(picture)
    for way in layout.ways.values():
        _arrow(picture, layout, way, shift)
    for index, row in enumerate(layout.rows):
        for place in row:
            if isinstance(place, str):
                _node(picture, place, layout.middles[place] + shift, _TOP + index * _ROW)
    exceptions_too = " Nor are the exceptions that pyproject.toml lists." if exceptions else ""
    note = f"Imports that follow from others are not drawn.{exceptions_too}"
    picture.text((_MARGIN, height - 18), note, "faded small")
    return picture.written()


def _kind(package: str) -> str:
    if package.startswith("engines"):
        return "blue"
    folder = ROOT / "service" / package
    if not folder.is_dir():
        return "green" if package == "errors" else "red"
    return "gold" if list(folder.glob("*routes.py")) else ("red" if package == "server" else "green")


def _label(package: str) -> str:
    return f"{package}/" if (ROOT / "service" / package).is_dir() else f"{package}.py"


def _width(package: str) -> float:
    return len(_label(package)) * _CHARACTER + _PADDING


def _half(place: Place) -> float:
    return _width(place) / 2 if isinstance(place, str) else 8.0


def _legend(picture: Picture) -> None:
    at = _MARGIN
    for words, colour in _KINDS.items():
        picture.box((at, 52), 16, 12, colour)
        picture.text((at + 23, 62.5), words, "faded small")
        at += 44 + 7.2 * len(words)


def _node(picture: Picture, package: str, middle: float, top: float) -> None:
    width = _width(package)
    picture.box((middle - width / 2, top), width, _BOX, _kind(package))
    picture.text((middle, top + 19.5), _label(package), "ink mono", "middle")


def _arrow(picture: Picture, layout: Layout, way: Sequence[Place], shift: float) -> None:
    rows = {place: index for index, row in enumerate(layout.rows) for place in row}
    first = way[0]
    x, y = layout.middles[first] + shift, _TOP + rows[first] * _ROW + _BOX
    data = f"M{x:.1f} {y:.1f}"
    for _, place in pairwise(way):
        to, top = layout.middles[place] + shift, _TOP + rows[place] * _ROW
        end = top - 7 if isinstance(place, str) else top
        bend = (end - y) / 2
        data += f"C{x:.1f} {y + bend:.1f} {to:.1f} {end - bend:.1f} {to:.1f} {end:.1f}"
        x, y = to, end
        if not isinstance(place, str):
            y = top + _BOX
            data += f"L{x:.1f} {y:.1f}"
    picture.path(data, "faded")
    picture.head((x, y + 7), (0, 1))
