"""Describes every field of the tuning for those who build a form, from the kinds that read the document."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.engines.destiny.tuning import FIELDS
from service.engines.documents import (
    ID_PATTERN,
    ArrayOr,
    Checked,
    Choice,
    Decimals,
    Entries,
    Flag,
    Identifier,
    Kind,
    Record,
    Sequence,
    Text,
    Whole,
)
from service.engines.errors import Path, json_pointer
from service.engines.pyramid.tuning import read_pyramid
from service.engines.wire_enum import WireEnum
from service.tuning.form_texts import SECTIONS, FieldText, SectionText
from service.tuning.revisions import PYRAMID

NAME: Final = "{name}"
"""In a pointer, the id of any entry of a part of the catalogue."""
INDEX: Final = "{index}"
"""In a pointer, the place of an item in a list."""
WORD: Final = "{word}"
"""In a pointer, one of the field's words."""


class FieldType(WireEnum):
    """What values a field has."""

    INTEGER = "integer"
    NUMBER = "number"
    BOOLEAN = "boolean"
    STRING = "string"
    CHOICE = "choice"
    LIST = "list"


@dataclass(frozen=True, slots=True)
class FormField:
    """A field, or with `{name}`, `{index}` or `{word}` in its pointer, all fields that it fits."""

    pointer: str
    type: FieldType
    optional: bool
    """Whether an entry may leave it out."""
    bounds: Mapping[str, Any]
    text: FieldText
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FormEntries:
    """A part of the catalogue, whose entries come and go."""

    pointer: str
    most: int


@dataclass(frozen=True, slots=True)
class FormSection:
    text: SectionText
    entries: FormEntries | None
    fields: tuple[FormField, ...]


@dataclass(frozen=True, slots=True)
class _Found:
    """A field as its kind describes it."""

    type: FieldType
    bounds: Mapping[str, Any]
    optional: bool
    words: tuple[str, ...] = ()


_Fields = Iterator[tuple[str, _Found]]


def _fields(kind: Kind, path: Path, *, optional: bool = False, words: tuple[str, ...] = ()) -> _Fields:
    """Every field below a place of the document, by its pointer."""
    match kind:
        case Sequence():
            length = {"minimum_items": kind.fewest, "maximum_items": kind.most, "unique": kind.unique}
            yield json_pointer(path), _Found(FieldType.LIST, length, optional)
            yield from _fields(kind.item, (*path, INDEX))
        case Record():
            yield from _fields_of_record(kind, path, optional=optional)
        case Checked():
            yield from _fields(kind.kind, path, optional=optional)
        case ArrayOr():
            yield from _fields(kind.other, path, optional=optional)
        case Entries():
            yield from _fields(kind.kind, (*path, NAME))
        case _:
            found, bounds = _leaf(kind)
            yield json_pointer(path), _Found(found, bounds, optional, words)


def _fields_of_record(kind: Record, path: Path, *, optional: bool) -> _Fields:
    # Outside of entries the document is always complete, even where the rules know a value for what is missing.
    in_entry = NAME in path
    kinds = list(kind.fields.values())
    if len(kinds) > 1 and all(one == kinds[0] for one in kinds):
        left_out = optional or (in_entry and not kind.required)
        yield from _fields(kinds[0], (*path, WORD), optional=left_out, words=tuple(kind.fields))
        return
    for name, one in kind.fields.items():
        yield from _fields(one, (*path, name), optional=in_entry and name in kind.optional)


def _leaf(kind: Kind) -> tuple[FieldType, Mapping[str, Any]]:
    match kind:
        case Decimals():
            low, high = (int(bound) for bound in kind.bounds)  # all of them are whole
            return FieldType.NUMBER, {"minimum": low, "maximum": high, "step": 10**-kind.places}
        case Whole():
            return FieldType.INTEGER, {"minimum": kind.low, "maximum": kind.high, "step": 1}
        case Flag():
            return FieldType.BOOLEAN, {}
        case Text():
            return FieldType.STRING, {"minimum_length": 1, "maximum_length": kind.longest}
        case Identifier():
            return FieldType.STRING, {"pattern": f"^{ID_PATTERN.pattern}$"}
        case Choice():
            return FieldType.CHOICE, {"choices": [str(option) for option in kind.options]}
    raise AssertionError(f"{kind} has no form.")


_KINDS: Final[Mapping[str, Kind]] = {**FIELDS, PYRAMID: read_pyramid}
FOUND: Final[Mapping[str, _Found]] = {
    pointer: found for name, kind in _KINDS.items() for pointer, found in _fields(kind, (name,))
}
"""Every field that the rules read."""


def _section(text: SectionText) -> FormSection:
    part = _KINDS.get(text.name)
    entries = FormEntries(f"/{text.name}/{NAME}", part.most) if isinstance(part, Entries) else None
    fields = (_field(pointer, FOUND[pointer], words) for pointer, words in text.fields.items())
    return FormSection(text, entries, tuple(fields))


def _field(pointer: str, found: _Found, text: FieldText) -> FormField:
    return FormField(pointer, found.type, found.optional, found.bounds, text, found.words)


FORM: Final = tuple(map(_section, SECTIONS))
"""The fields of the tuning in the order of the shipped document, in sections."""
