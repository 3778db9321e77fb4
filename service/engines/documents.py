"""Kinds of values in a plain JSON document: each declares what it allows and reads it into what the rules use.

Call a kind with a value, its path and the list of mistakes found so far. It returns the value that the rules use, or
None after adding to the mistakes. So one reading finds every mistake in a document.
"""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from service.engines.errors import Mistake, Path, listed
from service.engines.pauses import Pause, no_pause
from service.engines.points import LIMIT, is_number, scaled
from service.engines.wire_enum import WireEnum

Mistakes = list[Mistake]
Kind = Callable[[Any, Path, Mistakes], Any]

ID_PATTERN: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
ID_RULE: Final = "an id: lower-case letters, digits and _, beginning with a letter, 64 characters at most"
MILLION: Final = 10**6
MOST_ENTRIES: Final = 1000


@dataclass(frozen=True, slots=True)
class Decimals:
    """A number with at most `places` decimals, read as a whole number of its smallest unit."""

    places: int
    low: int
    high: int
    """Both in the smallest unit."""

    @property
    def bounds(self) -> tuple[str, str]:
        """The bounds as a document writes them."""
        low, high = ((Decimal(bound) / 10**self.places).normalize() for bound in (self.low, self.high))
        return f"{low:f}", f"{high:f}"

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> int | None:
        if not is_number(value):
            mistakes.append(Mistake(path, f"Must be a number from {' to '.join(self.bounds)}."))
            return None
        number = scaled(value, self.places)
        if number is None:
            mistakes.append(Mistake(path, f"Must have at most {self.places} decimals."))
        elif not self.low <= number <= self.high:
            mistakes.append(Mistake(path, f"Must lie within {' to '.join(self.bounds)}."))
        else:
            return number
        return None


def points(low: int = -LIMIT, high: int = LIMIT) -> Decimals:
    """A number of points with at most two decimals, read as hundredths."""
    return Decimals(2, low, high)


def coefficient(low: int, high: int) -> Decimals:
    """A number with at most six decimals, read as millionths."""
    return Decimals(6, low * MILLION, high * MILLION)


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number; 12.0 counts as one, as in JSON Schema."""

    low: int
    high: int

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> int | None:
        if is_number(value) and self.low <= value <= self.high and value == int(value):
            return int(value)
        mistakes.append(Mistake(path, f"Must be a whole number from {self.low} to {self.high}."))
        return None


@dataclass(frozen=True, slots=True)
class Flag:
    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> bool | None:
        if type(value) is bool:
            return value
        mistakes.append(Mistake(path, "Must be true or false."))
        return None


@dataclass(frozen=True, slots=True)
class Text:
    """A text that is not empty."""

    longest: int

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> str | None:
        if type(value) is str and 0 < len(value) <= self.longest:
            return value
        mistakes.append(Mistake(path, f"Must be a string of 1 to {self.longest} characters."))
        return None


@dataclass(frozen=True, slots=True)
class Identifier:
    """The id of a catalogue entry."""

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> str | None:
        if type(value) is str and ID_PATTERN.fullmatch(value):
            return value
        mistakes.append(Mistake(path, f"Must be {ID_RULE}."))
        return None


flag: Final = Flag()
identifier: Final = Identifier()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    options: type[WireEnum]

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> WireEnum | None:
        if type(value) is str:
            with suppress(ValueError):
                return self.options(value)
        mistakes.append(Mistake(path, f"Must be {listed(self.options)}."))
        return None


def _is_object(value: Any, path: Path, mistakes: Mistakes) -> bool:
    if type(value) is dict:
        return True
    mistakes.append(Mistake(path, "Must be an object."))
    return False


@dataclass(frozen=True, slots=True)
class Sequence:
    item: Kind
    fewest: int
    most: int
    unique: bool = False
    """If true, no item may repeat."""

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> tuple[Any, ...] | None:
        if type(value) is not list or not self.fewest <= len(value) <= self.most:
            mistakes.append(Mistake(path, f"Must be an array of {self.fewest} to {self.most} items."))
            return None
        items = tuple(self.item(entry, (*path, index), mistakes) for index, entry in enumerate(value))
        if self.unique:
            known = [entry for entry in items if entry is not None]
            if len(set(known)) != len(known):
                mistakes.append(Mistake(path, "Must not name anything twice."))
        return items


@dataclass(frozen=True, slots=True)
class Record:
    """An object with these fields and no others; `build` receives those that are present."""

    build: Callable[..., Any]
    required: Mapping[str, Kind] = field(default_factory=dict)
    optional: Mapping[str, Kind] = field(default_factory=dict)

    fields: Mapping[str, Kind] = field(init=False, repr=False, compare=False)
    """All of them."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "fields", {**self.required, **self.optional})

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> Any:
        if not _is_object(value, path, mistakes):
            return None
        fields, found_before = self.fields, len(mistakes)
        if not fields.keys() >= value.keys() >= self.required.keys():
            allowed = f"Unknown field. Allowed: {listed(fields)}."
            mistakes += [Mistake((*path, name), allowed) for name in value if name not in fields]
            mistakes += [Mistake((*path, name), "Required.") for name in self.required if name not in value]
        read_fields = {
            name: kind(value[name], (*path, name), mistakes) for name, kind in fields.items() if name in value
        }
        return self.build(**read_fields) if len(mistakes) == found_before else None


def mapping_of(options: type[WireEnum], kind: Kind, *, complete: bool = False) -> Record:
    """An object from words of a fixed set to values of one kind; if `complete`, every word is required."""
    kinds, by_word = {str(option): kind for option in options}, {str(option): option for option in options}

    def build(**values: Any) -> dict[WireEnum, Any]:
        return {by_word[word]: value for word, value in values.items()}

    return Record(build, kinds) if complete else Record(build, optional=kinds)


@dataclass(frozen=True, slots=True)
class Entries:
    """A part of the catalogue: an object from ids to entries."""

    kind: Kind
    build: Callable[[str, Any], Any] = lambda _name, read: read
    """Makes an entry of its id and of what the kind has read."""
    most: int = MOST_ENTRIES
    pause: Pause = no_pause
    """Called before each entry."""
    known: tuple[Mapping[str, Any], Mapping[str, Any]] = field(default=({}, {}), repr=False)
    """Entries that were read before without a mistake, and what they were read into: these are not read again."""

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> dict[str, Any] | None:
        if not _is_object(value, path, mistakes):
            return None
        if len(value) > self.most:
            mistakes.append(Mistake(path, f"Must have at most {self.most} entries."))
            return None
        entries = {}
        read_before, known = self.known
        for name, entry in value.items():
            self.pause()
            if name in known and _alike(read_before.get(name), entry):
                entries[name] = known[name]
            elif identifier(name, (*path, name), mistakes):
                read = self.kind(entry, (*path, name), mistakes)
                entries[name] = None if read is None else self.build(name, read)
        return entries


def _alike(one: Any, other: Any) -> bool:
    """Whether two values are written alike in JSON: 1 is equal to true, and only one of them is a number."""
    return one is other or (one == other and repr(one) == repr(other))


@dataclass(frozen=True, slots=True)
class ArrayOr:
    """An array, which one kind reads, or anything else, which the other reads."""

    array: Kind
    other: Kind

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> Any:
        return (self.array if type(value) is list else self.other)(value, path, mistakes)


@dataclass(frozen=True, slots=True)
class Checked:
    """A value that must also pass a check, which runs only if the value itself is valid."""

    kind: Kind
    check: Callable[[Any, Path, Mistakes], None]

    def __call__(self, value: Any, path: Path, mistakes: Mistakes) -> Any:
        found_before = len(mistakes)
        found = self.kind(value, path, mistakes)
        if len(mistakes) > found_before:
            return None
        self.check(found, path, mistakes)
        return found
