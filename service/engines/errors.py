"""What is wrong with an input, with the place of each mistake."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from service.engines.nearest import nearest

MOST_NAMES: Final = 30
"""How many names a message lists. With more than that it names the nearest, or it would be longer than its request."""

Path = tuple[str | int, ...]
"""The way to a value inside a document: ("attackers", 2, "skills", "stealth")."""


def json_pointer(path: Path) -> str:
    """The path as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


@dataclass(frozen=True, slots=True, eq=False)
class Mistake:
    """One mistake: where it is, and what would be allowed there."""

    path: Path
    text: str | Callable[[], str]
    """The message, or what makes it: of a body with thousands of mistakes only the first few are ever read."""

    @property
    def message(self) -> str:
        """What would be allowed."""
        return self.text if isinstance(self.text, str) else self.text()

    @property
    def pointer(self) -> str:
        """The place as a JSON pointer."""
        return json_pointer(self.path)

    def within(self, *path: str | int) -> "Mistake":
        """The same mistake, in a document that has this one at the path."""
        return Mistake((*path, *self.path), self.text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Mistake) and (self.path, self.message) == (other.path, other.message)

    def __hash__(self) -> int:
        return hash(self.path)


class InvalidInput(Exception):
    """The input is well formed and breaks the rules; every mistake found is named."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        super().__init__()
        self.mistakes = tuple(mistakes)

    @classmethod
    @contextmanager
    def within(cls, *path: str | int) -> Iterator[None]:
        """Places the mistakes of what was given at this path, which count from there, in the whole input."""
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


def unknown(kind: str, name: object, known: Collection[str], path: Path) -> Mistake:
    """The mistake of naming something that does not exist; it names what does, or of many names the nearest."""
    return Mistake(path, partial(_unknown_text, kind, name, known))


def _unknown_text(kind: str, name: object, known: Collection[str]) -> str:
    what = f"Unknown {kind} {name!r}."
    if len(known) <= MOST_NAMES:
        return f"{what} Known: {', '.join(sorted(known)) or 'none'}."
    near = nearest(str(name), known)
    return f"{what} The nearest known: {', '.join(near)}; there are {len(known) - len(near)} others."
