"""openapi.yaml as a document: valid, complete, and without unused parts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from service import VERSION
from tests.openapi import Json, contract, examples, operations, resolved

COMPONENT_KINDS = ("requestBodies", "responses", "headers", "parameters", "schemas", "examples")


def objects_in(part: Any) -> Iterator[Json]:
    if isinstance(part, dict):
        yield part
    for below in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from objects_in(below)


def reached(part: Json) -> Iterator[Json]:
    """Every object within a part of the contract and within what it points to."""
    for found in objects_in(part):
        yield found
        if "$ref" in found:
            yield from reached(resolved(found))


@pytest.mark.slow
def test_contract__read_as_openapi__is_valid() -> None:
    from openapi_spec_validator import validate  # noqa: PLC0415  a second of imports that no other test needs

    validate(contract())


def test_contract__version__is_the_version_of_the_service() -> None:
    assert contract()["info"]["version"] == VERSION


def test_operations__all_of_them__say_what_they_do_under_a_name_of_their_own() -> None:
    names = [one.content["operationId"] for one in operations()]
    tags = {tag["name"] for tag in contract()["tags"]}
    assert len(set(names)) == len(names)
    for one in operations():
        assert one.content["summary"]
        assert one.content["description"]
        assert set(one.content["tags"]) <= tags


def test_bodies__of_every_json_request_and_answer__have_examples() -> None:
    for one in operations():
        assert [where for where, media in one.json_media() if not examples(media)] == []


def test_components__all_of_them__are_used() -> None:
    document = contract()
    used = {found["$ref"] for found in objects_in(document) if "$ref" in found}
    used |= {pointer for found in objects_in(document) for pointer in found.get("mapping", {}).values()}
    there = {f"#/components/{kind}/{name}" for kind in COMPONENT_KINDS for name in document["components"][kind]}
    assert there - used == set()
    assert used - there == set()


def test_answers__all_of_them__say_which_request_they_are_to() -> None:
    answers = [(one.method, one.path, status, one.response(status)) for one in operations() for status in one.statuses]
    silent = [where for *where, answer in answers if answer and "X-Request-Id" not in answer.get("headers", {})]
    assert len(answers) > 200
    assert silent == []


def test_requests__of_every_shape__refuse_unknown_fields() -> None:
    shapes = {id(shape): shape for one in operations() if (media := one.request_media) for shape in reached(media)}
    with_fields = [shape for shape in shapes.values() if "properties" in shape]
    assert len(with_fields) > 16
    assert [shape for shape in with_fields if shape["additionalProperties"] is not False] == []


def test_headings__of_the_prose__stand_once_each() -> None:
    headings = re.findall(r"^# (.+)$", contract()["info"]["description"], re.MULTILINE)
    assert len(headings) > 9
    assert len(set(headings)) == len(headings)
