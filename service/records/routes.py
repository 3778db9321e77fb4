"""Routes for records: one by its id, or page by page."""

import orjson
from flask import Blueprint, Response

from service.records.ports import RecordPage, UnreadableRecord, current_document
from service.records.read import ListRecordsInput, ReadRecords
from service.records.schemas import RECORDS
from service.web.json_io import json_answer, json_text_answer
from service.web.query import with_query


def record_routes(read_records: ReadRecords) -> Blueprint:
    routes = Blueprint("records", __name__, url_prefix="/v1/resolutions")

    @routes.get("")
    @with_query(RECORDS)
    def page(wanted: ListRecordsInput) -> Response:
        return json_answer(records_answer(read_records.page(wanted)))

    @routes.get("/<resolution_id>")
    def one(resolution_id: str) -> Response:
        return json_text_answer(current_document(resolution_id, read_records.one(resolution_id)))

    return routes


def records_answer(page: RecordPage) -> dict[str, object]:
    """A page of records, with the unreadable ones listed separately."""
    resolutions: list[orjson.Fragment] = []
    unreadable: list[dict[str, object]] = []
    for resolution_id, document in page.documents.items():
        try:
            resolutions.append(orjson.Fragment(current_document(resolution_id, document)))
        except UnreadableRecord as error:
            unreadable.append({"resolution_id": resolution_id, "record_version": error.version})
    return {"resolutions": resolutions, "unreadable": unreadable, "next_cursor": page.last}
