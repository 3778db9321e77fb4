"""The false statements that are tried: each bound, enum, pattern, type, list and example figure of the contract."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tools.contract.parts import Json

Place = tuple[str, ...]
"""The steps from the root of the contract to a part of it."""
LEFT_OUT: Final = object()
"""Marks a keyword that was removed."""
_BOUNDS: Final = frozenset(
    {
        *("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
        *("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"),
    }
)
_OTHER_TYPES: Final = {
    "integer": "number",
    "number": "integer",
    "string": "integer",
    "boolean": "string",
    "array": "object",
    "object": "array",
    "null": "boolean",
}
_OTHER_FORMATS: Final = {"uuid": "uri", "date": "date-time", "date-time": "date", "uri-reference": "uuid"}
EXAMPLES: Final = ("components", "examples")
EXAMPLE_FIGURE: Final = "example figure"
_NO_SCHEMAS: Final = ("example", "examples", "x-call")


@dataclass(frozen=True, slots=True)
class Mutant:
    """One false statement: the keyword at a place says something else, or is left out."""

    place: Place
    becomes: Any

    @property
    def kind(self) -> str:
        """The keyword that it is about."""
        return EXAMPLE_FIGURE if self.place[:2] == EXAMPLES else self.place[-1]

    @property
    def component(self) -> str | None:
        """The schema that it is in, if that has a name."""
        return self.place[2] if self.place[:2] == ("components", "schemas") else None

    def __str__(self) -> str:
        said = "left out" if self.becomes is LEFT_OUT else repr(self.becomes)
        return f"{'/'.join(self.place)}: {said}"

    def applied(self, document: Json) -> Json:
        """The contract with this statement in it; what is above the place is copied, all else shared."""
        changed: Json = _changed(document, self.place, self.becomes)
        return changed


def _changed(part: Any, place: Place, becomes: Any) -> Any:
    step, *below = place
    if isinstance(part, list):
        index = int(step)
        return [*part[:index], _changed(part[index], tuple(below), becomes) if below else becomes, *part[index + 1 :]]
    if not below and becomes is LEFT_OUT:
        return {key: value for key, value in part.items() if key != step}
    return {**part, step: _changed(part[step], tuple(below), becomes) if below else becomes}


def mutants(document: Json) -> Iterator[Mutant]:
    """Every mutant of every schema, of the headers and parameters too."""
    for place, schema in schemas(document, ()):
        for key, others in _OTHERS.items():
            if key in schema or key == "required":
                for other in others(schema):
                    yield Mutant((*place, key), other)
    yield from _flipped(document, ())


def example_mutants(document: Json) -> Iterator[Mutant]:
    """Every figure in the value of every example, one too high."""
    for name, example in document["components"]["examples"].items():
        yield from _figures(example["value"], (*EXAMPLES, name, "value"))


def _figures(part: Any, place: Place) -> Iterator[Mutant]:
    match part:
        case bool():
            return
        case int() | float():
            yield Mutant(place, part + 1)
        case dict() | list():
            for key, below in part.items() if isinstance(part, dict) else enumerate(part):
                yield from _figures(below, (*place, str(key)))


def schemas(part: Any, place: Place) -> Iterator[tuple[Place, Json]]:
    """Every schema in a part of the contract, those within others included."""
    if isinstance(part, list):
        for index, item in enumerate(part):
            yield from schemas(item, (*place, str(index)))
    elif isinstance(part, dict):
        if _is_schema(place):
            yield place, part
        for key, below in part.items():
            if key not in _NO_SCHEMAS or place[-1:] == ("properties",):
                yield from schemas(below, (*place, key))


def _is_schema(place: Place) -> bool:
    match place:
        case ("components", "schemas", _):
            return True
        case (*_, "schema" | "items" | "additionalProperties" | "propertyNames") if place[-2:-1] != ("properties",):
            return True
        case (*_, "properties", _) | (*_, "oneOf" | "anyOf", _):
            return place[-3:-2] != ("properties",) or place[-2] == "properties"
    return False


def _flipped(part: Any, place: Place) -> Iterator[Mutant]:
    """Headers and parameters that are always there and are said not to be, and the other way round."""
    if isinstance(part, list):
        for index, item in enumerate(part):
            yield from _flipped(item, (*place, str(index)))
    elif isinstance(part, dict) and place[:2] != ("components", "schemas") and place[-1:] != ("examples",):
        if "schema" in part and place[-2:-1] != ("content",):
            yield Mutant((*place, "required"), not part.get("required", False))
        for key, below in part.items():
            yield from _flipped(below, (*place, key))


def _bounds(key: str) -> Callable[[Json], list[Any]]:
    return lambda schema: [schema[key] + 1, schema[key] - 1]


def _enum(schema: Json) -> list[Any]:
    words = schema["enum"]
    return [*([one for one in words if one != word] for word in words), [*words, "another"]]


def _const(schema: Json) -> list[Any]:
    return [_other(schema["const"])]


def _default(schema: Json) -> list[Any]:
    return [_other(schema["default"]), LEFT_OUT]


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value + 1
    return f"{value}_too" if isinstance(value, str) else "another"


def _pattern(schema: Json) -> list[Any]:
    pattern = schema["pattern"]
    return [LEFT_OUT, f"{pattern}|^another$", pattern.removeprefix("^") if pattern[0] == "^" else f"^{pattern}"]


def _required(schema: Json) -> list[Any]:
    required, named = schema.get("required", []), schema.get("properties", {})
    fewer = [[name for name in required if name != one] for one in required]
    return [*fewer, *([*required, name] for name in named if name not in required)]


def _additional(schema: Json) -> list[Any]:
    said = schema["additionalProperties"]
    return [LEFT_OUT] if said is False else [False, LEFT_OUT]


def _type(schema: Json) -> list[Any]:
    said = schema["type"]
    if said == "null":
        return [_OTHER_TYPES[said]]
    if isinstance(said, str):
        return [_OTHER_TYPES[said], [said, "null"]]
    fewer = [[one for one in said if one != other] for other in said]
    return [one[0] if len(one) == 1 else one for one in fewer]


def _format(schema: Json) -> list[Any]:
    return [LEFT_OUT, _OTHER_FORMATS[schema["format"]]]


_OTHERS: Final[Mapping[str, Callable[[Json], list[Any]]]] = {
    **{key: _bounds(key) for key in sorted(_BOUNDS)},
    "enum": _enum,
    "const": _const,
    "default": _default,
    "pattern": _pattern,
    "required": _required,
    "additionalProperties": _additional,
    "type": _type,
    "format": _format,
    "uniqueItems": lambda _: [LEFT_OUT],
}
"""What each keyword could say instead."""
