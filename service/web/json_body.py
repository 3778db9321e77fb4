"""Reading a JSON body: its size, its type, its text, and no key twice in one object."""

import json
from typing import Any, Final

import orjson
from flask import request
from werkzeug.exceptions import UnsupportedMediaType

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
    request.max_content_length = limit
    return parse(request.get_data(cache=False))


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
        json.loads(body, object_pairs_hook=_refuse_repeats)
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
    names = [name for name, _ in members]
    for name in names:
        if names.count(name) > 1:
            raise MalformedBody(f"The key {name!r:.80} stands twice in one object.")
