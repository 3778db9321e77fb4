"""Suggests known names for a mistyped one."""

from bisect import bisect
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Final

MOST: Final = 5
_NEIGHBOURS: Final = 8
"""How many names on either side are compared, sorted by their beginnings and sorted by their ends."""


def nearest(name: str, names: Collection[str]) -> list[str]:
    """The few names most similar to this one, most similar first.

    The name is not compared with all others: a body may have thousands of unknown names, and a catalogue thousands of
    known ones. A mistyped name usually begins or ends like the right one, so only its neighbours are compared.
    """
    forwards, backwards = _sorted(tuple(names))
    ends = name[::-1]
    near = {*_around(name, forwards), *(other[::-1] for other in _around(ends, backwards))}
    parts = _pairs(name)

    def unlike(other: str) -> tuple[float, str]:
        others = _pairs(other)
        return -2 * len(parts & others) / (len(parts) + len(others)), other

    return sorted(near, key=unlike)[:MOST]


@lru_cache(maxsize=16)
def _sorted(names: tuple[str, ...]) -> tuple[Sequence[str], Sequence[str]]:
    """The names sorted, and the reversed names sorted."""
    return sorted(names), sorted(name[::-1] for name in names)


def _around(name: str, names: Sequence[str]) -> Sequence[str]:
    place = bisect(names, name)
    return names[max(0, place - _NEIGHBOURS) : place + _NEIGHBOURS]


def _pairs(name: str) -> set[str]:
    """The pairs of adjacent letters, with a blank before the first letter and after the last."""
    framed = f" {name} "
    return {framed[at : at + 2] for at in range(len(framed) - 1)}
