"""Compares the contract with answers: they match their schemas, and no constraint is looser than it must be."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from tests.contract.checks.rules import RULES, UNSAID, is_of_type, misses
from tests.openapi import Json

Place = tuple[str, ...]
"""The path from the root of the contract to a part of it."""
Seen = dict[str, list[Any]]
"""The different values seen of each component, by its name."""
SCHEMAS: Final = ("components", "schemas")
_POINTER: Final = "#/components/schemas/"


class Misfit(AssertionError):
    """No alternative describes the value, or more than one does."""


@dataclass(slots=True)
class Site:
    """A schema without its own name, and the values seen for it."""

    schema: Json
    values: list[Any] = field(default_factory=list)


def name_in(schema: Json) -> str | None:
    """The name of the component that a schema points to, if any."""
    pointer = schema.get("$ref")
    return None if pointer is None else str(pointer).removeprefix(_POINTER)


class Walk:
    """Files values under the schemas that describe them, down to the first named components."""

    def __init__(self, document: Json) -> None:
        self._schemas: Json = document["components"]["schemas"]
        self.sites: dict[Place, Site] = {}
        self.below: Seen = {}

    def visit(self, place: Place, schema: Json, value: Any) -> None:
        """File the value under this schema, and its parts under the schemas within it."""
        if name := name_in(schema):
            self.below.setdefault(name, []).append(value)
            return
        self.sites.setdefault(place, Site(schema)).values.append(value)
        for key in ("oneOf", "anyOf"):
            if key in schema:
                index = self._chosen(schema[key], value, place)
                self.visit((*place, key, str(index)), schema[key][index], value)
        if isinstance(value, list) and "items" in schema:
            for item in value:
                self.visit((*place, "items"), schema["items"], item)
        if isinstance(value, dict):
            self._visit_fields(place, schema, value)

    def _visit_fields(self, place: Place, schema: Json, value: Json) -> None:
        named, others = schema.get("properties", {}), schema.get("additionalProperties")
        for key, item in value.items():
            if key in named:
                self.visit((*place, "properties", key), named[key], item)
            elif isinstance(others, dict):
                self.visit((*place, "additionalProperties"), others, item)

    def _chosen(self, options: list[Json], value: Any, place: Place) -> int:
        fitting = [index for index, option in enumerate(options) if self._fits(option, value)]
        if len(fitting) != 1:
            raise Misfit(f"{'/'.join(place)}: {len(fitting)} alternatives describe {json.dumps(value):.200}")
        return fitting[0]

    def _fits(self, schema: Json, value: Any) -> bool:
        """True if the schema describes such a value, judged by its fields and words; bounds do not matter."""
        while name := name_in(schema):
            schema = self._schemas[name]
        if options := schema.get("oneOf") or schema.get("anyOf"):
            return any(self._fits(option, value) for option in options)
        if not is_of_type(schema, value) or any(misses(schema, key, value) for key in ("const", "enum")):
            return False
        if isinstance(value, list):
            return all(self._fits(schema.get("items", {}), item) for item in value)
        return not isinstance(value, dict) or self._has_fields_of(schema, value)

    def _has_fields_of(self, schema: Json, value: Json) -> bool:
        named = schema.get("properties", {})
        if not set(schema.get("required", ())) <= set(value):
            return False
        if not schema.get("additionalProperties") and not set(value) <= set(named):
            return False
        return all(self._fits(named[key], item) for key, item in value.items() if key in named)


def seen_in(document: Json, answers: Iterable[tuple[Json, Any]]) -> Seen:
    """Every value of every component in these answers, each of which comes with the schema of its body."""
    seen, known = Seen(), dict[str, set[str]]()
    walk = Walk(document)
    for schema, value in answers:
        walk.visit((), schema, value)
    while waiting := walk.below:
        walk = Walk(document)
        for name, values in waiting.items():
            for value in _unknown(values, known.setdefault(name, set())):
                seen.setdefault(name, []).append(value)
                walk.visit((*SCHEMAS, name), document["components"]["schemas"][name], value)
    return seen


def _unknown(values: Iterable[Any], known: set[str]) -> Iterator[Any]:
    for value in values:
        text = json.dumps(value, sort_keys=True)
        if text not in known:
            known.add(text)
            yield value


def findings(document: Json, name: str, values: list[Any], figures: Mapping[Place, Any]) -> Iterator[str]:
    """The differences between a component of answers and the values seen of it and the figures of the code."""
    place, schema = (*SCHEMAS, name), document["components"]["schemas"][name]
    walk = Walk(document)
    try:
        for value in values:
            walk.visit(place, schema, value)
    except Misfit as misfit:
        yield str(misfit)
        return
    for where, below in _schemas_of(place, schema):
        if where in walk.sites:
            yield from wrong_at(where, walk.sites[where], figures)
        elif not name_in(below):
            yield f"{'/'.join(where)}: no answer shows it"
    yield from left_out(document, place, figures)


def _schemas_of(place: Place, schema: Json) -> Iterator[tuple[Place, Json]]:
    """A schema and the unnamed schemas within it."""
    yield place, schema
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from _schemas_of((*place, key), schema[key])
    for key in ("oneOf", "anyOf"):
        for index, below in enumerate(schema.get(key, ())):
            yield from _schemas_of((*place, key, str(index)), below)
    for name, below in schema.get("properties", {}).items():
        yield from _schemas_of((*place, "properties", name), below)


def wrong_at(place: Place, site: Site, figures: Mapping[Place, Any]) -> Iterator[str]:
    """The differences between one schema and the values seen for it and the figures of the code."""
    for key, said in site.schema.items():
        if (*place, key) in figures:
            if said != figures[*place, key]:
                yield f"{'/'.join(place)}: {key} is {said!r}, and {figures[*place, key]!r} in the code"
            continue
        for wrong in RULES[key](site.schema, site.values) if key in RULES else ():
            yield f"{'/'.join(place)}: {key} {wrong}"
    for key in UNSAID - set(site.schema):
        for wrong in RULES[key](site.schema, site.values):
            yield f"{'/'.join(place)}: {key} {wrong}"


def left_out(document: Json, place: Place, figures: Mapping[Place, Any]) -> Iterator[str]:
    """The figures of the code below a place that the contract lacks."""
    for where in figures:
        if where[: len(place)] == place and part_at(document, where) is None:
            yield f"{'/'.join(where)} is left out"


def part_at(document: Json, place: Place) -> Any:
    """The part of the contract at a place; None if it does not exist."""
    part: Any = document
    for step in place:
        if isinstance(part, list):
            part = part[int(step)] if int(step) < len(part) else None
        else:
            part = part.get(step) if isinstance(part, dict) else None
    return part
