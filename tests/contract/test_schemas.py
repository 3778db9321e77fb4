"""The schemas that read requests, and the components that describe them: the same fields, both ways."""

from collections.abc import Iterator
from typing import Any

import pytest
from marshmallow import Schema

from service.web.batches import BatchSchema
from service.web.schemas import piecepacks, pyramid, tuning, tuples
from service.web.schemas.actions import ODDS, RESOLVE, SCORE
from service.web.schemas.characters import SKILLS, START
from service.web.schemas.draws import VERIFY, WANTED
from service.web.schemas.insights import INSIGHTS
from service.web.schemas.preview import PREVIEW
from service.web.schemas.records import RECORDS
from tests.openapi import Json, component, operations

PIECEPACKS = (piecepacks.DEAL, piecepacks.EVALUATE, piecepacks.COMPARE, piecepacks.SHOWDOWN, piecepacks.ODDS)
PYRAMID = (
    pyramid.DEAL,
    pyramid.EVALUATE,
    pyramid.ARRANGE,
    pyramid.AUTOMATICS,
    pyramid.VALIDATE,
    pyramid.SCORE,
    pyramid.SETTLE,
    pyramid.DECIDE,
    tuples.LOOKUP,
)
TUNING = (tuning.PATCH, tuning.RESTORE, PREVIEW)
DRAWS = (WANTED, VERIFY)
CHARACTERS = (SKILLS, START)
ROOTS = (
    BatchSchema(),
    *RESOLVE.values(),
    *ODDS.values(),
    *SCORE.values(),
    *PIECEPACKS,
    *PYRAMID,
    *TUNING,
    *DRAWS,
    *CHARACTERS,
)
QUERIES = {
    "/v1/resolutions": RECORDS,
    "/v1/admin/tuning/revisions": tuning.PAGE,
    "/v1/admin/insights": INSIGHTS,
    "/v1/tuples": tuples.QUERY,
}
UNIONS = {"Action": RESOLVE, "OddsAction": ODDS, "ScoreAction": SCORE}


def schemas_behind(read: Any) -> Iterator[Schema]:
    """The schemas that a reader of values calls, itself or through the readers it was made of."""
    if isinstance(owner := getattr(read, "__self__", None), Schema):
        yield owner
    for cell in getattr(read, "__closure__", None) or ():
        if callable(cell.cell_contents):
            yield from schemas_behind(cell.cell_contents)


def reachable() -> dict[str, Schema]:
    """Every request schema by the name of its component."""
    found: dict[str, Schema] = {}
    waiting: list[Schema] = list(ROOTS)
    while waiting:
        schema = waiting.pop()
        found[name_of(schema)] = schema
        waiting += [below for field in schema.fields.values() for below in schemas_behind(getattr(field, "read", None))]
    return found


def name_of(schema: Schema) -> str:
    return type(schema).__name__.removesuffix("Schema")


REQUESTS = reachable()


def test_request_schemas__followed_from_the_routes__are_all_found() -> None:
    assert len(REQUESTS) == 42
    assert {"Participant", "ScoredParticipant", "Modifier"} < set(REQUESTS)


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_request_schema__and_its_component__have_the_same_fields(name: str) -> None:
    fields, described = REQUESTS[name].fields, component(name)
    assert set(described["properties"]) == set(fields)
    assert set(described.get("required", ())) == {key for key, field in fields.items() if field.required}
    assert described["additionalProperties"] is False


@pytest.mark.parametrize("name", sorted(REQUESTS))
def test_request_schema__where_it_nests_another__nests_that_component(name: str) -> None:
    properties = component(name)["properties"]
    for key, field in REQUESTS[name].fields.items():
        nested = {name_of(schema) for schema in schemas_behind(getattr(field, "read", None))}
        assert nested <= component_names_in(properties[key])


@pytest.mark.parametrize("union", UNIONS)
def test_request_union__by_action_type__maps_to_the_schema_that_reads_it(union: str) -> None:
    described = component(union)
    expected = {str(word): f"#/components/schemas/{name_of(schema)}" for word, schema in UNIONS[union].items()}
    assert described["discriminator"] == {"propertyName": "action_type", "mapping": expected}
    assert [option["$ref"] for option in described["oneOf"]] == list(expected.values())
    for word, schema in UNIONS[union].items():
        assert component(name_of(schema))["properties"]["action_type"]["enum"] == [word]


def test_query_schemas__and_the_parameters_of_their_operations__are_the_same() -> None:
    documented = {
        (one.method, one.path, each["name"]) for one in operations() for each in one.parameters if each["in"] == "query"
    }
    assert documented == {("GET", path, name) for path, schema in QUERIES.items() for name in schema.fields}


def component_names_in(part: Json) -> set[str]:
    """The components that a property points to, itself or in its items."""
    return {each["$ref"].rpartition("/")[2] for each in (part, part.get("items", {})) if "$ref" in each}
