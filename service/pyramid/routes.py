"""Routes for Pyramid Poker: deals, hands, arrangements, tables and decisions."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from flask import Blueprint, Response

from service.idempotency.answer_once import AnswerOnce
from service.idempotency.header import Drawn, RetryIds, idempotent
from service.operators.request import needs
from service.operators.roles import Right
from service.pyramid.answers import (
    arrangement_answer,
    automatics_answer,
    dealt_answer,
    decision_answer,
    hand_answer,
    score_answer,
    settlement_answer,
    validation_answer,
)
from service.pyramid.arrange import ArrangeCards, ArrangeCardsInput
from service.pyramid.arrangers import Found, Tuned
from service.pyramid.deal import DealCards, DealCardsInput
from service.pyramid.decide import DecidePlay
from service.pyramid.evaluate import EvaluateHand, FindAutomatics, check_arrangement
from service.pyramid.schemas import (
    ARRANGE,
    read_automatics,
    read_deal,
    read_decide,
    read_evaluate,
    read_score,
    read_settle,
    read_validate,
)
from service.pyramid.score import ScoreTable, Seat, SettleTable
from service.web.json_io import json_answer, read_json


@dataclass(frozen=True, slots=True)
class PyramidUseCases:
    """One use case for each route that needs one."""

    deal: DealCards
    evaluate: EvaluateHand
    arrange: ArrangeCards
    automatics: FindAutomatics
    score: ScoreTable
    settle: SettleTable
    decide: DecidePlay


def pyramid_routes(use_cases: PyramidUseCases, answer_once: AnswerOnce) -> Blueprint:
    routes = Blueprint("pyramid", __name__, url_prefix="/v1/pyramid")

    @routes.post("/deal")
    @needs(Right.PLAY)
    @idempotent(answer_once, changes_the_store_with=("draw",))
    def deal(body: Any, retry_ids: RetryIds) -> Drawn:
        wanted: DealCardsInput = read_deal(body)
        dealt = use_cases.deal(wanted, retry_ids.of())
        return Drawn(json_answer(dealt_answer(dealt)), partial(use_cases.deal.count, wanted.players))

    @routes.post("/evaluate")
    def evaluate() -> Response:
        return _tuned_answer(use_cases.evaluate(read_evaluate(read_json())), hand_answer)

    @routes.post("/arrange")
    def arrange() -> Response:
        wanted: ArrangeCardsInput = ARRANGE.load(read_json())
        return _tuned_answer(use_cases.arrange(wanted), lambda found: arrangement_answer(found, wanted.objective))

    @routes.post("/validate")
    def validate() -> Response:
        return json_answer(validation_answer(check_arrangement(read_validate(read_json()))))

    @routes.post("/automatics")
    def automatics() -> Response:
        return _tuned_answer(use_cases.automatics(read_automatics(read_json())), automatics_answer)

    @routes.post("/score")
    def score() -> Response:
        seats: Sequence[Seat] = read_score(read_json())
        return _tuned_answer(use_cases.score(seats), lambda scored: score_answer(scored, seats))

    @routes.post("/settle")
    def settle() -> Response:
        seats: Sequence[Seat] = read_settle(read_json())
        return _tuned_answer(use_cases.settle(seats), lambda settled: settlement_answer(settled, seats))

    @routes.post("/decide")
    def decide() -> Response:
        return _tuned_answer(use_cases.decide(read_decide(read_json())), decision_answer)

    return routes


def _tuned_answer(tuned: Tuned[Found], answer: Callable[[Found], dict[str, Any]]) -> Response:
    return json_answer({"tuning_revision": tuned.revision, **answer(tuned.found)})
