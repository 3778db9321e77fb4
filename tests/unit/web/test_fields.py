"""Fields: the pattern that one states is what it takes, and what it says can be changed."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from marshmallow import ValidationError
from marshmallow.fields import Field

from service.characters.schemas import CharacterId
from service.draws.schemas import HexDigits
from service.engines.cards import accepted_texts
from service.engines.piecepacks.tiles import TILES_BY_TEXT
from service.piecepacks.schemas import Tile
from service.pyramid.schemas import PyramidCard
from service.tuning.schemas import Written
from service.web.fields import Card, Enum, Integer, List, Name, Points, Skills
from tests.described import described_field
from tests.openapi import mistakes
from tests.strategies import bounded

TEXTS = {Card: {*accepted_texts()}, PyramidCard: {*accepted_texts(), "W", "w"}, Tile: {*TILES_BY_TEXT}}


@pytest.mark.parametrize("kind", TEXTS)
def test_pattern__of_cards_and_tiles__matches_each_text_that_is_taken(kind: type[Card | PyramidCard | Tile]) -> None:
    for text in TEXTS[kind]:
        assert re.search(kind.pattern, text)


@pytest.mark.parametrize("kind", TEXTS)
@bounded
@given(data=st.data())
def test_pattern__of_cards_and_tiles__matches_nothing_else(kind: type[Any], data: st.DataObject) -> None:
    text = data.draw(st.from_regex(re.compile(kind.pattern.replace("$", r"\Z"))))
    assert text in TEXTS[kind]


values = st.none() | st.booleans() | st.integers(-2, 120) | st.floats(-2, 120) | st.text(max_size=70)
FIELDS: dict[str, Field[Any]] = {
    "name": Name(),
    "integer": Integer(minimum=0, maximum=100),
    "points": Points(low=0),
    "id": CharacterId(),
    "hex": HexDigits(),
    "written": Written(max_length=3),
    "list": List(Integer(minimum=0, maximum=9, allow_none=True), min_length=1, max_length=3, unique=True),
}
DESCRIBED = {name: described_field(field) for name, field in FIELDS.items()}
SHAPED = st.lists(st.none() | st.integers(0, 10), max_size=4) | st.text(" \n\u00a0ab.:1", max_size=5)


@pytest.mark.parametrize("name", FIELDS)
@bounded
@given(value=values | SHAPED | st.from_regex("[0-9a-f]{64}\n?"))
def test_field__of_any_value__takes_what_its_description_takes(name: str, value: Any) -> None:
    field = FIELDS[name]
    if name == "points" and isinstance(value, float):
        value = round(value, 2)  # the two decimals are in the prose of the contract: multipleOf is not for doubles
    described = mistakes(DESCRIBED[name], value) == []
    try:
        field.deserialize(value)
    except ValidationError:
        assert not described
    else:
        assert described


@pytest.mark.parametrize(
    ("field", "message"),
    [
        (Name(error_messages={"invalid": "Not {max_length}."}), "Not 64."),
        (List(Name(), max_length=2, error_messages={"invalid": "Not {items}."}), "Not 0 to 2."),
        (Enum(only=[], error_messages={"invalid": "None of {choices}."}), "None of nothing."),
    ],
)
def test_message__set_as_marshmallow_users_do__is_said(field: Any, message: str) -> None:
    with pytest.raises(ValidationError) as refused:
        field.deserialize(5)
    assert refused.value.messages == [message]


def test_skills__of_more_than_there_may_be__are_refused() -> None:
    with pytest.raises(ValidationError, match="at most 100 skills"):
        Skills().deserialize({str(number): 1 for number in range(101)})
