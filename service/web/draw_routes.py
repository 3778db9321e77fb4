"""Routes for verifiable draws: promise one, and verify one."""

from http import HTTPStatus
from typing import Any

from flask import Blueprint, Response

from service.usecases.answer_once import AnswerOnce
from service.usecases.promise_draw import PromiseDraw
from service.usecases.verify_draw import verify_draw
from service.web.answers.draws import promised_answer
from service.web.answers.verified_draws import verified_answer
from service.web.json_answer import json_answer
from service.web.json_body import read_json, read_optional_json
from service.web.safe_retries import safe_retry
from service.web.schemas.draws import WANTED
from service.web.schemas.verified_draws import read_draw_to_verify


def draw_routes(promise_draw: PromiseDraw, answer_once: AnswerOnce) -> Blueprint:
    """The routes; verifying needs nothing from outside."""
    routes = Blueprint("draws", __name__, url_prefix="/v1/draws")

    @routes.post("")
    @safe_retry(answer_once, read_optional_json)
    def promise(body: Any) -> Response:
        return json_answer(promised_answer(promise_draw(WANTED.load(body))), HTTPStatus.CREATED)

    @routes.post("/verify")
    def verify() -> Response:
        return json_answer(verified_answer(verify_draw(read_draw_to_verify(read_json()))))

    return routes
