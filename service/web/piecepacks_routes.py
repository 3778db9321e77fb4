"""Routes for Dual Piecepacks Poker: the table of hands, deals, hands, showdowns and odds."""

from typing import Any

from flask import Blueprint, Response

from service.usecases.answer_once import AnswerOnce
from service.usecases.deal_tiles import DealTiles, TilesWanted
from service.usecases.evaluate_tiles import HandsToCompare, TilesToEvaluate, compare_hands, evaluate_tiles
from service.usecases.quote_tile_odds import quote_tile_odds
from service.usecases.settle_showdown import settle_showdown
from service.web.answers.piecepacks import (
    RANKINGS_ANSWER,
    comparison_answer,
    dealt_answer,
    evaluation_answer,
    showdown_answer,
)
from service.web.answers.piecepacks_odds import tile_odds_answer
from service.web.attempts import retried
from service.web.json_answer import json_answer
from service.web.json_body import read_json
from service.web.safe_retries import safe_retry
from service.web.schemas.piecepacks import COMPARE, DEAL, EVALUATE, ODDS, SHOWDOWN


def piecepacks_routes(deal_tiles: DealTiles, answer_once: AnswerOnce) -> Blueprint:
    """The routes; all but the deal need nothing from outside."""
    routes = Blueprint("piecepacks", __name__, url_prefix="/v1/piecepacks")

    @routes.get("/rankings")
    def rankings() -> Response:
        return json_answer(RANKINGS_ANSWER)

    @routes.post("/deal")
    @safe_retry(answer_once)
    def deal(body: Any) -> Response:
        wanted: TilesWanted = DEAL.load(body)
        return json_answer(dealt_answer(deal_tiles(retried(wanted))))

    @routes.post("/evaluate")
    def evaluate() -> Response:
        wanted: TilesToEvaluate = EVALUATE.load(read_json())
        return json_answer(evaluation_answer(evaluate_tiles(wanted), wanted.low_rule))

    @routes.post("/compare")
    def compare() -> Response:
        wanted: HandsToCompare = COMPARE.load(read_json())
        return json_answer(comparison_answer(compare_hands(wanted), wanted.low_rule))

    @routes.post("/showdown")
    def showdown() -> Response:
        return json_answer(showdown_answer(settle_showdown(SHOWDOWN.load(read_json()))))

    @routes.post("/odds")
    def odds() -> Response:
        return json_answer(tile_odds_answer(quote_tile_odds(ODDS.load(read_json()))))

    return routes
