"""The contract in the shape that code generators make good clients of; `make clients` tries it with two of them."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.openapi import Json, contract

NOT_SCHEMAS = ("example", "examples", "default", "enum", "const")
ALTERNATIVES = ("oneOf", "anyOf", "allOf")


def schemas_below(part: Any, place: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Every schema within a component or an operation, and the steps to it."""
    if isinstance(part, list):
        for index, item in enumerate(part):
            yield from schemas_below(item, (*place, str(index)))
    elif isinstance(part, dict):
        for key, below in part.items():
            if key not in NOT_SCHEMAS or place[-1:] == ("properties",):
                if isinstance(below, dict):
                    yield (*place, key), below
                yield from schemas_below(below, (*place, key))


def components() -> dict[str, Json]:
    schemas: dict[str, Json] = contract()["components"]["schemas"]
    return schemas


def inline() -> list[tuple[tuple[str, ...], Json]]:
    """Every schema without a name, with its place."""
    document = contract()
    of_components = [
        found for name, schema in components().items() for found in schemas_below(schema, (name,)) if found[0]
    ]
    kinds = ("requestBodies", "responses", "parameters", "headers")
    others = [document["paths"], *(document["components"][kind] for kind in kinds)]
    return of_components + [found for other in others for found in schemas_below(other, ())]


def pascal(*words: str) -> str:
    return "".join(word[:1].upper() + word[1:] for text in words for word in re.split(r"[^A-Za-z0-9]+", text))


def test_objects__with_fields__have_names_of_their_own() -> None:
    assert [place for place, schema in inline() if isinstance(schema.get("properties"), dict)] == []


def test_names__that_a_generator_makes_up__are_not_taken() -> None:
    # As generators do: an inline schema is named after its component and its field.
    made_up = [
        pascal(place[0], place[2])
        for place, schema in inline()
        if place[1:2] == ("properties",)
        and len(place) == 3
        and ("enum" in schema or isinstance(schema.get("additionalProperties"), dict))
    ]
    assert len(made_up) > 20
    taken = Counter([*map(pascal, components()), *made_up])
    assert [name for name, times in taken.items() if times > 1] == []


def test_schemas__with_alternatives__have_all_their_fields_in_these() -> None:
    both = [
        place
        for place, schema in [*inline(), *(((name,), schema) for name, schema in components().items())]
        if "properties" in schema and any(key in schema for key in ALTERNATIVES)
    ]
    assert both == []


def test_fields__that_may_be_left_out__have_their_default_in_a_component() -> None:
    # openapi-typescript takes a field with a default next to its name for one that is always there.
    assert [place for place, schema in inline() if place[-2:-1] == ("properties",) and "default" in schema] == []


def test_objects__that_may_be_null__are_so_where_they_stand() -> None:
    # Otherwise a generator calls the object by a number: PreviewedWinsType0.
    assert [name for name, schema in components().items() if schema.get("type") == ["object", "null"]] == []
