"""Routes for actions: `resolve`, `resolve/batch`, `score` and `odds`."""

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from flask import Blueprint, Response

from service.actions.answers import quoted_answer
from service.actions.batches import (
    BATCH_BODY_LIMIT,
    MOST_VALUES,
    ResolveBatch,
    batch_text,
    price_of_action,
    read_bodies,
)
from service.actions.odds import QuoteOdds
from service.actions.schemas import read_odds, read_resolve, read_score
from service.actions.score import ScoreAction
from service.actions.serialized import AfterResolution, SerializedResolution
from service.actions.texts import scored_text
from service.idempotency.answer_once import AnswerOnce
from service.idempotency.header import Drawn, RetryIds, idempotent
from service.operators.request import needs
from service.operators.roles import Right
from service.system.ports import TakeTurn
from service.web.json_io import json_answer, json_text_answer, read_json

CHANGING_FIELDS: Final = ("draw", "character_id")
"""A promised draw is used up, and a character's skills are remembered."""


@dataclass(frozen=True, slots=True)
class ActionUseCases:
    """One use case for each route, but `resolve` has that of the batch's items."""

    resolve_batch: ResolveBatch
    score: ScoreAction
    quote_odds: QuoteOdds


def action_routes(
    use_cases: ActionUseCases, answer_once: AnswerOnce, after_resolution: AfterResolution, take_turn: TakeTurn
) -> Blueprint:
    resolve_batch = use_cases.resolve_batch
    resolve_action = resolve_batch.resolve_action
    pause = resolve_batch.pause

    def read_batch_json() -> Any:
        body = read_json(BATCH_BODY_LIMIT, MOST_VALUES)
        pause()
        return body

    routes = Blueprint("actions", __name__, url_prefix="/v1")

    @routes.post("/resolve")
    @needs(Right.PLAY)
    @idempotent(answer_once, changes_the_store_with=CHANGING_FIELDS)
    def resolve(body: Any, retry_ids: RetryIds) -> Drawn:
        after_resolution.wait_for_room()
        with take_turn(price_of_action(body)):
            resolution = SerializedResolution.of(resolve_action(read_resolve(body), retry_ids.of()))
        return Drawn(json_text_answer(resolution.text), partial(after_resolution, (resolution,)))

    @routes.post("/resolve/batch")
    @needs(Right.PLAY)
    @idempotent(answer_once, read_batch_json, changes_the_store_with=CHANGING_FIELDS)
    def batch(body: Any, retry_ids: RetryIds) -> Drawn:
        bodies = read_bodies(body, pause)
        turn = take_turn(bodies.price)
        characters = resolve_batch.look_up(bodies)  # before its turn, because a store that hangs would hold up others
        with turn:
            # In its turn, so that the records of few batches wait to be written. Nothing that writes records ever waits
            # for a turn.
            after_resolution.wait_for_batches()
            results = resolve_batch(bodies.read(pause), characters, retry_ids.of)
        resolutions = [result for result in results if not isinstance(result, dict)]
        return Drawn(json_text_answer(batch_text(results, pause)), partial(after_resolution, resolutions))

    @routes.post("/score")
    def score() -> Response:
        body = read_json()
        with take_turn(price_of_action(body)):
            return json_text_answer(scored_text(use_cases.score(read_score(body))))

    @routes.post("/odds")
    def odds() -> Response:
        return json_answer(quoted_answer(use_cases.quote_odds(read_odds(read_json()))))

    return routes
