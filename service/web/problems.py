"""Problem documents (RFC 9457): the one table from what went wrong to what the caller is told."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.rules.errors import InvalidInput, Mistake, Path
from service.usecases.kept_answers import AnswerUncertain, KeyInUse, KeyReused, RetriesFull
from service.usecases.limit_rate import TooManyRequests
from service.usecases.not_there import NotThere
from service.usecases.store_away import StoreAway, StoreTooOld, StoreUnusable
from service.usecases.tuning_revisions import ChangeInDoubt, StaleRevision, UnreadableRevision
from service.web.json_answer import json_answer
from service.web.json_body import MalformedBody
from service.web.preconditions import etag
from service.web.problem_document import MEDIA_TYPE, Json, problem_document

RETRY_AFTER_S: Final = 1
"""When to ask again while the store is away; a restart takes about as long."""
MOST_ERRORS: Final = 100
"""A body can be wrong in a hundred thousand places; an answer many times its size would help nobody."""

_HTTP: Final[Mapping[int | None, tuple[str, str | None]]] = {
    HTTPStatus.NOT_FOUND: ("not-found", "Nothing is at this path; /openapi.yaml lists every path there is."),
    HTTPStatus.METHOD_NOT_ALLOWED: ("method-not-allowed", "The header Allow lists the methods that this path takes."),
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: ("body-too-large", None),
}
"""What Flask and werkzeug raise by themselves, where its name and words are not what an API would say."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a caller is told of a state of affairs."""

    status: HTTPStatus
    slug: str
    detail: str | None = None
    """None: the error's own words."""
    may_pass: bool = False
    """Whether the same request may do better later; `Retry-After` says when, by the error's own count if it has one."""


def _away(detail: str) -> Said:
    """One problem for all that the store can do to a request: what to do about it is the same."""
    return Said(HTTPStatus.SERVICE_UNAVAILABLE, "store-away", detail, may_pass=True)


_STATES: Final[Mapping[type[Exception], Said]] = {
    NotThere: Said(HTTPStatus.NOT_FOUND, "not-found"),
    UnreadableRevision: Said(HTTPStatus.CONFLICT, "unreadable-revision"),
    KeyReused: Said(
        HTTPStatus.CONFLICT,
        "idempotency-key-reused",
        "This Idempotency-Key stands for another request. Take a new key for everything that is not a retry.",
    ),
    KeyInUse: Said(
        HTTPStatus.CONFLICT,
        "idempotency-key-in-use",
        "A request with this Idempotency-Key is under way. Ask again for its answer.",
        may_pass=True,
    ),
    StaleRevision: Said(HTTPStatus.PRECONDITION_FAILED, "precondition-failed"),
    TooManyRequests: Said(
        HTTPStatus.TOO_MANY_REQUESTS,
        "too-many-requests",
        "The caller has made as many requests as it may; RateLimit-Policy says how many that are.",
        may_pass=True,
    ),
    StoreAway: _away("The store is needed for this, and does not answer. No draw has been told of; ask again."),
    StoreTooOld: _away(
        "The store is too old for this; it must be Redis 7.4 or Valkey 9.0 at least. Nothing has been done."
    ),
    StoreUnusable: _away(
        "The store refuses the service what this needs; /health/ready says what is wrong with it. "
        "No draw has been told of; ask again when it has been put right."
    ),
    ChangeInDoubt: _away(
        "The store went away while the change was being written. It was made as a whole or not at all: "
        "read the tuning again to see which."
    ),
    AnswerUncertain: _away(
        "The store went away before it had the answer for sure, so it is not told. Ask again with the same key."
    ),
    RetriesFull: Said(
        HTTPStatus.SERVICE_UNAVAILABLE,
        "retries-full",
        "There is no room to keep another answer for retries, so nothing was drawn.",
        may_pass=True,
    ),
}
"""In the order of their statuses, as the contract lists them."""
_INVALID: Final = "The request is well formed, but its content breaks the rules; see errors."


def problem(status: int, slug: str, detail: str, **more: Any) -> Json:
    """A problem document about this request."""
    return problem_document(status, slug, detail, request.path, **more)


def invalid_input(mistakes: tuple[Mistake, ...], within: Path = ()) -> Json:
    """The problem of a body that breaks the rules, each mistake with a pointer to its place."""
    errors = [
        {"pointer": Mistake((*within, *mistake.path), mistake.message).pointer, "message": mistake.message}
        for mistake in mistakes[:MOST_ERRORS]
    ]
    detail = _INVALID if len(mistakes) <= MOST_ERRORS else f"{_INVALID} It lists the first {MOST_ERRORS}."
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid-input", detail, errors=errors)


def store_away() -> Json:
    """The problem of a request that needs the store while it does not answer."""
    return _said_problem(_STATES[StoreAway], StoreAway())


def mistakes_in(error: ValidationError | InvalidInput) -> tuple[Mistake, ...]:
    """The mistakes that an error tells of, whichever of the two layers found them."""
    if isinstance(error, InvalidInput):
        return error.mistakes
    return tuple(_flattened(error.messages, ()))


def _flattened(messages: Any, path: Path) -> Iterator[Mistake]:
    if isinstance(messages, dict):
        for step, below in messages.items():
            yield from _flattened(below, (*path, step))
    else:
        for message in messages:
            yield Mistake(path, message)


def register_problems(app: Flask) -> None:
    """Turn everything that a request can do wrong into a problem document."""

    @app.errorhandler(ValidationError)
    @app.errorhandler(InvalidInput)
    def invalid(error: ValidationError | InvalidInput) -> Response:
        return _answer(invalid_input(mistakes_in(error)))

    @app.errorhandler(MalformedBody)
    def malformed(error: MalformedBody) -> Response:
        return _answer(problem(HTTPStatus.BAD_REQUEST, "malformed-body", str(error)))

    for kind, said in _STATES.items():
        app.register_error_handler(kind, partial(_state, said))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        slug, detail = _HTTP.get(error.code) or (error.name.lower().replace(" ", "-"), None)
        status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
        if detail is None or error.description != type(error).description:  # a route that says more says it best
            detail = error.description or ""
        response = _answer(problem(status, slug, detail))
        # What the exception says beside its text counts too: which methods are allowed, when to try again.
        for name, value in error.get_headers():
            if name.lower() != "content-type":
                response.headers[name] = value
        return response


def _said_problem(said: Said, error: Exception) -> Json:
    return problem(said.status, said.slug, said.detail or str(error))


def _state(said: Said, error: Exception) -> Response:
    response = _answer(_said_problem(said, error))
    if isinstance(error, StaleRevision):
        response.headers["ETag"] = etag(error.newest)
    if said.may_pass:
        response.headers["Retry-After"] = str(getattr(error, "retry_after_s", RETRY_AFTER_S))
    return response


def _answer(document: Json) -> Response:
    return json_answer(document, document["status"], MEDIA_TYPE)
