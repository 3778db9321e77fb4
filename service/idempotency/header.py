"""The `Idempotency-Key` header: decides which requests are the same, and decorates the routes that accept it."""

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
"""Below it, every whole number is exactly one double."""


def fingerprint(method: str, path: str, body: Any) -> bytes:
    """The SHA-256 of the method, the path and the canonical JSON: 32 bytes that are equal for equal requests."""
    return sha256(b"%b %b\n%b" % (method.encode(), path.encode(), canonical(body))).digest()


def canonical(value: Any) -> bytes:
    """A canonical JSON text: sorted keys, no spaces, and 12.0 as 12, which means the same to every route.

    The order of arrays matters, and a missing field differs from one that has its default.
    """
    written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    # A double without a fraction is written with ".0", so most bodies need no second pass.
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
    """An answer that reveals a draw, and what to do once that answer counts."""

    response: Response
    afterwards: Afterwards


@dataclass(frozen=True, slots=True)
class RetryIds:
    """Ids that a request shares with its retries, so that any of them may take the same promised draw."""

    request: bytes = b""
    """Empty where the request has no key: then no other request is a retry of it."""

    def of(self, part: int = 0) -> str:
        """The id of the request, or of one item of a batch; empty where the request has no key."""
        return sha256(b"%b %d" % (self.request, part)).hexdigest() if self.request else ""


View = Callable[[Any, RetryIds], Response | Drawn]
"""Takes the value of the request's body. If it raises, nothing was drawn."""
_WITHOUT_KEY: Final = RetryIds()


def idempotent(
    answer_once: AnswerOnce, read_body: Callable[[], Any] = read_json
) -> Callable[[View], Callable[[], Response]]:
    """Parse the body for a view that draws, and run the view at most once per key.

    An answer that could not be stored is not sent, and its `afterwards` does not run: for the caller, the draw never
    took place.
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
    """The key's digest, together with the caller's name where authentication knows it: callers do not share keys."""
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
    """The `afterwards` of a view that needs none."""


def _response(certain: CertainAnswer) -> Response:
    answer = certain.answer
    # The first answer and its replays are built in the same way, so that they differ only in this header.
    response = Response(answer.body, answer.status, content_type=answer.media_type)
    if certain.replayed:
        response.headers[REPLAYED] = "true"
    return response
