"""Problem documents (RFC 9457) about a request."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from itertools import islice
from typing import Any, Final

from flask import Flask, Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.engines.errors import InvalidInput, Mistake, Path
from service.errors import StoreUnavailable
from service.web.json_io import MalformedBody, json_answer
from service.web.problem_types import (
    BAD_REQUEST,
    BODY_TOO_LARGE,
    FORBIDDEN,
    INTERNAL_SERVER_ERROR,
    INVALID_INPUT,
    MALFORMED_BODY,
    MEDIA_TYPE,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    REQUEST_TIMEOUT,
    REVISION_REQUIRED,
    STORE_UNAVAILABLE,
    UNAUTHORIZED,
    UNSUPPORTED_MEDIA_TYPE,
    Json,
    ProblemType,
    problem_document,
)
from service.web.reading import MOST_ERRORS

RETRY_AFTER_S: Final = 1
"""When to retry while the store is unavailable; a restart takes about as long."""

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
"""The problem types of the HTTP errors that Flask, werkzeug and our routes raise, by status."""
_HTTP_DETAILS: Final[Mapping[int | None, str]] = {
    HTTPStatus.NOT_FOUND: "No such path; /openapi.yaml lists all paths.",
    HTTPStatus.METHOD_NOT_ALLOWED: "The Allow header lists the methods that this path supports.",
}
"""Details that replace werkzeug's own, which are written for people in browsers."""


@dataclass(frozen=True, slots=True)
class ProblemSpec:
    """How to turn an error into a problem document."""

    problem_type: ProblemType
    detail: str | None = None
    """None: the error's own message."""
    may_pass: bool = False
    """Whether the same request may succeed later. `Retry-After` is the error's `retry_after_s`, or `RETRY_AFTER_S`."""

    def document(self, error: Exception) -> Json:
        return problem(self.problem_type, self.detail or str(error))

    def response(self, error: Exception) -> Response:
        response = problem_response(self.document(error))
        if self.may_pass:
            response.headers["Retry-After"] = str(getattr(error, "retry_after_s", RETRY_AFTER_S))
        return response


STORE_UNAVAILABLE_SPEC: Final = ProblemSpec(
    STORE_UNAVAILABLE,
    "The request needs the store, and the store does not answer. No draw was revealed. Send the request again.",
    may_pass=True,
)

_INVALID: Final = "The request is well formed, but its content breaks the rules; see errors."


def problem(problem_type: ProblemType, detail: str, **more: Any) -> Json:
    """A problem document about this request."""
    return problem_document(problem_type, detail, request.path, **more)


def invalid_input(mistakes: Sequence[Mistake], most: int = MOST_ERRORS) -> Json:
    """The problem document of these mistakes, each with a JSON pointer; it lists at most `most`."""
    errors = [{"pointer": mistake.pointer, "message": mistake.message} for mistake in mistakes[:most]]
    detail = _INVALID if len(mistakes) <= most else f"{_INVALID} It lists the first {most}."
    return problem(INVALID_INPUT, detail, errors=errors)


def store_unavailable() -> Json:
    return STORE_UNAVAILABLE_SPEC.document(StoreUnavailable())


def mistakes_in(error: ValidationError | InvalidInput) -> tuple[Mistake, ...]:
    """The mistakes that the schemas or the rules found. Of the schemas', at most one more than an answer lists."""
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


def register_request_problems(app: Flask) -> None:
    """Answer errors in the request itself, and every other HTTP error, with a problem document."""

    @app.errorhandler(ValidationError)
    @app.errorhandler(InvalidInput)
    def invalid(error: ValidationError | InvalidInput) -> Response:
        return problem_response(invalid_input(mistakes_in(error)))

    @app.errorhandler(MalformedBody)
    def malformed(error: MalformedBody) -> Response:
        return problem_response(problem(MALFORMED_BODY, str(error)))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        detail = _HTTP_DETAILS.get(error.code)
        if detail is None or error.description != type(error).description:  # the route gave its own detail
            detail = error.description or ""
        found = _HTTP.get(error.code)
        response = problem_response(problem(found, detail) if found else _untyped(error, detail))
        # Keep the headers of the exception, such as Allow and Retry-After.
        for name, value in error.get_headers():
            if name.lower() != "content-type":
                response.headers[name] = value
        return response


def _untyped(error: HTTPException, detail: str) -> Json:
    """A problem without a type of ours: `about:blank` (RFC 9457), which means no more than its status."""
    status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
    return {"type": "about:blank", "title": error.name, "status": status, "detail": detail, "instance": request.path}


def problem_response(document: Json) -> Response:
    return json_answer(document, document["status"], MEDIA_TYPE)
