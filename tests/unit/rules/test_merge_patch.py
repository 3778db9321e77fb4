"""JSON merge patch, by the examples of RFC 7396, appendix A."""

import json
from typing import Any

import pytest

from service.tuning.patches import merge_patch

OBJECTS_AND_OBJECT_PATCHES = [
    ('{"a":"b"}', '{"a":"c"}', '{"a":"c"}'),
    ('{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'),
    ('{"a":"b"}', '{"a":null}', "{}"),
    ('{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'),
    ('{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'),
    ('{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'),
    ('{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'),
    ('{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'),
    ('{"e":null}', '{"a":1}', '{"e":null,"a":1}'),
    ("{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'),
]
OTHER_PATCHES = [
    ('["a","b"]', '["c","d"]', '["c","d"]'),
    ('{"a":"b"}', '["c"]', '["c"]'),
    ('{"a":"foo"}', '"bar"', '"bar"'),
    ("[1,2]", '{"a":"b","c":null}', '{"a":"b"}'),
]


@pytest.mark.parametrize(("document", "patch", "result"), OBJECTS_AND_OBJECT_PATCHES)
def test_merge_patch__example_of_the_rfc__comes_out(document: str, patch: str, result: str) -> None:
    assert merge_patch(json.loads(document), json.loads(patch)) == json.loads(result)


@pytest.mark.parametrize(("document", "patch", "result"), OBJECTS_AND_OBJECT_PATCHES + OTHER_PATCHES)
def test_merge_patch__example_of_the_rfc_one_level_down__comes_out(document: str, patch: str, result: str) -> None:
    merged = merge_patch({"x": json.loads(document), "y": 1}, {"x": json.loads(patch)})

    assert merged == {"x": json.loads(result), "y": 1}


def test_merge_patch__null_for_what_is_not_there__changes_nothing() -> None:
    assert merge_patch({"a": 1}, {"b": None}) == {"a": 1}


def test_merge_patch__null_for_an_object__takes_it_away() -> None:
    assert merge_patch({"a": {"b": 1}, "c": 2}, {"a": None}) == {"c": 2}


def test_merge_patch__any__leaves_both_inputs_alone() -> None:
    document: dict[str, Any] = {"a": {"b": 1, "c": [2]}, "d": 3}
    patch: dict[str, Any] = {"a": {"b": None, "e": {"f": None}}, "d": None}

    merge_patch(document, patch)

    assert document == {"a": {"b": 1, "c": [2]}, "d": 3}
    assert patch == {"a": {"b": None, "e": {"f": None}}, "d": None}
