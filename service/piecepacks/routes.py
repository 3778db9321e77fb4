"""Routes for Dual Piecepacks Poker: rankings, deals, hands, showdowns and odds."""

from functools import partial
from typing import Any

from flask import Blueprint, Response

from service.idempotency.answer_once import AnswerOnce
from service.idempotency.header import Drawn, RetryIds, idempotent
from service.operators.request import needs
from service.operators.roles import Right
from service.piecepacks.answers import (
    RANKINGS_ANSWER,
    comparison_answer,
    dealt_answer,
    evaluation_answer,
    showdown_answer,
    tile_odds_answer,
)
from service.piecepacks.deal import DealTiles, DealTilesInput
from service.piecepacks.schemas import read_compare, read_deal, read_evaluate, read_odds, read_showdown
from service.piecepacks.table import (
    CompareHandsInput,
    EvaluateTilesInput,
    QuoteTileOdds,
    compare_hands,
    evaluate_tiles,
    settle_showdown,
)
from service.web.json_io import json_answer, read_json


def piecepacks_routes(deal_tiles: DealTiles, quote_tile_odds: QuoteTileOdds, answer_once: AnswerOnce) -> Blueprint:
    routes = Blueprint("piecepacks", __name__, url_prefix="/v1/piecepacks")

    @routes.get("/rankings")
    def rankings() -> Response:
        return json_answer(RANKINGS_ANSWER)

    @routes.post("/deal")
    @needs(Right.PLAY)
    @idempotent(answer_once, changes_the_store_with=("draw",))
    def deal(body: Any, retry_ids: RetryIds) -> Drawn:
        wanted: DealTilesInput = read_deal(body)
        dealt = deal_tiles(wanted, retry_ids.of())
        return Drawn(json_answer(dealt_answer(dealt)), partial(deal_tiles.count, wanted.players))

    @routes.post("/evaluate")
    def evaluate() -> Response:
        wanted: EvaluateTilesInput = read_evaluate(read_json())
        return json_answer(evaluation_answer(evaluate_tiles(wanted), wanted.low_rule))

    @routes.post("/compare")
    def compare() -> Response:
        wanted: CompareHandsInput = read_compare(read_json())
        return json_answer(comparison_answer(compare_hands(wanted), wanted.low_rule))

    @routes.post("/showdown")
    def showdown() -> Response:
        return json_answer(showdown_answer(settle_showdown(read_showdown(read_json()))))

    @routes.post("/odds")
    def odds() -> Response:
        return json_answer(tile_odds_answer(quote_tile_odds(read_odds(read_json()))))

    return routes
