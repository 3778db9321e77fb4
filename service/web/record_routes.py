"""Routes for records: what was resolved, one by its id, or page by page."""

from flask import Blueprint, Response

from service.usecases.read_records import PageWanted, ReadRecords
from service.web.answers.records import record_answer, records_answer
from service.web.json_answer import json_answer, told_answer
from service.web.query import with_query
from service.web.schemas.records import RECORDS


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
