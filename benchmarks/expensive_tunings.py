"""Tunings as large as the limits allow."""

import tomllib
from collections.abc import Callable, Mapping
from typing import Any, Final

import orjson

from service.engines.documents import MOST_ENTRIES
from service.settings import DEFAULT_TUNING_FILE
from service.tuning.toml import MOST_PARTS, written

SHIPPED: Final[Mapping[str, Any]] = tomllib.loads(DEFAULT_TUNING_FILE.read_text("utf-8"))
SECTIONS: Final = ("skills", "crimes", "skill_checks", "npcs", "items", "effects", "locations", "territories")
FILLED: Final = tuple(name for name in SECTIONS if name != "npcs")
"""The parts that are filled before anything is measured, with a revision for each."""


def entries(section: str, number: int) -> dict[str, Any]:
    """The shipped entries of a section, and as many of the same kind as are missing."""
    shipped = SHIPPED[section]
    pattern = next(iter(shipped.values()))
    added = (f"{section}_of_the_benchmark_{n:04}" for n in range(number - len(shipped)))
    return {**shipped, **dict.fromkeys(added, pattern)}


NAMES: Final = {section: list(entries(section, MOST_ENTRIES)) for section in SECTIONS}
"""The names in a full catalogue."""


def full_document(size: int) -> dict[str, Any]:
    """A whole tuning with as many entries in each section as make a body of at most this many bytes."""
    return _document(_most_that_fit(size, lambda number: len(orjson.dumps(_document(number)))))


def files(size: int) -> dict[str, str]:
    """TOML files of this size that take long to read, by what they are full of."""
    number = _most_that_fit(size, lambda number: len(written(_document(number), SHIPPED)))
    return {
        "a large catalogue": written(_document(number), SHIPPED),
        "keys": _lines("a{}=1\n", size, 1),
        "dotted keys": _lines("a{}.b.c.d=1\n", size, 4),
        "tables": _lines("[a{}]\n", size, 2),
        "deep tables": _lines("[a{}.b.c.d]\n", size, 11),
        "inline tables": _lines("a{}={{b=1}}\n", size, 2),
        "numbers": "a=[" + "1," * (MOST_PARTS - 1) + "]\n" + _lines("#{}", size - 2 * MOST_PARTS - 10, 1),
        "escapes": 'a="' + "\\n" * (size // 2 - 10) + '"',
    }


def retitled(document: dict[str, Any], title: str) -> dict[str, Any]:
    """The document with this title for each entry, so that each differs from those with another title."""
    return {**document, **{section: _retitled(document[section], title) for section in SECTIONS}}


def _retitled(some: Mapping[str, Any], title: str) -> dict[str, Any]:
    return {
        name: {**(entry if isinstance(entry, dict) else {"suits": entry}), "title": title}
        for name, entry in some.items()
    }


def _most_that_fit(size: int, size_of: Callable[[int], int]) -> int:
    few, many = 0, MOST_ENTRIES + 1
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (middle, many) if size_of(middle) <= size else (few, middle)
    return few


def _document(number: int) -> dict[str, Any]:
    return {**SHIPPED, **{section: entries(section, number) for section in SECTIONS}}


def _lines(line: str, size: int, parts: int) -> str:
    """As many lines as are allowed, each with a number of its own and so many parts, and comments behind them."""
    most = min(size // len(line.format(10**6)), MOST_PARTS // parts)
    lines = "".join(line.format(number) for number in range(most))
    return lines + "#\n" * ((size - len(lines)) // 2)
