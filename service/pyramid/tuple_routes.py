"""Routes for the 3-tuple table: pages of JSON, the table as CSV, and single rows."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Final

from flask import Blueprint, Response, abort, request

from service.engines.pyramid.positions import HAND_TYPES
from service.engines.pyramid.shipped_table import csv_lines
from service.pyramid.answers import row_answer, rows_answer
from service.pyramid.tuple_schemas import QUERY, Format, TuplesPage, read_lookup
from service.pyramid.tuples import ListTuplesInput, ValuedRow, read_rows, row_of_hand
from service.web.conditional import tagged_by_content
from service.web.json_io import json_answer, read_json
from service.web.query import with_query

CSV_TYPE: Final = "text/csv"


def tuple_routes() -> Blueprint:
    routes = Blueprint("tuples", __name__, url_prefix="/v1/tuples")

    @routes.get("")
    @with_query(QUERY)
    def rows(page: TuplesPage) -> Response:
        wanted = read_rows(page.wanted)
        answer = _csv(wanted) if _as_csv(page) else _page(wanted, page)
        answer.vary.add("Accept")
        return tagged_by_content(answer)

    @routes.get("/<position>/<hand_type>/<primary_rank>/<secondary_rank>")
    def row(**path: str) -> Response:
        found = _rows_by_path().get(tuple(path.values()))
        if found is None:
            abort(404, "The table has no such row; GET /v1/tuples lists all rows.")
        return tagged_by_content(json_answer(row_answer(found)))

    @routes.post("/lookup")
    def lookup() -> Response:
        return json_answer(row_answer(row_of_hand(read_lookup(read_json()))))

    return routes


def _as_csv(page: TuplesPage) -> bool:
    if page.format:
        return page.format is Format.CSV
    return request.accept_mimetypes.best_match(("application/json", CSV_TYPE), "application/json") == CSV_TYPE


def _page(rows: Iterable[ValuedRow], page: TuplesPage) -> Response:
    end = page.cursor + page.limit
    found = list(islice(rows, page.cursor, end + 1))
    return json_answer(rows_answer(found[: page.limit], str(end) if len(found) > page.limit else None))


def _csv(rows: Iterable[ValuedRow]) -> Response:
    lines = csv_lines((valued.row, valued.chance) for valued in rows)
    return Response("\n".join([*lines, ""]), content_type=f"{CSV_TYPE}; charset=utf-8")


@lru_cache(maxsize=1)
def _rows_by_path() -> dict[tuple[str, ...], ValuedRow]:
    """Every row by the segments of its path, both with the number of the hand type and with its name.

    The segments are compared as text, so any other path, even one with thousands of digits, is a 404.
    """
    found = {}
    for valued in read_rows(ListTuplesInput()):
        number, *ranks = valued.row.tuple
        for hand_type in (str(number), str(HAND_TYPES[number - 1])):
            found[valued.row.position, hand_type, *map(str, ranks)] = valued
    return found
