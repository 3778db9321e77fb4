"""Examples laid out for reading: the same value, in lines that fit."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.documentation.json_view import WIDTH, coloured, laid_out

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=12),
    lambda below: st.lists(below, max_size=8) | st.dictionaries(st.text(max_size=12), below, max_size=8),
    max_leaves=40,
)


@given(VALUES)
def test_value__any__stays_what_it_is(value: Any) -> None:
    assert json.loads(laid_out(value)) == value


@given(VALUES)
def test_colours__over_any_text__change_no_character(value: Any) -> None:
    assert coloured(laid_out(value)).striptags().split() == laid_out(value).split()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"a": [1, {"b": None}]}, '{"a": [1, {"b": null}]}'),
        ([], "[]"),
        (
            {"name": "x" * 50, "list": []},
            '{\n  "name": "' + "x" * 50 + '",\n  "list": []\n}',
        ),
        (
            {"cards": ["10♠"] * 9},
            '{\n  "cards": [\n    "10♠", "10♠", "10♠", "10♠", "10♠", "10♠", "10♠", "10♠",\n    "10♠"\n  ]\n}',
        ),
    ],
)
def test_value__that_does_not_fit_on_a_line__is_laid_out_in_several(value: Any, text: str) -> None:
    assert laid_out(value) == text
    assert max(map(len, text.splitlines())) <= max(WIDTH, 65)
