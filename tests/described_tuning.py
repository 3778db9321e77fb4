"""What the rules take for a tuning document, as JSON Schema, from the kinds that read it."""

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
from service.engines.pyramid.positions import HandType
from service.engines.pyramid.tuning import POINT_TABLES, read_pyramid
from service.tuning.revisions import PYRAMID
from tests.openapi import Json

_WHOLE: Final[dict[str, Kind]] = {**FIELDS, PYRAMID: read_pyramid}


def described_tuning() -> Json:
    """A whole document, as the service answers it: open to more, with all of its parts."""
    return _object({name: described_kind(kind) for name, kind in _WHOLE.items()}, list(_WHOLE))


def described_whole() -> Json:
    """A whole document as a request has it: with all of its parts and nothing else, skills in either form."""
    properties = {name: described_kind(kind) for name, kind in _WHOLE.items()}
    skill = FIELDS["skills"]
    assert isinstance(skill, Entries)
    either = skill.kind
    assert isinstance(either, ArrayOr)
    ways = [described_kind(either.other), described_kind(either.array)]
    properties["skills"] = {"type": "object", "additionalProperties": {"oneOf": ways}}
    pyramid = properties[PYRAMID]
    properties[PYRAMID] = {**pyramid, "required": sorted(pyramid["properties"])}
    return {**_object(properties, list(_WHOLE)), "additionalProperties": False}


def described_overlay() -> Json:
    """Values to lay over a document: any of its fields, and null for entries that are to go."""
    properties = {name: described_kind(kind, overlay=True) for name, kind in _WHOLE.items()}
    return {**_object(properties, []), "additionalProperties": False}


def _one_table(tables: Json) -> Json:
    """Points of hand types, which the contract describes once; which of them a position has is in its prose."""
    points = [value for table in tables["properties"].values() for value in table["properties"].values()]
    assert all(value == points[0] for value in points)
    names = {"type": "string", "enum": [str(one) for one in HandType]}
    table = {"type": "object", "propertyNames": names, "additionalProperties": points[0]}
    return {**tables, "properties": dict.fromkeys(tables["properties"], table)}


def described_kind(kind: Kind, *, overlay: bool = False) -> Json:  # noqa: C901, PLR0911  one answer for each kind
    """The JSON Schema of what a kind takes; of a part of it, for an overlay."""

    def below(one: Kind) -> Json:
        return described_kind(one, overlay=overlay)

    match kind:
        case Decimals():
            low, high = (float(bound) for bound in kind.bounds)
            return {"type": "number", "minimum": low, "maximum": high}
        case Whole():
            return {"type": "integer", "minimum": kind.low, "maximum": kind.high}
        case Flag():
            return {"type": "boolean"}
        case Text():
            return {"type": "string", "minLength": 1, "maxLength": kind.longest}
        case Identifier():
            return {"type": "string", "pattern": f"^{ID_PATTERN.pattern}$"}
        case Choice():
            return {"type": "string", "enum": [str(option) for option in kind.options]}
        case Sequence():
            # An array is replaced as a whole, so that nothing in it may be left out.
            items = {
                "type": "array",
                "minItems": kind.fewest,
                "maxItems": kind.most,
                "items": described_kind(kind.item),
            }
            return items | ({"uniqueItems": True} if kind.unique else {})
        case Record():
            fields = {name: below(one) for name, one in kind.fields.items()}
            found = _object(fields, [] if overlay else list(kind.required)) | {"additionalProperties": False}
            return _one_table(found) if kind is POINT_TABLES else found
        case Checked():
            return below(kind.kind)
        case ArrayOr():
            # Answers have the other form alone; a change may be in either.
            return {"oneOf": [below(kind.other), below(kind.array)]} if overlay else below(kind.other)
        case Entries():
            return {"type": "object", "additionalProperties": _entry(below(kind.kind), overlay=overlay)}
    raise AssertionError(f"{kind} has no description")


def _entry(entry: Json, *, overlay: bool) -> Json:
    ways: list[Any] = entry.get("oneOf", [entry])
    ways = [*ways, {"type": "null"}] if overlay else ways
    return {"oneOf": ways} if len(ways) > 1 else ways[0]


def _object(properties: Json, required: list[str]) -> Json:
    found: Json = {"type": "object", "properties": properties}
    return found | ({"required": sorted(required)} if required else {})
