"""What can be asked of the 3-tuple table: by query, by path, and by a hand."""

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import ValidationError

from service.engines.errors import listed
from service.engines.pyramid.positions import HAND_TYPES, HandType, Position
from service.engines.wire_enum import WireEnum
from service.pyramid.schemas import PyramidEvaluateSchema
from service.pyramid.tuples import ListTuplesInput
from service.web.fields import Strict, word
from service.web.query import cursor_text, flag_text, whole_text
from service.web.schema import RequestSchema

USUAL_LIMIT: Final = 100
MOST_ROWS: Final = 1000
ALL_ROWS: Final = 2746
"""Counted by a test: to make the rows takes longer than all other imports together."""


class Format(WireEnum):
    """How the table is written."""

    JSON = "json"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class TuplesPage:
    """A page of the table."""

    wanted: ListTuplesInput
    limit: int
    cursor: int
    format: Format | None
    """None leaves it to the Accept header."""


def _hand_type(value: str) -> HandType:
    """A hand type, by its number or by its name."""
    if value in {str(number) for number in range(1, len(HAND_TYPES) + 1)}:
        return HAND_TYPES[int(value) - 1]
    if value in set(HandType):
        return HandType(value)
    raise ValidationError(f"Must be a number from 1 to {len(HAND_TYPES)}, or {listed(HAND_TYPES)}.")


class TuplesQuerySchema(RequestSchema):
    """The parameters of the list."""

    position = Strict(word(Position))
    hand_type = Strict(_hand_type)
    reachable = Strict(flag_text)
    limit = Strict(whole_text(1, MOST_ROWS))
    cursor = Strict(cursor_text(whole_text(0, ALL_ROWS)))
    """How many rows the pages before had."""
    format = Strict(word(Format))

    def build(self, values: dict[str, Any]) -> TuplesPage:
        """The page asked for."""
        wanted = ListTuplesInput(values.get("position"), values.get("hand_type"), values.get("reachable"))
        return TuplesPage(wanted, values.get("limit", USUAL_LIMIT), values.get("cursor", 0), values.get("format"))


class TuplesLookupSchema(PyramidEvaluateSchema):
    """A hand whose row is wanted."""


QUERY: Final = TuplesQuerySchema()
LOOKUP: Final = TuplesLookupSchema()
