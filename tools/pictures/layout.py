"""Places the boxes of a graph: in rows by height, each box near its neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from tools.pictures.graph import Edge, Graph

_ROUNDS: Final = 200
_STRAIGHT: Final = 8
_BEND: Final = 26.0
"""The width that a line takes in a row that it passes through."""

Place = str | tuple[Edge, int]
"""A box, or the place where the line of an edge passes through a row."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Rows from the top, the middle of every place, and the places that each line passes through."""

    rows: Sequence[Sequence[Place]]
    middles: Mapping[Place, float]
    ways: Mapping[Edge, Sequence[Place]]


def lay_out(graph: Graph, widths: Mapping[str, float], gap: float) -> Layout:
    """A layout of the graph. The result is deterministic."""
    heights = graph.heights()
    top = max(heights.values())
    rows: list[list[Place]] = [[] for _ in range(top + 1)]
    for node in sorted(graph.nodes):
        rows[top - heights[node]].append(node)
    ways: dict[Edge, list[Place]] = {}
    for edge in sorted(graph.edges):
        of, to = edge
        passed = range(top - heights[of] + 1, top - heights[to])
        ways[edge] = [of, *((edge, at) for at in passed), to]
        for at in passed:
            rows[at].append((edge, at))
    sizes = {place: widths[place] if isinstance(place, str) else _BEND for row in rows for place in row}
    above, below = _tied(ways, rows)
    middles: dict[Place, float] = {}
    for row in rows:
        _spread(row, {place: float(index) for index, place in enumerate(row)}, sizes, gap, middles)
    for turn in range(_ROUNDS):
        downwards = turn % 2 == 0
        for index in range(len(rows)) if downwards else reversed(range(len(rows))):
            ties = above if downwards else below
            both = turn > _ROUNDS // 2
            wanted = {
                place: _wanted(place, [*above[place], *below[place]] if both else ties[place], middles)
                for place in rows[index]
            }
            _spread(rows[index], wanted, sizes, gap, middles)
    return Layout(rows, middles, ways)


def _tied(
    ways: Mapping[Edge, Sequence[Place]], rows: Sequence[Sequence[Place]]
) -> tuple[dict[Place, list[Place]], dict[Place, list[Place]]]:
    above: dict[Place, list[Place]] = {place: [] for row in rows for place in row}
    below: dict[Place, list[Place]] = {place: [] for row in rows for place in row}
    for way in ways.values():
        for upper, lower in pairwise(way):
            below[upper].append(lower)
            above[lower].append(upper)
    return above, below


def _wanted(place: Place, ties: Sequence[Place], middles: Mapping[Place, float]) -> float:
    """The mean of its neighbours; the other places of the same line weigh more, which keeps the line straight."""
    if not ties:
        return middles[place]
    weights = [1 if isinstance(place, str) or isinstance(tie, str) else _STRAIGHT for tie in ties]
    return sum(weight * middles[tie] for weight, tie in zip(weights, ties, strict=True)) / sum(weights)


def _spread(
    row: list[Place],
    wanted: Mapping[Place, float],
    sizes: Mapping[Place, float],
    gap: float,
    middles: dict[Place, float],
) -> None:
    """Order the row by the wanted positions, and put each place as near to its own as the others allow."""
    row.sort(key=lambda place: (wanted[place], str(place)))
    groups: list[tuple[float, float, list[Place]]] = []  # the wanted start, the width, the places
    for place in row:
        width = sizes[place] + gap
        start, members = wanted[place] - width / 2, [place]
        while groups and groups[-1][0] + groups[-1][1] > start:
            before, taken, others = groups.pop()
            count = len(others) + len(members)
            start = (before * len(others) + (start - taken) * len(members)) / count
            width += taken
            members = [*others, *members]
        groups.append((start, width, members))
    for start, _, members in groups:
        at = start
        for place in members:
            middles[place] = at + (sizes[place] + gap) / 2
            at += sizes[place] + gap
