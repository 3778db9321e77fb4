"""The tuning as the contract describes it: every bound is the one that the rules keep."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from service.engines.destiny.skills import skill_table
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, json_pointer
from service.tuning.revisions import TuningRevision
from tests.openapi import Json, component, mistakes, resolved
from tests.tunings import whole_document_with

ENTRIES = {
    "crimes": "burglary",
    "skill_checks": "hard",
    "npcs": "rookie",
    "items": "lucky_ace_charm",
    "effects": "whiskey",
    "locations": "frontera",
    "territories": "fortified_territory",
    "front": "flush",
    "middle": "flush",
    "back": "flush",
}
"""One entry for each object whose keys are not fixed, but for `skills`, which has no numbers."""
WITHOUT_NUMBERS = {"skill_curve", "default_gang_method", "tie_favors_defender", "royal_flush_auto_win", "skills"}
ARRAYS = {"skill_table"}
"""Their numbers have a test of their own."""
OUT_OF_BOUNDS = re.compile(r"Must (lie within|be a whole number from) ")
Path = tuple[str, ...]


def numbers_in(schema: Json, path: Path = ()) -> Iterator[tuple[Path, Json]]:
    """Every number below a schema, with the way to it."""
    schema = resolved(schema)
    schema = resolved(schema["oneOf"][0]) if "oneOf" in schema else schema  # an entry, or null to take it out
    if schema.get("type") in ("integer", "number"):
        yield path, schema
    for name, below in schema.get("properties", {}).items():
        yield from numbers_in(below, (*path, name))
    if path and path[-1] in ENTRIES:
        yield from numbers_in(schema["additionalProperties"], (*path, ENTRIES[path[-1]]))


NUMBERS = dict(numbers_in(component("TuningOverlay")))


def document_with_number(path: Path, value: float) -> Json:
    """The shipped document with this one changed."""
    patch: Any = value
    for name in reversed(path):
        patch = {name: patch}
    return whole_document_with(**patch)


def is_within_bounds(path: Path, value: float) -> bool:
    """Whether the rules take the value there, as far as its own bounds go."""
    try:
        TuningRevision.read(0, document_with_number(path, value))
    except InvalidInput as error:
        here = [wrong.message for wrong in error.mistakes if wrong.pointer == json_pointer(path)]
        return not any(OUT_OF_BOUNDS.match(message) for message in here)
    return True


def test_numbers__of_the_whole_tuning__are_all_found() -> None:
    assert {path[0] for path in NUMBERS} == set(component("TuningOverlay")["properties"]) - WITHOUT_NUMBERS - ARRAYS
    assert len(NUMBERS) == 80


@pytest.mark.parametrize("path", NUMBERS, ids="-".join)
def test_number__at_its_bounds_and_beyond__is_taken_and_refused_by_the_rules(path: Path) -> None:
    schema = NUMBERS[path]
    low, high, step = schema["minimum"], schema["maximum"], 1 if schema["type"] == "integer" else 0.01

    assert is_within_bounds(path, low)
    assert is_within_bounds(path, high)
    assert not is_within_bounds(path, low - step)
    assert not is_within_bounds(path, high + step)


@pytest.mark.parametrize(("field", "step"), [("level", 1), ("bonus", 0.01)])
def test_number_of_the_skill_table__at_its_bounds_and_beyond__is_taken_and_refused(field: str, step: float) -> None:
    bounds = component("SkillTablePoint")["properties"][field]
    point = {"level": 1, "bonus": 0}

    def is_taken(value: float) -> bool:
        found: Mistakes = []
        skill_table([{**point, field: value}], (), found)
        return not any(OUT_OF_BOUNDS.match(mistake.message) for mistake in found)

    low, high = bounds["minimum"], bounds["maximum"]
    assert [is_taken(value) for value in (low - step, low, high, high + step)] == [False, True, True, False]


@pytest.mark.parametrize(
    "skill",
    [
        ["spades"],
        {"suits": ["spades"]},
        {"title": "Gambling", "suits": ["spades"]},
        [],
        ["spades", "spades"],
        {"suits": []},
        {"suits": ["stars"]},
        {"suits": ["spades"], "title": ""},
        {"suits": ["spades"], "symbol": "x"},
        "spades",
    ],
)
def test_skill__in_either_form__is_taken_or_refused_as_described(skill: Any) -> None:
    described = mistakes(component("TuningOverlay"), {"skills": {"gambling": skill}}) == []
    try:
        TuningRevision.read(0, whole_document_with(skills={"gambling": skill}))
    except InvalidInput:
        assert not described
    else:
        assert described


def test_values__shipped__are_as_described() -> None:
    assert mistakes(component("TuningValues"), whole_document_with()) == []
    assert mistakes(component("TuningOverlay"), whole_document_with()) == []


@pytest.mark.parametrize("path", NUMBERS, ids="-".join)
def test_values__with_a_number_at_a_bound__are_as_described(path: Path) -> None:
    for bound in ("minimum", "maximum"):
        assert mistakes(component("TuningValues"), document_with_number(path, NUMBERS[path][bound])) == []
