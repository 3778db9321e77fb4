"""Reading a JSON body: its size, its type, its text, and no key twice in one object."""

import json
from typing import Any, Final

import orjson
from flask import request
from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge, UnsupportedMediaType

MEBIBYTE: Final = 1 << 20
BODY_LIMIT: Final = MEBIBYTE
DEEPEST: Final = 32
"""Arrays and objects within one another; no body that means something comes near."""


class MalformedBody(Exception):
    """The body is not a JSON text that has one meaning."""


def read_json(limit: int = BODY_LIMIT) -> Any:
    """The value of the request's body."""
    if request.mimetype != "application/json":
        raise UnsupportedMediaType("Send the body as application/json.")
    return parse(_read_body(limit))


def read_optional_json() -> Any:
    """The same where a body may be left out: no body is an empty object."""
    if not request.content_length and "Transfer-Encoding" not in request.headers:
        return {}
    return read_json()


def _read_body(limit: int) -> bytes:
    length = request.content_length
    if length is None:
        return _read_chunks(limit)
    if length > limit:
        raise _too_large(limit)
    # The server's own stream ends with the body; werkzeug would wrap it twice to make sure.
    body: bytes = request.environ["wsgi.input"].read(length)
    if len(body) < length:
        raise ClientDisconnected
    return body


def _read_chunks(limit: int) -> bytes:
    # werkzeug cuts such a body off at its limit without a word, so one byte more has to get through.
    request.max_content_length = limit + 1
    body = request.get_data(cache=False)
    if len(body) > limit:
        raise _too_large(limit)
    return body


def _too_large(limit: int) -> RequestEntityTooLarge:
    return RequestEntityTooLarge(f"The body may have at most {limit // MEBIBYTE} MiB.")


def parse(body: bytes) -> Any:
    """The value of a JSON text."""
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise MalformedBody(f"The body is not JSON: {error}.") from None
    # Each member of an object has one colon of its own. As many colons as keys in the value: no key came twice.
    # Colons inside strings make more of them; then the exact check settles it.
    keys = _count_keys(value, DEEPEST) if type(value) in (dict, list) else 0
    if body.count(b":") != keys:
        # Only keys matter here; as text, a number of thousands of digits is as good as any.
        json.loads(body, object_pairs_hook=_refuse_repeats, parse_int=str, parse_float=str)
    return value


def _count_keys(value: Any, depth: int) -> int:
    if not depth:
        raise MalformedBody(f"The body has arrays or objects more than {DEEPEST} deep.")
    keys = len(value) if type(value) is dict else 0
    for item in value.values() if type(value) is dict else value:
        if type(item) is dict or type(item) is list:
            keys += _count_keys(item, depth - 1)
    return keys


def _refuse_repeats(members: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in members:
        if name in seen:
            raise MalformedBody(f"The key {name!r:.80} stands twice in one object.")
        seen.add(name)
