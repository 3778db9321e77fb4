"""The route that promises a verifiable draw."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response

from service.draws.answers import promised_answer
from service.draws.promise import PromiseDraw
from service.draws.schemas import read_wanted
from service.idempotency.answer_once import AnswerOnce
from service.idempotency.header import RetryIds, idempotent
from service.operators.request import needs
from service.operators.roles import Right
from service.web.json_io import json_answer, read_optional_json


def draw_routes(promise_draw: PromiseDraw, answer_once: AnswerOnce) -> Blueprint:
    routes = Blueprint("draws", __name__, url_prefix="/v1/draws")

    @routes.post("")
    @needs(Right.PLAY)
    @idempotent(answer_once, read_optional_json)
    def promise(body: Any, _: RetryIds) -> Response:
        return json_answer(promised_answer(promise_draw(read_wanted(body))), HTTPStatus.CREATED)

    return routes
