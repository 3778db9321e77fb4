"""Reading a document of plain JSON values into rule values: each field has a kind, and a kind has bounds.

A kind takes a value, its path and the list of mistakes found so far. It answers the value that the rules use, or
None after adding to the mistakes, so that one reading finds every mistake of a document.
"""

import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from service.engines.errors import Mistake, Path, listed
from service.engines.points import LIMIT, is_number, scaled
from service.engines.wire_enum import WireEnum

Mistakes = list[Mistake]
Kind = Callable[[Any, Path, Mistakes], Any]

ID_PATTERN: Final = re.compile(r"[a-z][a-z0-9_]{0,63}")
ID_RULE: Final = "an id: lower-case letters, digits and _, beginning with a letter, 64 characters at most"
MILLION: Final = 10**6


def _decimal(places: int, low: int, high: int) -> Kind:
    """A number with at most so many decimals, read as a whole number of its smallest unit."""
    unit = 10**places
    within = f"{_plain(low, unit)} to {_plain(high, unit)}"

    def read(value: Any, path: Path, mistakes: Mistakes) -> int | None:
        if not is_number(value):
            mistakes.append(Mistake(path, f"Must be a number from {within}."))
            return None
        number = scaled(value, places)
        if number is None:
            mistakes.append(Mistake(path, f"Must have at most {places} decimals."))
        elif not low <= number <= high:
            mistakes.append(Mistake(path, f"Must lie within {within}."))
        else:
            return number
        return None

    return read


def _plain(number: int, unit: int) -> str:
    return f"{(Decimal(number) / unit).normalize():f}"


def points(low: int = -LIMIT, high: int = LIMIT) -> Kind:
    """A number of points with at most two decimals, read as hundredths."""
    return _decimal(2, low, high)


def coefficient(low: int, high: int) -> Kind:
    """A number with at most six decimals, read as millionths."""
    return _decimal(6, low * MILLION, high * MILLION)


def whole(low: int, high: int) -> Kind:
    """A whole number; 12.0 is one, as JSON Schema has it."""

    def read(value: Any, path: Path, mistakes: Mistakes) -> int | None:
        if is_number(value) and low <= value <= high and value == int(value):
            return int(value)
        mistakes.append(Mistake(path, f"Must be a whole number from {low} to {high}."))
        return None

    return read


def flag(value: Any, path: Path, mistakes: Mistakes) -> bool | None:
    """True or false."""
    if type(value) is bool:
        return value
    mistakes.append(Mistake(path, "Must be true or false."))
    return None


def text(longest: int) -> Kind:
    """A text that is not empty."""

    def read(value: Any, path: Path, mistakes: Mistakes) -> str | None:
        if type(value) is str and 0 < len(value) <= longest:
            return value
        mistakes.append(Mistake(path, f"Must be a string of 1 to {longest} characters."))
        return None

    return read


def identifier(value: Any, path: Path, mistakes: Mistakes) -> str | None:
    """The id of a catalogue entry."""
    if type(value) is str and ID_PATTERN.fullmatch(value):
        return value
    mistakes.append(Mistake(path, f"Must be {ID_RULE}."))
    return None


def choice(options: type[WireEnum]) -> Kind:
    """One of a few words."""

    def read(value: Any, path: Path, mistakes: Mistakes) -> WireEnum | None:
        if type(value) is str and value in set(options):
            return options(value)
        mistakes.append(Mistake(path, f"Must be {listed(options)}."))
        return None

    return read


def _is_object(value: Any, path: Path, mistakes: Mistakes) -> bool:
    if type(value) is dict:
        return True
    mistakes.append(Mistake(path, "Must be an object."))
    return False


def sequence(item: Kind, fewest: int, most: int) -> Kind:
    """An array."""

    def read(value: Any, path: Path, mistakes: Mistakes) -> tuple[Any, ...] | None:
        if type(value) is not list or not fewest <= len(value) <= most:
            mistakes.append(Mistake(path, f"Must be an array of {fewest} to {most} items."))
            return None
        return tuple(item(entry, (*path, index), mistakes) for index, entry in enumerate(value))

    return read


def several(item: Kind, fewest: int, most: int) -> Kind:
    """An array without repeats."""
    read_all = sequence(item, fewest, most)

    def read(value: Any, path: Path, mistakes: Mistakes) -> tuple[Any, ...] | None:
        items: tuple[Any, ...] | None = read_all(value, path, mistakes)
        if items is None:
            return None
        known = [entry for entry in items if entry is not None]
        if len(set(known)) != len(known):
            mistakes.append(Mistake(path, "Must not name anything twice."))
        return items

    return read


def record(build: Callable[..., Any], required: Mapping[str, Kind], optional: Mapping[str, Kind] | None = None) -> Kind:
    """An object with these fields and no others; `build` gets those that are there."""
    fields = {**required, **(optional or {})}

    def read(value: Any, path: Path, mistakes: Mistakes) -> Any:
        if not _is_object(value, path, mistakes):
            return None
        found_before = len(mistakes)
        mistakes += [
            Mistake((*path, name), f"Unknown field. Allowed: {listed(fields)}.") for name in value if name not in fields
        ]
        mistakes += [Mistake((*path, name), "Required.") for name in required if name not in value]
        read_fields = {
            name: kind(value[name], (*path, name), mistakes) for name, kind in fields.items() if name in value
        }
        return build(**read_fields) if len(mistakes) == found_before else None

    return read


def mapping_of(options: type[WireEnum], kind: Kind, *, complete: bool = False) -> Kind:
    """An object from some words of a fixed set, or from all of them, to values of one kind."""
    kinds = {str(option): kind for option in options}

    def build(**values: Any) -> dict[WireEnum, Any]:
        return {option: values[option] for option in options if option in values}

    return record(build, kinds) if complete else record(build, {}, kinds)


def entries(kind: Callable[[str], Kind], most: int = 1000) -> Kind:
    """A part of the catalogue: an object from ids to entries. The kind may know the id it reads."""

    def read(value: Any, path: Path, mistakes: Mistakes) -> dict[str, Any] | None:
        if not _is_object(value, path, mistakes):
            return None
        if len(value) > most:
            mistakes.append(Mistake(path, f"Must have at most {most} entries."))
            return None
        return {
            name: kind(name)(entry, (*path, name), mistakes)
            for name, entry in value.items()
            if identifier(name, (*path, name), mistakes)
        }

    return read
