"""Routes for Pyramid Poker: deals, hands, arrangements, tables and decisions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response

from service.usecases.answer_once import AnswerOnce
from service.usecases.pyramid.arrange_cards import ArrangeCards, CardsToArrange
from service.usecases.pyramid.check_arrangement import check_arrangement
from service.usecases.pyramid.deal_cards import DealCards, DealWanted
from service.usecases.pyramid.decide_play import DecidePlay
from service.usecases.pyramid.evaluate_hand import EvaluateHand
from service.usecases.pyramid.find_automatics import FindAutomatics
from service.usecases.pyramid.score_table import ScoreTable, Seat, SettleTable
from service.usecases.pyramid.tuned import Found, Tuned
from service.web.answers.pyramid import (
    arrangement_answer,
    automatics_answer,
    dealt_answer,
    decision_answer,
    hand_answer,
    score_answer,
    settlement_answer,
    validation_answer,
)
from service.web.attempts import retried
from service.web.json_answer import json_answer
from service.web.json_body import read_json
from service.web.safe_retries import safe_retry
from service.web.schemas.pyramid import ARRANGE, AUTOMATICS, DEAL, DECIDE, EVALUATE, SCORE, SETTLE, VALIDATE


@dataclass(frozen=True, slots=True)
class PyramidTable:
    """What the routes do, one use case each."""

    deal: DealCards
    evaluate: EvaluateHand
    arrange: ArrangeCards
    automatics: FindAutomatics
    score: ScoreTable
    settle: SettleTable
    decide: DecidePlay


def pyramid_routes(table: PyramidTable, answer_once: AnswerOnce) -> Blueprint:
    """The routes."""
    routes = Blueprint("pyramid", __name__, url_prefix="/v1/pyramid")

    @routes.post("/deal")
    @safe_retry(answer_once)
    def deal(body: Any) -> Response:
        wanted: DealWanted = DEAL.load(body)
        return json_answer(dealt_answer(table.deal(retried(wanted))))

    @routes.post("/evaluate")
    def evaluate() -> Response:
        return _tuned_answer(table.evaluate(EVALUATE.load(read_json())), hand_answer)

    @routes.post("/arrange")
    def arrange() -> Response:
        wanted: CardsToArrange = ARRANGE.load(read_json())
        return _tuned_answer(table.arrange(wanted), lambda found: arrangement_answer(found, wanted.objective))

    @routes.post("/validate")
    def validate() -> Response:
        return json_answer(validation_answer(check_arrangement(VALIDATE.load(read_json()))))

    @routes.post("/automatics")
    def automatics() -> Response:
        return _tuned_answer(table.automatics(AUTOMATICS.load(read_json())), automatics_answer)

    @routes.post("/score")
    def score() -> Response:
        seats: Sequence[Seat] = SCORE.load(read_json())
        return _tuned_answer(table.score(seats), lambda scored: score_answer(scored, seats))

    @routes.post("/settle")
    def settle() -> Response:
        seats: Sequence[Seat] = SETTLE.load(read_json())
        return _tuned_answer(table.settle(seats), lambda settled: settlement_answer(settled, seats))

    @routes.post("/decide")
    def decide() -> Response:
        return _tuned_answer(table.decide(DECIDE.load(read_json())), decision_answer)

    return routes


def _tuned_answer(tuned: Tuned[Found], answer: Callable[[Found], dict[str, Any]]) -> Response:
    return json_answer({"tuning_revision": tuned.revision, **answer(tuned.found)})
