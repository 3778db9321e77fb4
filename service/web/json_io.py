"""JSON in and out: reads a body, checking its size, type and encoding, and refuses keys that repeat in one object."""

import json
from collections.abc import Iterable
from http import HTTPStatus
from itertools import chain
from typing import Any, Final
from wsgiref.types import StartResponse, WSGIEnvironment

import orjson
from flask import Response, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, RequestTimeout, UnsupportedMediaType
from werkzeug.wsgi import get_content_length

from service.engines.errors import listed
from service.engines.pauses import in_parts
from service.system.clock import give_way

JSON_TYPE: Final = "application/json"
KIBIBYTE: Final = 1 << 10
MEBIBYTE: Final = 1 << 20
BODY_LIMIT: Final = MEBIBYTE
DEEPEST: Final = 32
"""How deep arrays and objects may nest; valid bodies stay far below it."""
MOST_CONTAINERS: Final = 100_000
"""How many arrays and objects a body may have; valid bodies stay below it. To read a megabyte of them takes long."""

_ITEMS_AT_ONCE: Final = 1_000


class MalformedBody(Exception):
    """The body is not JSON, repeats a key in one object, or nests too deep."""


def read_json(limit: int = BODY_LIMIT, most_values: int | None = None) -> Any:
    """The value of the request's body; raises `MalformedBody` or an `HTTPException`.

    If there may be only so many values in the body, more are refused before it is parsed.
    """
    body = read_body(limit)
    if most_values is not None and most_values < _values_at_most(body):
        raise RequestEntityTooLarge(f"The body may have at most {most_values} values; send it in parts.")
    return parse(body)


def _values_at_most(body: bytes) -> int:
    """How many values a JSON text has, at most: each but the first follows one of these. Those in strings count too."""
    return 1 + sum(map(body.count, (b",", b"[", b"{")))


def read_body(limit: int = BODY_LIMIT, *media_types: str) -> bytes:
    """The request's body, which is JSON or of one of the media types; raises an `HTTPException`."""
    environ = request.environ  # once: Flask looks the request up each time
    if environ.get("CONTENT_TYPE") != JSON_TYPE:  # how nearly every caller writes it
        _check_type(JSON_TYPE, *media_types)
    if "HTTP_CONTENT_ENCODING" in environ:
        _check_encoding()
    return _read_body(environ, limit)


def read_optional_json() -> Any:
    """Like `read_json`, but reads a missing body as an empty object."""
    if not request.content_length and "Transfer-Encoding" not in request.headers:
        return {}
    return read_json()


def _check_type(*media_types: str) -> None:
    if request.mimetype not in media_types:
        allowed = listed(media_types)
        if not request.mimetype:
            raise UnsupportedMediaType(f"Send the header Content-Type: {allowed}.")
        raise UnsupportedMediaType(f"Send the body as {allowed}, not as {request.mimetype:.80}.")
    charset = request.mimetype_params.get("charset", "utf-8")
    if charset.lower() not in ("utf-8", "utf8"):
        raise UnsupportedMediaType(f"Send the body in UTF-8, not in {charset:.80}.")


def _check_encoding() -> None:
    coding = request.environ["HTTP_CONTENT_ENCODING"]
    if coding.lower() != "identity":
        raise UnsupportedMediaType(f"Send the body uncompressed, without the Content-Encoding {coding:.80}.")


def _read_body(environ: WSGIEnvironment, limit: int) -> bytes:
    length = get_content_length(environ)
    if length is not None and length > limit:
        raise _too_large(limit)
    # The server's stream ends with the body; werkzeug would wrap it twice to make sure. If its length is unknown,
    # read one byte more than the limit, to notice a body that is too large.
    try:
        body: bytes = environ["wsgi.input"].read(limit + 1 if length is None else length)
    except TimeoutError:
        raise RequestTimeout("The body of the request did not arrive in time.") from None
    except OSError as error:
        raise BadRequest(f"The body of the request cannot be read: {error}.") from None
    if length is None:
        if len(body) > limit:
            raise _too_large(limit)
    elif len(body) < length:
        raise BadRequest("The body of the request is shorter than its Content-Length says.")
    return body


def _too_large(limit: int) -> RequestEntityTooLarge:
    size = f"{limit // MEBIBYTE} MiB" if limit >= MEBIBYTE else f"{limit // KIBIBYTE} KiB"
    return RequestEntityTooLarge(f"The body may have at most {size}.")


def parse(body: bytes) -> Any:
    if body.count(b"[") + body.count(b"{") > MOST_CONTAINERS:
        raise MalformedBody(f"The body has more than {MOST_CONTAINERS:,} arrays and objects.")
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise MalformedBody(_not_utf8(body) or f"The body is not JSON: {error}.") from None
    # Each member of an object has one colon of its own. If the text has as many colons as the value has keys, no key
    # repeats. Colons inside strings raise the count; then the exact check decides.
    keys = _count_keys(value)
    if body.count(b":") != keys:
        # Only keys matter here: numbers stay text, which makes thousands of digits cheap.
        json.loads(body, object_pairs_hook=_refuse_repeats, parse_int=str, parse_float=str)
    return value


def _not_utf8(body: bytes) -> str | None:
    """What is wrong with the encoding of a text, if anything is. The parser does not say where."""
    try:
        body.decode()
    except UnicodeDecodeError as wrong:
        return f"The body is not UTF-8: byte {wrong.start} is 0x{body[wrong.start]:02X}, {wrong.reason}."
    return None


def _count_keys(value: Any) -> int:
    """The keys of all objects, level by level."""
    keys, level = 0, [value]
    for _ in range(DEEPEST + 1):
        objects: list[dict[str, Any]] = []
        arrays: list[list[Any]] = []
        for part in in_parts(level, _ITEMS_AT_ONCE, give_way) if len(level) > _ITEMS_AT_ONCE else (level,):
            objects += [item for item in part if type(item) is dict]
            arrays += [item for item in part if type(item) is list]
        if not objects and not arrays:
            return keys
        give_way()
        keys += sum(map(len, objects))
        level = [*chain.from_iterable(map(dict.values, objects)), *chain.from_iterable(arrays)]
    raise MalformedBody(f"The body has arrays or objects more than {DEEPEST} deep.")


def _refuse_repeats(members: list[tuple[str, Any]]) -> None:
    seen: set[str] = set()
    for name, _ in members:
        if name in seen:
            raise MalformedBody(f"The key {name!r:.80} appears twice in one object.")
        seen.add(name)


def json_answer(value: Any, status: int = 200, media_type: str = JSON_TYPE) -> Response:
    return json_text_answer(orjson.dumps(value), status, media_type)


class WholeResponse(Response):
    """A response whose body is one text. werkzeug prepares for streams and for URLs to correct."""

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Start the response with its headers as they are, and return its only part."""
        if environ["REQUEST_METHOD"] == "HEAD" or self.status_code == HTTPStatus.NOT_MODIFIED:
            return super().__call__(environ, start_response)
        start_response(self.status, self.headers.to_wsgi_list())
        return self.iter_encoded()


def json_text_answer(text: bytes, status: int = 200, media_type: str = JSON_TYPE) -> Response:
    """The response for a value that is already JSON text."""
    return WholeResponse(text, status, content_type=media_type)


def no_content() -> Response:
    response = Response(status=HTTPStatus.NO_CONTENT)
    del response.headers["Content-Type"]
    return response
