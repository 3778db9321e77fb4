"""Reads the requests for the 3-tuple table: its query, and the hand to look up."""

from dataclasses import dataclass
from typing import Any, Final

from marshmallow import post_load

from service.engines.errors import listed
from service.engines.pyramid.positions import HAND_TYPES, HandType, Position
from service.engines.wire_enum import WireEnum
from service.pyramid.schemas import PyramidEvaluateSchema
from service.pyramid.tuples import ListTuplesInput
from service.web.compiled import compile_loader
from service.web.fields import Enum, Strict, invalid
from service.web.query import BooleanText, Cursor, IntegerText
from service.web.schema import Loader, QuerySchema

USUAL_LIMIT: Final = 100
MOST_ROWS: Final = 1000
ALL_ROWS: Final = 2746
"""A constant that a test checks: making the rows takes longer than all other imports together."""


class Format(WireEnum):
    """The formats of the table."""

    JSON = "json"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class TuplesPage:
    """A page of the table, and its format."""

    wanted: ListTuplesInput
    limit: int
    cursor: int
    format: Format | None
    """None: the Accept header decides."""


class HandTypeText(Strict[HandType]):
    """A hand type, by number or by name."""

    json_type = "string"
    default_error_messages = invalid(f"Must be a number from 1 to {len(HAND_TYPES)}, or {listed(HAND_TYPES)}.")

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        known = {str(number): one for number, one in enumerate(HAND_TYPES, 1)} | {str(one): one for one in HandType}

        def read(text: str) -> HandType:
            if text not in known:
                raise self.make_error("invalid")
            return known[text]

        self.read = read


class TuplesQuerySchema(QuerySchema):
    position = Enum(Position)
    hand_type = HandTypeText()
    reachable = BooleanText()
    limit = IntegerText(minimum=1, maximum=MOST_ROWS, load_default=USUAL_LIMIT)
    cursor = Cursor(IntegerText(minimum=0, maximum=ALL_ROWS))
    """The number of rows on all previous pages."""
    format = Enum(Format)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> TuplesPage:
        wanted = ListTuplesInput(values.get("position"), values.get("hand_type"), values.get("reachable"))
        return TuplesPage(wanted, values["limit"], values.get("cursor", 0), values.get("format"))


class TuplesLookupSchema(PyramidEvaluateSchema):
    """A hand to look up in the table."""


QUERY: Final = TuplesQuerySchema()
LOOKUP: Final = TuplesLookupSchema()

read_lookup: Final[Loader] = compile_loader(LOOKUP)
