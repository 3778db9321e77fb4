"""Mistakes in an input, each with its place, and messages that name what is allowed or the nearest known names."""

from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final

MOST: Final = 5
_NEIGHBOURS: Final = 8
"""How many names on each side are compared, in the names sorted forwards and sorted by their reversed text."""


def nearest(name: str, names: Collection[str]) -> list[str]:
    """The few names most similar to this one, most similar first.

    A mistyped name usually begins or ends like the right one, so only its neighbours are compared. Comparing all would
    be slow: a body may have thousands of unknown names, and a catalogue thousands of known ones.
    """
    forwards, backwards = _sorted(tuple(names))
    ends = name[::-1]
    near = {*_around(name, forwards), *(other[::-1] for other in _around(ends, backwards))}
    parts = _pairs_of(name)

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


def _pairs_of(name: str) -> frozenset[str]:
    """The pairs of adjacent letters, with a blank before the first letter and after the last."""
    framed = f" {name} "
    return frozenset(framed[at : at + 2] for at in range(len(framed) - 1))


_pairs: Final = lru_cache(maxsize=1 << 14)(_pairs_of)
"""The same for a known name: a batch compares each of them with many unknown ones."""


MOST_NAMES: Final = 30
"""How many names a message lists. If there are more, it names only the nearest, to stay shorter than its request."""

Path = tuple[str | int, ...]
"""The path to a value in a document, such as ("attackers", 2, "skills", "stealth")."""


def json_pointer(path: Path) -> str:
    """The path as a JSON pointer (RFC 6901)."""
    return "".join(map(pointer_step, path))


def pointer_step(step: str | int) -> str:
    """One step of a JSON pointer."""
    text = str(step)
    return f"/{text.replace('~', '~0').replace('/', '~1') if '~' in text or '/' in text else text}"


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """A mistake: where it is, and what is allowed there."""

    path: Path
    text: str | Callable[[], str]
    """The message, or a function that makes it: of a body with thousands of mistakes, only the first few are used."""

    @property
    def message(self) -> str:
        return self.text if isinstance(self.text, str) else self.text()

    @property
    def pointer(self) -> str:
        return json_pointer(self.path)

    def within(self, *path: str | int) -> "Mistake":
        """The same mistake, seen from a document that holds this one at the path."""
        return Mistake((*path, *self.path), self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mistake) and (self.path, self.message) == (other.path, other.message)

    def __hash__(self) -> int:
        return hash(self.path)


class InvalidInput(Exception):
    """The input is well formed but breaks the rules. It lists every mistake found."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        super().__init__()
        self.mistakes = tuple(mistakes)

    @classmethod
    @contextmanager
    def within(cls, *path: str | int) -> Iterator[None]:
        """Prefixes the paths of mistakes raised within this context with this path, where that part of the input is."""
        try:
            yield
        except InvalidInput as error:
            raise cls(mistake.within(*path) for mistake in error.mistakes) from None

    def __str__(self) -> str:
        return "; ".join(f"{mistake.pointer or '/'}: {mistake.message}" for mistake in self.mistakes)


def listed(names: Iterable[object]) -> str:
    """Names for a message, in the order given: "a, b or c"."""
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else "nothing"


def unknown(kind: str, name: object, known: Collection[str], path: Path, since: str = "") -> Mistake:
    """The mistake of naming something unknown. Its message lists the known names or, of many, the nearest.

    `since` comes after the name, such as ": revision 12 removed it".
    """
    return Mistake(path, partial(_unknown_text, kind, name, known, since))


def _unknown_text(kind: str, name: object, known: Collection[str], since: str) -> str:
    what = f"Unknown {kind} {name!r}{since}."
    if len(known) <= MOST_NAMES:
        return f"{what} Known: {', '.join(sorted(known)) or 'none'}."
    near = nearest(str(name), known)
    return f"{what} The nearest known: {', '.join(near)}; there are {len(known) - len(near)} others."
