"""Writing a JSON answer."""

from http import HTTPStatus
from typing import Any

import orjson
from flask import Response


def json_answer(value: Any, status: int = 200, media_type: str = "application/json") -> Response:
    """The value as a response."""
    return told_answer(orjson.dumps(value), status, media_type)


def told_answer(text: bytes, status: int = 200, media_type: str = "application/json") -> Response:
    """A value that is JSON text already."""
    return Response(text, status, content_type=media_type)


def no_content() -> Response:
    """An answer that says nothing but that it is done."""
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    return response
