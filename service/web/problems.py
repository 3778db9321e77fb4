"""Problem documents (RFC 9457): the one table from what went wrong to what the caller is told."""

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, Final

from flask import Flask, Response, request
from marshmallow import ValidationError
from werkzeug.exceptions import HTTPException

from service.rules.errors import InvalidInput, Mistake, Path
from service.web.json_answer import json_answer
from service.web.json_body import MalformedBody

Json = dict[str, Any]
MEDIA_TYPE: Final = "application/problem+json"
TYPE_PREFIX: Final = "urn:desperados-destiny:problem:"

_INVALID: Final = "The request is well formed, but its content breaks the rules; see errors."


def problem(status: int, slug: str, detail: str, **more: Any) -> Json:
    """A problem document about this request."""
    return {
        "type": TYPE_PREFIX + slug,
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "instance": request.path,
        **more,
    }


def invalid_input(mistakes: tuple[Mistake, ...], within: Path = ()) -> Json:
    """The problem of a body that breaks the rules, each mistake with a pointer to its place."""
    errors = [{"pointer": Mistake((*within, *m.path), m.message).pointer, "message": m.message} for m in mistakes]
    return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "invalid-input", _INVALID, errors=errors)


def mistakes_in(error: ValidationError | InvalidInput) -> tuple[Mistake, ...]:
    """The mistakes that an error tells of, whichever of the two layers found them."""
    if isinstance(error, InvalidInput):
        return error.mistakes
    return tuple(_flattened(error.messages, ()))


def _flattened(messages: Any, path: Path) -> Iterator[Mistake]:
    if isinstance(messages, dict):
        for step, below in messages.items():
            # What a schema says of itself rather than of a field stands under this name.
            yield from _flattened(below, path if step == "_schema" else (*path, step))
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

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        status = error.code or HTTPStatus.INTERNAL_SERVER_ERROR
        slug = HTTPStatus(status).phrase.lower().replace(" ", "-")
        response = _answer(problem(status, slug, error.description or ""))
        # What the exception says beside its text counts too: which methods are allowed, when to try again.
        for name, value in error.get_headers():
            if name.lower() != "content-type":
                response.headers[name] = value
        return response


def _answer(document: Json) -> Response:
    return json_answer(document, document["status"], MEDIA_TYPE)
