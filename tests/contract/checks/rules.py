"""Compares the constraints of a schema with values: finds any that a value breaks or that are looser than necessary."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any, Final
from uuid import UUID

from tests.openapi import Json

Rule = Callable[[Json, list[Any]], Iterator[str]]
"""Yields the differences between one keyword of a schema and the values seen for it."""


def is_of_type(schema: Json, value: Any) -> bool:
    allowed = types_of(schema)
    return not allowed or json_type(value) in allowed or (json_type(value) == "integer" and "number" in allowed)


def types_of(schema: Json) -> set[str]:
    """The types that a schema allows; empty if it names none."""
    given = schema.get("type", [])
    return {given} if isinstance(given, str) else set(given)


def json_type(value: Any) -> str:
    """The JSON Schema type of a value."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, (int, float)):
        return "integer" if float(value).is_integer() else "number"
    return "string" if isinstance(value, str) else "array" if isinstance(value, list) else "object"


def misses(schema: Json, key: str, value: Any) -> bool:
    """True if the schema has this keyword, `enum` or `const`, and the value is not allowed by it."""
    if key not in schema:
        return False
    words = schema[key] if key == "enum" else [schema[key]]
    return (json_type(value), value) not in [(json_type(word), word) for word in words]


def _type(schema: Json, values: list[Any]) -> Iterator[str]:
    seen, said = {json_type(value) for value in values}, types_of(schema)
    if "number" in seen:
        seen.discard("integer")
    if seen != said:
        yield f"is {sorted(said)}, and {sorted(seen)} in the answers"


def _enum(schema: Json, values: list[Any]) -> Iterator[str]:
    seen = {value if isinstance(value, str) else json.dumps(value) for value in values}
    said = {value if isinstance(value, str) else json.dumps(value) for value in schema["enum"]}
    if seen != said:
        yield f"lacks {sorted(seen - said)}, and no answer has {sorted(said - seen)}"


def _const(schema: Json, values: list[Any]) -> Iterator[str]:
    if any(misses(schema, "const", value) for value in values):
        yield "is not what the answers have"


def _required(schema: Json, values: list[Any]) -> Iterator[str]:
    said, named = set(schema.get("required", ())), set(schema.get("properties", {}))
    there = [set(value) for value in values if isinstance(value, dict)]
    if there and named:
        always = set.intersection(*there) & named
        if always != said & named:
            yield f"lacks {sorted(always - said)}, and has {sorted(said - always)}, which answers leave out"
        if strangers := said - named:
            yield f"has {sorted(strangers)}, which are no properties"


def _properties(schema: Json, values: list[Any]) -> Iterator[str]:
    there = set().union(*(value for value in values if isinstance(value, dict)))
    if missing := set(schema["properties"]) - there:
        yield f"has {sorted(missing)}, which no answer has"
    if strangers := there - set(schema["properties"]):
        yield f"lacks {sorted(strangers)}"


def _additional(schema: Json, values: list[Any]) -> Iterator[str]:
    others, named = schema.get("additionalProperties"), schema.get("properties", {})
    unnamed = any(set(value) - set(named) for value in values if isinstance(value, dict))
    if others is None and unnamed and not named and "object" in types_of(schema):
        yield "does not say what there may be"
    elif others is not None and not (unnamed and isinstance(others, dict)):
        yield f"is {others}, and what answers have is {'there' if unnamed else 'named'}"


def _pattern(schema: Json, values: list[Any]) -> Iterator[str]:
    wrong = [value for value in values if isinstance(value, str) and not re.search(schema["pattern"], value)]
    yield f"does not take {wrong[:3]}" if wrong else "is that of nothing in the code"


def _unique(schema: Json, values: list[Any]) -> Iterator[str]:
    if schema["uniqueItems"] is not True:
        yield "says nothing"
    elif any(len({json.dumps(item) for item in value}) < len(value) for value in values if isinstance(value, list)):
        yield "is broken"


_FORMATS: Final = {"uuid": UUID, "date-time": datetime.fromisoformat, "date": date.fromisoformat}


def formats_of(values: list[Any]) -> set[str]:
    """The formats that all strings among the values match."""
    texts = [value for value in values if isinstance(value, str)]
    return {name for name, read in _FORMATS.items() if texts and all(_is_read(read, text) for text in texts)}


def _is_read(read: Any, text: str) -> bool:
    try:
        return bool(read(text)) and (read != datetime.fromisoformat or "T" in text)
    except ValueError:
        return False


def _format(schema: Json, values: list[Any]) -> Iterator[str]:
    found = formats_of(values)
    if {schema["format"]} != found if "format" in schema else found:
        yield f"is {schema.get('format')}, and {sorted(found)} in the answers"


def _bound(key: str, measured: Any, choose: Any) -> Any:
    def check(schema: Json, values: list[Any]) -> Iterator[str]:
        sizes = [size for value in values if (size := measured(value)) is not None]
        if not sizes or choose(sizes) != schema[key]:
            yield f"is {schema[key]}, and the answers' {choose(sizes) if sizes else 'nothing'}"

    return check


def _figure(value: Any) -> Any:
    return value if json_type(value) in ("integer", "number") else None


def _length(kind: type[list[Any]] | type[str] | type[dict[str, Any]]) -> Any:
    return lambda value: len(value) if isinstance(value, kind) else None


RULES: Final[Mapping[str, Rule]] = {
    "type": _type,
    "enum": _enum,
    "const": _const,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "pattern": _pattern,
    "uniqueItems": _unique,
    "format": _format,
    "minimum": _bound("minimum", _figure, min),
    "maximum": _bound("maximum", _figure, max),
    "exclusiveMinimum": _bound("exclusiveMinimum", _figure, min),
    "exclusiveMaximum": _bound("exclusiveMaximum", _figure, max),
    "minItems": _bound("minItems", _length(list), min),
    "maxItems": _bound("maxItems", _length(list), max),
    "minLength": _bound("minLength", _length(str), min),
    "maxLength": _bound("maxLength", _length(str), max),
    "minProperties": _bound("minProperties", _length(dict), min),
    "maxProperties": _bound("maxProperties", _length(dict), max),
}
UNSAID: Final = frozenset({"additionalProperties", "format", "required"})
"""Leaving these out also has a meaning, so they are checked when absent."""
