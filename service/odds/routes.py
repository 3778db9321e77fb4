"""Routes below `/v1/odds` that answer designers' questions."""

from flask import Blueprint, Response

from service.odds.answers import totals_answer
from service.odds.schemas import TOTALS
from service.odds.totals import CountTotals
from service.web.json_io import json_answer, read_json


def odds_routes(count_totals: CountTotals) -> Blueprint:
    routes = Blueprint("odds", __name__, url_prefix="/v1/odds")

    @routes.post("/totals")
    def totals() -> Response:
        return json_answer(totals_answer(count_totals(TOTALS.load(read_json()))))

    return routes
