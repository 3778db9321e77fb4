"""The header `Idempotency-Key`: which requests are the same, and the decorator of the routes that take it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Final

import orjson
from flask import Response, request
from marshmallow import ValidationError

from service.idempotency.answer_once import Afterwards, AnswerOnce, CertainAnswer
from service.idempotency.ports import KeptAnswer
from service.web.json_io import read_json
from service.web.request_log import CALLER

_EXACT: Final = 2**53
"""Doubles below it that have no fraction are whole numbers, one each."""


def fingerprint(method: str, path: str, body: Any) -> bytes:
    """The same 32 bytes for the same request: the SHA-256 of its method, its path and its canonical JSON."""
    return sha256(b"%b %b\n%b" % (method.encode(), path.encode(), canonical(body))).digest()


def canonical(value: Any) -> bytes:
    """A JSON value written in one way: keys in order, no spaces, and 12.0 as 12, which means the same everywhere here.

    The order of an array counts, and a field left out is not one that is there with its default.
    """
    written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    # A double without a fraction is written with ".0", so most bodies need no second look.
    return orjson.dumps(_whole(value), option=orjson.OPT_SORT_KEYS) if b".0" in written else written


def _whole(value: Any) -> Any:
    if type(value) is float:
        return int(value) if value.is_integer() and abs(value) < _EXACT else value
    if type(value) is dict:
        return {key: _whole(item) for key, item in value.items()}
    if type(value) is list:
        return [_whole(item) for item in value]
    return value


HEADER: Final = "Idempotency-Key"
REPLAYED: Final = "Idempotent-Replayed"
LONGEST_KEY: Final = 255
_ENVIRON: Final = "HTTP_IDEMPOTENCY_KEY"
_KEY: Final = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")


@dataclass(frozen=True, slots=True)
class Drawn:
    """An answer that tells of a draw, and what is left to do once it is certain that it is the one that counts."""

    response: Response
    afterwards: Afterwards


@dataclass(frozen=True, slots=True)
class RetryIds:
    """Names that a request and its retries have in common, so that each of them may take the same promised draw."""

    request: bytes = b""
    """Empty: the request has no key, so that no other request is a retry of it."""

    def of(self, part: int = 0) -> str:
        """The name of the request, or of a part of it; empty where the request has no key."""
        return sha256(b"%b %d" % (self.request, part)).hexdigest() if self.request else ""


View = Callable[[Any, RetryIds], Response | Drawn]
"""Takes the value of the request's body, and raises only before a draw, or takes the draw back."""
_WITHOUT_KEY: Final = RetryIds()


def idempotent(
    answer_once: AnswerOnce, read_body: Callable[[], Any] = read_json
) -> Callable[[View], Callable[[], Response]]:
    """Parses the body for a view that draws, and runs the view at most once for each key.

    An answer that could not be kept is not sent, and what `Drawn` has left to do is not done: for the caller, the draw
    never took place.
    """

    def around(view: View) -> Callable[[], Response]:
        @wraps(view)
        def answer() -> Response:
            key = request.environ.get(_ENVIRON)
            body = read_body()
            if key is not None:
                scoped, same = _scoped(key), fingerprint(request.method, request.path, body)
                retry_ids = RetryIds(scoped + same)
                return _response(answer_once(scoped, same, lambda: _kept(view(body, retry_ids))))
            response, afterwards = _parts(view(body, _WITHOUT_KEY))
            afterwards()
            return response

        return answer

    return around


def _scoped(key: str) -> bytes:
    """The digest under which a key is known: of the caller, where authentication has named it, and the key."""
    if not _KEY.fullmatch(key):
        raise ValidationError({HEADER: [f"Must be 1 to {LONGEST_KEY} visible ASCII characters."]})
    return sha256(f"{request.environ.get(CALLER, '')}\n{key}".encode()).digest()


def _parts(view_result: Response | Drawn) -> tuple[Response, Afterwards]:
    if isinstance(view_result, Drawn):
        return view_result.response, view_result.afterwards
    return view_result, _nothing


def _kept(view_result: Response | Drawn) -> tuple[KeptAnswer, Afterwards]:
    response, afterwards = _parts(view_result)
    return KeptAnswer(response.status_code, response.content_type, response.get_data()), afterwards


def _nothing() -> None:
    """What is left to do of most draws."""


def _response(certain: CertainAnswer) -> Response:
    answer = certain.answer
    # The first answer and its replays are made in the same way, so that they differ in one header alone.
    response = Response(answer.body, answer.status, content_type=answer.media_type)
    if certain.replayed:
        response.headers[REPLAYED] = "true"
    return response
