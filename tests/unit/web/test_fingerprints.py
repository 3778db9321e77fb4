"""Which requests are the same."""

import json
from typing import Any

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.idempotency.header import canonical, fingerprint
from tests.api.json_values import values
from tests.strategies import bounded

EXACT = 2**53


def reordered(value: Any) -> Any:
    """The same value with the keys of every object in the opposite order."""
    if isinstance(value, dict):
        return {key: reordered(value[key]) for key in reversed(value)}
    return [reordered(item) for item in value] if isinstance(value, list) else value


def in_doubles(value: Any) -> Any:
    """The same value with its whole numbers written as doubles, as far as doubles are exact."""
    if isinstance(value, dict):
        return {key: in_doubles(item) for key, item in value.items()}
    if isinstance(value, list):
        return [in_doubles(item) for item in value]
    return float(value) if type(value) is int and abs(value) < EXACT else value


def parsed(value: Any) -> Any:
    """The value as the service has it after its way through JSON text."""
    return orjson.loads(json.dumps(value, indent=1))


@bounded
@given(values)
def test_value__written_in_another_way__is_the_same(value: Any) -> None:
    expected = canonical(parsed(value))

    assert canonical(parsed(reordered(value))) == expected
    assert canonical(parsed(in_doubles(value))) == expected


@bounded
@given(values, values)
def test_two_values__canonical_alike__are_equal(one: Any, other: Any) -> None:
    one, other = parsed(one), parsed(other)

    assert canonical(one) != canonical(other) or one == other
    assert canonical([one]) != canonical(one)


@pytest.mark.parametrize("number", [0, 1, -1, 100, 12345678, 10**15, EXACT - 1])
def test_whole_number__as_a_double__is_the_same(number: int) -> None:
    assert canonical({"a": [float(number)]}) == canonical({"a": [number]}) == b'{"a":[%d]}' % number


@bounded
@given(st.integers(-EXACT + 1, EXACT - 1))
def test_every_exact_whole_number__as_a_double__is_the_same(number: int) -> None:
    assert canonical(float(number)) == canonical(number)


def test_minus_zero__is_zero() -> None:
    assert canonical(-0.0) == canonical(0)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"a": 1}, {"a": True}),
        ({"a": 1}, {"a": "1"}),
        ({"a": "1.0"}, {"a": "1"}),
        ({"a": [1, 2]}, {"a": [2, 1]}),
        ({"a": []}, {}),
        ({"a": None}, {}),
        ({"a": 1.5}, {"a": 1}),
        ({"é": 1}, {"e\u0301": 1}),
        (float(2**60), 2**60 + 1),
    ],
)
def test_values__that_differ__are_different(one: Any, other: Any) -> None:
    assert canonical(one) != canonical(other)


def test_fingerprint__of_method_path_and_body__distinguishes_each() -> None:
    requests = [
        ("POST", "/a", b"1"),
        ("PUT", "/a", b"1"),
        ("POST", "/a", b"2"),
        ("POST", "/b", b"1"),
        ("POST", "/a\n1", b""),
    ]
    prints = {fingerprint(*request) for request in requests}

    assert len(prints) == len(requests)
    assert {len(one) for one in prints} == {32}
    assert fingerprint("POST", "/é", b"1") == fingerprint("POST", "/é", b"1")
