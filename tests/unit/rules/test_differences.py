"""What differs between two documents, field by field."""

from typing import Any

import pytest

from service.tuning.patches import Difference, differences


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"a": 1}, {"a": 1}, []),
        ({"a": 1}, {"a": 1.0}, []),
        ({"a": {"b": [1], "c": {}}}, {"a": {"b": [1], "c": {}}}, []),
        ({"a": 1}, {"a": 2}, [("/a", 1, 2)]),
        ({}, {"a": False}, [("/a", None, False)]),
        ({"a": 0}, {}, [("/a", 0, None)]),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, [("/a/c", 2, 3)]),
        ({"a": {"b": 1}}, {"a": {}}, [("/a/b", 1, None)]),
        ({"a": {}}, {"a": {"b": {"c": 1}}}, [("/a/b", None, {"c": 1})]),
        ({}, {"a": {}}, [("/a", None, {})]),
        ({"a": {"b": 1}}, {"a": 1}, [("/a", {"b": 1}, 1)]),
        ({"a": ["x", "y"]}, {"a": ["y", "x"]}, [("/a", ["x", "y"], ["y", "x"])]),
        ({"a/b": {"c~d": 1}}, {"a/b": {"c~d": 2}}, [("/a~1b/c~0d", 1, 2)]),
    ],
)
def test_differences__of_two_documents__are_the_smallest_fields(
    before: dict[str, Any], after: dict[str, Any], found: list[tuple[str, Any, Any]]
) -> None:
    assert list(differences(before, after)) == [Difference(*one) for one in found]


def test_differences__several__stand_in_the_order_of_the_fields_and_new_ones_come_last() -> None:
    before = {"z": 1, "b": {"y": 1, "a": 1}, "m": 1}
    after = {"new": 1, "m": 2, "b": {"a": 2, "y": 2}, "z": 2}

    assert [one.pointer for one in differences(before, after)] == ["/z", "/b/y", "/b/a", "/m", "/new"]


@pytest.mark.parametrize(
    ("changed", "pointer", "touched"),
    [
        ("/a/b", "/a/b", True),
        ("/a/b", "/a", True),
        ("/a/b/c", "/a", True),
        ("/a/b", "/a/b/c/d", True),
        ("/a/b", "/a/bc", False),
        ("/a/bc", "/a/b", False),
        ("/a/b", "/a/c", False),
        ("/a/b", "/b", False),
        ("/a~1b", "/a", False),
        ("/a", "/a~1b", False),
        ("/a", "/a/", True),
    ],
)
def test_difference__at_a_pointer__touches_it_what_is_below_and_what_it_is_a_part_of(
    changed: str, pointer: str, *, touched: bool
) -> None:
    assert Difference(changed, 1, 2).touches(pointer) is touched
