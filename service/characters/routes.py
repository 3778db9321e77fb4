"""Routes for characters and their running effects."""

from collections.abc import Callable

from flask import Blueprint, Response, request
from marshmallow import ValidationError

from service.auth.require import RequireRight
from service.characters.answers import all_running_answer, character_answer, running_answer
from service.characters.keep import KeepCharacters, RunEffects
from service.characters.schemas import FORGET, SKILLS, START, character_id
from service.operators.request import needs
from service.operators.roles import Right
from service.web.json_io import json_answer, no_content, read_json, read_optional_json
from service.web.query import read_query, takes_query


def character_routes(
    keep_characters: KeepCharacters,
    run_effects: RunEffects,
    forget_records: Callable[[str], None],
    require: RequireRight,
) -> Blueprint:
    """The routes. Only operators with the right may delete a character's records."""
    routes = Blueprint("characters", __name__, url_prefix="/v1/characters/<character_id>")

    @routes.before_request  # a URL value preprocessor would run before authentication
    def check_id() -> None:
        try:
            character_id((request.view_args or {}).get("character_id"))
        except ValidationError as error:
            raise ValidationError({"character_id": error.messages}) from None

    @routes.put("")
    @needs(Right.CHARACTERS)
    def remember(character_id: str) -> Response:
        skills = SKILLS.load(read_json())["skills"]
        return json_answer(character_answer(keep_characters.remember(character_id, skills)))

    @routes.get("")
    def recall(character_id: str) -> Response:
        return json_answer(character_answer(keep_characters.recall(character_id)))

    @routes.delete("")
    @needs(Right.CHARACTERS)
    @takes_query
    def forget(character_id: str) -> Response:
        if _records_too(require):
            forget_records(character_id)
        keep_characters.forget(character_id)
        return no_content()

    @routes.get("/effects")
    def running(character_id: str) -> Response:
        return json_answer(all_running_answer(character_id, run_effects.running(character_id)))

    @routes.put("/effects/<effect>")
    @needs(Right.CHARACTERS)
    def start(character_id: str, effect: str) -> Response:
        seconds = START.load(read_optional_json()).get("duration_seconds")
        return json_answer(running_answer(run_effects.start(character_id, effect, seconds)))

    @routes.delete("/effects/<effect>")
    @needs(Right.CHARACTERS)
    def end(character_id: str, effect: str) -> Response:
        run_effects.end(character_id, effect)
        return no_content()

    return routes


def _records_too(require: RequireRight) -> bool:
    """Whether to delete the records too. Callers who may not get that refusal before any other error."""
    if "true" in request.args.getlist("records"):
        require(Right.RECORDS)
    too: bool = read_query(FORGET)
    return too
