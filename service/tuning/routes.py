"""Routes for designers: read the tuning, change it, read its history, and compare its revisions."""

from contextlib import suppress
from typing import Any, Final

from flask import Blueprint, Response, request
from marshmallow import ValidationError

from service.errors import NotFound, StoreUnavailable
from service.operators.request import current_operator, needs
from service.operators.roles import Right
from service.system.ports import TakeTurn
from service.system.prices import price
from service.tuning.adopt import AdoptTuning
from service.tuning.answers import (
    Json,
    Revision,
    comparison_answer,
    form_answer,
    history_answer,
    record_answer,
    revision_answer,
    tuning_answer,
)
from service.tuning.change import ChangeTuning
from service.tuning.compare import CompareTunings
from service.tuning.history import Sought, TuningHistory
from service.tuning.ports import LiveTuning, NotLive
from service.tuning.revisions import UnreadableRevision
from service.tuning.schemas import (
    ADOPT,
    DIFF,
    FORMAT,
    HISTORY,
    PATCH,
    REPLACE,
    REPLACEMENT_QUERY,
    RESTORE,
    WHOLE,
    WHOLE_DIFF,
    Claim,
    FileFormat,
)
from service.tuning.toml import FILE_LIMIT, NoToml, read_toml, written
from service.web.conditional import REVISION, etag, revisions_matched, tagged, tagged_by_content
from service.web.fields import REQUIRED
from service.web.json_io import BODY_LIMIT, json_answer, parse, read_body, read_json
from service.web.query import read_query, refuse_parameters, takes_query, with_query

TOML_TYPE: Final = "application/toml"


def tuning_routes(
    history: TuningHistory,
    tunings: LiveTuning,
    change_tuning: ChangeTuning,
    adopt_tuning: AdoptTuning,
    take_turn: TakeTurn,
) -> Blueprint:
    routes = Blueprint("tuning", __name__, url_prefix="/tuning")
    form = form_answer(history.shipped.document)

    @routes.get("")
    @needs(Right.READ)
    @with_query(FORMAT)
    def newest(file_format: FileFormat) -> Response:
        revision: Revision = tunings.current()
        if tunings.standing().not_live is not NotLive.OTHER_HISTORY:
            with suppress(StoreUnavailable):
                revision = history.newest()
        as_file = file_format is FileFormat.TOML
        answer = _toml(revision, history) if as_file else json_answer(tuning_answer(revision))
        return tagged(answer, str(revision.number))

    @routes.patch("")
    @needs(Right.TUNE)
    def patch() -> Response:
        based_on = revisions_matched()
        values, claim = PATCH.load(read_json())
        made = change_tuning.patch(based_on, values, claim.signed_by(current_operator().name))
        return _tagged(made, record_answer(made))

    @routes.put("")
    @needs(Right.TUNE)
    @takes_query
    def replace() -> Response:
        in_query = read_query(REPLACEMENT_QUERY)
        based_on = revisions_matched()
        values, claim = _replacement(in_query, take_turn)
        made = change_tuning.replace(based_on, values, claim.signed_by(current_operator().name))
        return _tagged(made, record_answer(made))

    @routes.post("/restore")
    @needs(Right.TUNE)
    def restore() -> Response:
        based_on = revisions_matched()
        number, claim = RESTORE.load(read_json())
        made = change_tuning.restore(based_on, number, claim.signed_by(current_operator().name))
        return _tagged(made, record_answer(made))

    @routes.post("/adopt")
    @needs(Right.ADOPT)
    def adopt() -> Response:
        based_on = revisions_matched()
        side, claim = ADOPT.load(read_json())
        made = adopt_tuning(based_on, side, claim.signed_by(current_operator().name))
        return _tagged(made, record_answer(made))

    @routes.get("/schema")
    @needs(Right.READ)
    def schema() -> Response:
        return tagged_by_content(json_answer(form))

    _add_history(routes, history, CompareTunings(history, tunings))
    return routes


def _add_history(routes: Blueprint, history: TuningHistory, compare: CompareTunings) -> None:
    @routes.get("/diff")
    @needs(Right.READ)
    @with_query(DIFF)
    def compared(names: tuple[str, str]) -> Response:
        return json_answer(comparison_answer(compare.revisions(*names)))

    @routes.post("/diff")
    @needs(Right.READ)
    @with_query(WHOLE_DIFF)
    def compared_document(name: str) -> Response:
        return json_answer(comparison_answer(compare.document(WHOLE.load(read_json()), name)))

    @routes.get("/revisions")
    @needs(Right.READ)
    @with_query(HISTORY)
    def page(wanted: tuple[int | None, int, Sought]) -> Response:
        return json_answer(history_answer(history.page(*wanted)))

    @routes.get("/revisions/<revision>")
    @needs(Right.READ)
    @with_query(FORMAT)
    def one(file_format: FileFormat, revision: str) -> Response:
        # Flask's converter for integers would also accept 00 and the digits of other scripts.
        kept = history.kept(int(revision)) if REVISION.fullmatch(revision) else None
        if kept is None:
            raise NotFound(f"There is no revision {revision}.")
        return _toml(kept, history) if file_format is FileFormat.TOML else json_answer(revision_answer(kept))


def _replacement(in_query: Claim | None, take_turn: TakeTurn) -> tuple[dict[str, Any], Claim]:
    """A whole tuning, and what comes with it: in the same body as JSON, or in the query with a file."""
    as_file = request.mimetype == TOML_TYPE
    body = read_body(FILE_LIMIT if as_file else BODY_LIMIT, TOML_TYPE)
    if not as_file:
        refuse_parameters("Only a body of application/toml has parameters; the fields of a JSON body take their place.")
        read: tuple[dict[str, Any], Claim] = REPLACE.load(parse(body))
        return read
    if in_query is None:
        raise ValidationError({"reason": [REQUIRED]})
    with take_turn(price(len(body) / FILE_LIMIT)):
        return read_toml(body), in_query


def _toml(revision: Revision, history: TuningHistory) -> Response:
    try:
        text = written(revision.document, history.shipped.document, history.pause)
    except NoToml:
        raise UnreadableRevision(revision.number, "it has a null, which cannot be written as TOML.") from None
    return Response(text, content_type=TOML_TYPE)


def _tagged(revision: Revision, answer: Json) -> Response:
    response = json_answer(answer)
    response.headers["ETag"] = etag(revision.number)
    return response
