"""Routes below `/v1/odds` that answer designers' questions."""

from flask import Blueprint, Response

from service.odds.answers import curve_answer, solutions_answer, totals_answer
from service.odds.curve import CountCurve
from service.odds.schemas import CURVE, SOLVE, TOTALS
from service.odds.solve import SolveOdds
from service.odds.totals import CountTotals
from service.web.json_io import json_answer, read_json


def odds_routes(count_totals: CountTotals, count_curve: CountCurve, solve_odds: SolveOdds) -> Blueprint:
    routes = Blueprint("odds", __name__, url_prefix="/v1/odds")

    @routes.post("/totals")
    def totals() -> Response:
        return json_answer(totals_answer(count_totals(TOTALS.load(read_json()))))

    @routes.post("/curve")
    def curve() -> Response:
        body = read_json()
        counted = count_curve(CURVE.load(body))
        return json_answer(curve_answer(counted, body.get("against", {}).get("opponents", [])))

    @routes.post("/solve")
    def solve() -> Response:
        return json_answer(solutions_answer(solve_odds(SOLVE.load(read_json()))))

    return routes
