"""What is wrong with an input, told with the place of each mistake."""

from collections.abc import Iterable
from dataclasses import dataclass

Path = tuple[str | int, ...]
"""The way to a value inside a document: ("attackers", 2, "skills", "stealth")."""


def json_pointer(path: Path) -> str:
    """The path as a JSON pointer (RFC 6901)."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: where it is, and what would be allowed there."""

    path: Path
    message: str

    @property
    def pointer(self) -> str:
        """The place as a JSON pointer."""
        return json_pointer(self.path)


class InvalidInput(Exception):
    """The input is well formed and breaks the rules; every mistake found is named."""

    def __init__(self, mistakes: Iterable[Mistake]) -> None:
        self.mistakes = tuple(mistakes)
        super().__init__("; ".join(f"{mistake.pointer or '/'}: {mistake.message}" for mistake in self.mistakes))


def listed(names: Iterable[object]) -> str:
    """Names for a message, in the order given: "a, b or c"."""
    words = [str(name) for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}" if words else "nothing"


def unknown(kind: str, name: object, known: Iterable[object], path: Path) -> Mistake:
    """The mistake of naming something that does not exist; it lists what does."""
    return Mistake(path, f"Unknown {kind} {name!r}. Known: {', '.join(sorted(map(str, known))) or 'none'}.")
