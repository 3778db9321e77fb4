"""Problem documents (RFC 9457): the one table from what went wrong to what the caller is told."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from flask import Flask, Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.auth.rate_limit import TooManyRequests
from service.engines.errors import InvalidInput, Mistake, Path, json_pointer
from service.errors import NotFound, StoreTooOld, StoreUnavailable, StoreUnusable
from service.idempotency.ports import AnswerUncertain, IdempotencyStoreFull, KeyInUse, KeyReused
from service.records.record import UnreadableRecord
from service.tuning.revisions import (
    ChangeUncertain,
    HistoryDiffers,
    OldRevisionsUnavailable,
    StaleRevision,
    UnreadableRevision,
)
from service.web.conditional import etag
from service.web.fields import MOST_ERRORS
from service.web.json_io import MalformedBody, json_answer
from service.web.problem_types import (
    BAD_REQUEST,
    BODY_TOO_LARGE,
    FORBIDDEN,
    IDEMPOTENCY_KEY_IN_USE,
    IDEMPOTENCY_KEY_REUSED,
    IDEMPOTENCY_STORE_FULL,
    INTERNAL_SERVER_ERROR,
    INVALID_INPUT,
    MALFORMED_BODY,
    MEDIA_TYPE,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    REQUEST_TIMEOUT,
    REVISION_REQUIRED,
    STALE_REVISION,
    STORE_UNAVAILABLE,
    TOO_MANY_REQUESTS,
    TUNING_HISTORY_DIFFERS,
    UNAUTHORIZED,
    UNREADABLE_RECORD,
    UNREADABLE_REVISION,
    UNSUPPORTED_MEDIA_TYPE,
    Json,
    ProblemType,
    problem_document,
)

RETRY_AFTER_S: Final = 1
"""When to ask again while the store is unavailable; a restart takes about as long."""

_HTTP: Final[Mapping[int | None, ProblemType]] = {
    one.status: one
    for one in (
        BAD_REQUEST,
        UNAUTHORIZED,
        FORBIDDEN,
        NOT_FOUND,
        METHOD_NOT_ALLOWED,
        REQUEST_TIMEOUT,
        BODY_TOO_LARGE,
        UNSUPPORTED_MEDIA_TYPE,
        REVISION_REQUIRED,
        INTERNAL_SERVER_ERROR,
    )
}
"""The type of what Flask, werkzeug and our routes raise as an error of HTTP."""
_HTTP_DETAILS: Final[Mapping[int | None, str]] = {
    HTTPStatus.NOT_FOUND: "Nothing is at this path; /openapi.yaml lists every path there is.",
    HTTPStatus.METHOD_NOT_ALLOWED: "The header Allow lists the methods that this path takes.",
}
"""What is said in place of werkzeug's own words, where these are not what an API would say."""


@dataclass(frozen=True, slots=True)
class ProblemSpec:
    """What a caller is told of a state of affairs."""

    problem_type: ProblemType
    detail: str | None = None
    """None: the error's own words."""
    may_pass: bool = False
    """Whether the same request may do better later; `Retry-After` says when, by the error's own count if it has one."""


def _unavailable(detail: str) -> ProblemSpec:
    """One problem for all that the store can do to a request: what to do about it is the same."""
    return ProblemSpec(STORE_UNAVAILABLE, detail, may_pass=True)


PROBLEMS: Final[Mapping[type[Exception], ProblemSpec]] = {
    NotFound: ProblemSpec(NOT_FOUND),
    UnreadableRevision: ProblemSpec(UNREADABLE_REVISION),
    UnreadableRecord: ProblemSpec(UNREADABLE_RECORD),
    HistoryDiffers: ProblemSpec(TUNING_HISTORY_DIFFERS),
    KeyReused: ProblemSpec(
        IDEMPOTENCY_KEY_REUSED,
        "This Idempotency-Key stands for another request. Take a new key for everything that is not a retry.",
    ),
    KeyInUse: ProblemSpec(
        IDEMPOTENCY_KEY_IN_USE,
        "A request with this Idempotency-Key is under way. Ask again for its answer.",
        may_pass=True,
    ),
    StaleRevision: ProblemSpec(STALE_REVISION),
    TooManyRequests: ProblemSpec(
        TOO_MANY_REQUESTS,
        "The caller has made as many requests as it may; RateLimit-Policy says how many that are.",
        may_pass=True,
    ),
    StoreUnavailable: _unavailable(
        "The store is needed for this, and does not answer. No draw has been told of; ask again."
    ),
    StoreTooOld: _unavailable(
        "The store is too old for this; it must be Redis 7.4 or Valkey 9.0 at least. Nothing has been done."
    ),
    StoreUnusable: _unavailable(
        "The store refuses the service what this needs; /health/ready says what is wrong with it. "
        "No draw has been told of; ask again when it has been put right."
    ),
    OldRevisionsUnavailable: _unavailable(
        "The store's history of the tuning is not the one that is followed here, so old revisions cannot be read from "
        "it; /health/ready says so, too."
    ),
    ChangeUncertain: _unavailable(
        "The store became unavailable while the change was being written. It was made as a whole or not at all: "
        "read the tuning again to see which."
    ),
    AnswerUncertain: _unavailable(
        "The store failed before it confirmed the answer, so the answer is withheld. "
        "Send the request again with the same key."
    ),
    IdempotencyStoreFull: ProblemSpec(
        IDEMPOTENCY_STORE_FULL,
        "There is no room to keep another answer for retries, so nothing was drawn.",
        may_pass=True,
    ),
}
_INVALID: Final = "The request is well formed, but its content breaks the rules; see errors."


def problem(problem_type: ProblemType, detail: str, **more: Any) -> Json:
    """A problem document about this request."""
    return problem_document(problem_type, detail, request.path, **more)


def invalid_input(mistakes: tuple[Mistake, ...], within: Path = (), most: int = MOST_ERRORS) -> Json:
    """The problem of a body that breaks the rules, each mistake with a pointer to its place, so many at most."""
    errors = [
        {"pointer": json_pointer((*within, *mistake.path)), "message": mistake.message} for mistake in mistakes[:most]
    ]
    detail = _INVALID if len(mistakes) <= most else f"{_INVALID} It lists the first {most}."
    return problem(INVALID_INPUT, detail, errors=errors)


def store_unavailable() -> Json:
    """The problem of a request that needs the store while it does not answer."""
    return _specified(PROBLEMS[StoreUnavailable], StoreUnavailable())


def mistakes_in(error: ValidationError | InvalidInput) -> tuple[Mistake, ...]:
    """The mistakes that an error tells of, whichever of the two layers found them."""
    if isinstance(error, InvalidInput):
        return error.mistakes
    return tuple(islice(_flattened(error.messages, ()), MOST_ERRORS + 1))


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
        return _answer(problem(MALFORMED_BODY, str(error)))

    for kind, spec in PROBLEMS.items():
        app.register_error_handler(kind, partial(_respond, spec))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        detail = _HTTP_DETAILS.get(error.code)
        if detail is None or error.description != type(error).description:  # a route that says more says it best
            detail = error.description or ""
        found = _HTTP.get(error.code)
        response = _answer(problem(found, detail) if found else _untyped(error, detail))
        # What the exception says beside its text counts too: which methods are allowed, when to try again.
        for name, value in error.get_headers():
            if name.lower() != "content-type":
                response.headers[name] = value
        return response


def _untyped(error: HTTPException, detail: str) -> Json:
    """A problem of which there is no more to say than its status, which RFC 9457 calls about:blank."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    return {"type": "about:blank", "title": error.name, "status": status, "detail": detail, "instance": request.path}


def _specified(spec: ProblemSpec, error: Exception) -> Json:
    return problem(spec.problem_type, spec.detail or str(error))


def _respond(spec: ProblemSpec, error: Exception) -> Response:
    response = _answer(_specified(spec, error))
    if isinstance(error, StaleRevision):
        response.headers["ETag"] = etag(error.newest)
    if spec.may_pass:
        response.headers["Retry-After"] = str(getattr(error, "retry_after_s", RETRY_AFTER_S))
    return response


def _answer(document: Json) -> Response:
    return json_answer(document, document["status"], MEDIA_TYPE)
