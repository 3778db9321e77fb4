"""Which records a query asks for."""

import re
from typing import Any, Final

from marshmallow import ValidationError

from service.characters.schemas import character_id
from service.records.read import ListRecordsInput
from service.web.fields import Strict
from service.web.query import cursor_text, whole_text
from service.web.schema import RequestSchema

MOST_RECORDS: Final = 100
USUAL_RECORDS: Final = 20
_RESOLUTION_ID: Final = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def _resolution_id(text: str) -> str:
    if not _RESOLUTION_ID.fullmatch(text):
        raise ValidationError("Must be the id of a resolution.")
    return text


class RecordsSchema(RequestSchema):
    """A page of records, newest first."""

    character_id = Strict(character_id)
    limit = Strict(whole_text(1, MOST_RECORDS))
    cursor = Strict(cursor_text(_resolution_id))
    """The last record of the page before."""

    def build(self, values: dict[str, Any]) -> ListRecordsInput:
        """The page that is wanted."""
        return ListRecordsInput(values.get("limit", USUAL_RECORDS), values.get("cursor"), values.get("character_id"))


RECORDS: Final = RecordsSchema()
