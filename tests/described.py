"""What the request schemas allow, as JSON Schema: apispec's reading of marshmallow, taught our fields and rules."""

from collections.abc import Iterator
from typing import Any, Final

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from marshmallow import Schema
from marshmallow.fields import Field

from service.pyramid.schemas import PlacedHand
from service.tuning.schemas import Overlay, Whole
from service.web.fields import Boolean, Enum, Ignored, List, PointsBy, Skills, Strict
from service.web.schema import ExactlyOne, NotTogether, OneOf, OneOfSchemas, OnlyWith, RequestSchema, Unread
from tests.described_tuning import described_overlay, described_whole
from tests.openapi import Json

EXCLUDED: Final[Json] = {"type": "null", "not": {}}
"""A field that an alternative does not have."""
_KEYWORDS: Final = {
    "string": {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"},
    "array": {"min_length": "minItems", "max_length": "maxItems", "unique": "uniqueItems"},
    "object": {"max_length": "maxProperties"},
    "integer": {"minimum": "minimum", "maximum": "maximum"},
    "number": {"minimum": "minimum", "maximum": "maximum"},
    "boolean": {},
}
"""What an attribute of a field is called in JSON Schema."""
_SAYS_NOTHING: Final = {"minLength": 0, "minItems": 0, "uniqueItems": False}


class _Converter(OpenAPIConverter):
    def field2property(self, field: Field[Any]) -> Json:
        match field:
            case Ignored():
                return {}
            case OneOf() | Unread():
                return described(field.union)
            case PlacedHand():
                return {"oneOf": [self.field2property(one) for one in field.either]}
            case Overlay():
                return described_overlay()
            case Whole():
                return described_whole()
        found: Json = super().field2property(field)
        found.pop("format", None)
        if isinstance(field, Strict | List):
            found |= self._bounds(field)
        return found | self._contents(field)

    def _bounds(self, field: Strict[Any] | List) -> Json:
        json_type = field.json_type if isinstance(field, Strict) else "array"
        values = {keyword: getattr(field, name, None) for name, keyword in _KEYWORDS[json_type].items()}
        bounds = {
            keyword: value
            for keyword, value in values.items()
            if value is not None and keyword not in field.metadata and _SAYS_NOTHING.get(keyword) != value
        }
        return {"type": [json_type, "null"] if field.allow_none else json_type, **bounds}

    def _contents(self, field: Field[Any]) -> Json:
        match field:
            case Boolean(only=bool(only)):
                return {"const": only}
            case Enum(choices=(only,)):
                return {"const": str(only)}
            case Enum():
                return {"enum": [*map(str, field.choices), *([None] if field.allow_none else [])]}
            case PointsBy():
                members = {str(one): self.field2property(field.values) for one in field.choices}
                return {"additionalProperties": False, "properties": members}
            case Skills():
                level = {"type": "integer", "minimum": field.minimum, "maximum": field.maximum}
                return {"additionalProperties": level}
        return {}

    def schema2jsonschema(self, schema: Schema) -> Json:
        """What the schema takes: apispec's answer, but for what the rules say of fields that go together."""
        found: Json = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        if "required" in found:
            found["required"] = sorted(found["required"])
        alternatives = list(_alternatives(schema, found))
        return alternatives[0] if len(alternatives) == 1 else {"oneOf": alternatives}


def _alternatives(schema: Schema, whole: Json) -> Iterator[Json]:
    rules = schema.rules if isinstance(schema, RequestSchema) else ()
    ways = [whole]
    for rule in rules:
        match rule:
            case NotTogether():
                ways = [{**way, "not": {"required": sorted([rule.one, rule.other])}} for way in ways]
            case OnlyWith():
                ways = [_without_lonely(way, rule) for way in ways]
            case ExactlyOne():
                ways = [_with(way, rule, name) for way in ways for name in rule.names]
    yield from ways


def _without_lonely(way: Json, rule: OnlyWith) -> Json:
    """The alternative without this field, where it does not have the field that it needs."""
    if way["properties"][rule.needed] != EXCLUDED:
        return way
    return {**way, "properties": {**way["properties"], rule.name: EXCLUDED}}


def _with(way: Json, rule: ExactlyOne, name: str) -> Json:
    """The alternative that has this one of the fields of which there is one."""
    allowed = {name, *(rule.together if name in rule.together[:1] else ())}
    excluded = set(rule.names) - allowed
    properties = {key: EXCLUDED if key in excluded else each for key, each in way["properties"].items()}
    return {**way, "properties": properties, "required": sorted([*way.get("required", ()), name])}


class _Plugin(MarshmallowPlugin):
    Converter = _Converter


def _inline(_: type[Schema]) -> str:
    """No name for any schema: each is written out where it is nested."""
    return ""


_plugin: Final = _Plugin(schema_name_resolver=_inline)
APISpec(title="Requests", version="1", openapi_version="3.1.0", plugins=[_plugin])
assert isinstance(_plugin.converter, _Converter)
_converter: Final = _plugin.converter


def described(schema: RequestSchema | OneOfSchemas) -> Json:
    """The JSON Schema of what a schema takes; `oneOf` where there are alternatives, of kinds or of ways."""
    if isinstance(schema, OneOfSchemas):
        return {"oneOf": [way for one in schema.schemas.values() for way in _ways(one)]}
    return _converter.schema2jsonschema(schema)


def _ways(schema: RequestSchema) -> list[Json]:
    found = described(schema)
    ways: list[Json] = found.get("oneOf", [found])
    return ways


def described_field(field: Field[Any]) -> Json:
    """The JSON Schema of what a field takes."""
    return _converter.field2property(field)
