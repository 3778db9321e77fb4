"""Routes for records: what was resolved, one by its id, or page by page."""

from flask import Blueprint, Response

from service.records.answers import record_answer, records_answer
from service.records.read import PageWanted, ReadRecords
from service.records.schemas import RECORDS
from service.web.json_io import json_answer, told_answer
from service.web.query import with_query


def record_routes(read_records: ReadRecords) -> Blueprint:
    """The routes, over this use case."""
    routes = Blueprint("records", __name__, url_prefix="/v1/resolutions")

    @routes.get("")
    @with_query(RECORDS)
    def page(wanted: PageWanted) -> Response:
        return json_answer(records_answer(read_records.page(wanted)))

    @routes.get("/<resolution_id>")
    def one(resolution_id: str) -> Response:
        return told_answer(record_answer(resolution_id, read_records.one(resolution_id)))

    return routes
