"""Reads the query that lists records."""

from typing import Any, Final

from marshmallow import post_load

from service.characters.schemas import CharacterId
from service.records.read import ListRecordsInput
from service.web.fields import Text
from service.web.query import Cursor, IntegerText
from service.web.schema import QuerySchema

MOST_RECORDS: Final = 100
USUAL_RECORDS: Final = 20
_RESOLUTION_ID: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"


class RecordsSchema(QuerySchema):
    """A page of records, newest first."""

    character_id = CharacterId()
    limit = IntegerText(minimum=1, maximum=MOST_RECORDS, load_default=USUAL_RECORDS)
    cursor = Cursor(Text(pattern=_RESOLUTION_ID))
    """The id of the last record on the previous page."""

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> ListRecordsInput:
        return ListRecordsInput(values["limit"], values.get("cursor"), values.get("character_id"))


RECORDS: Final = RecordsSchema()
