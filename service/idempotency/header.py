"""When two requests are the same: method, path, and what the JSON body says, not how it is written."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from hashlib import sha256
from typing import Any, Final, TypeVar

import orjson
from flask import Response, request
from marshmallow import ValidationError

from service.actions.resolve import Attempt
from service.auth.tokens import CALLER
from service.idempotency.answer_once import Afterwards, AnswerOnce, ToldAnswer
from service.idempotency.kept_answers import KeptAnswer
from service.piecepacks.deal import TilesWanted
from service.pyramid.deal import DealWanted
from service.web.json_io import read_json

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
_ATTEMPT: Final = "destiny.attempt"
_KEY: Final = re.compile(rf"[!-~]{{1,{LONGEST_KEY}}}")


@dataclass(frozen=True, slots=True)
class Drawn:
    """An answer that tells of a draw, and what is left to do once it is certain that it is the one that counts."""

    response: Response
    afterwards: Afterwards


View = Callable[[Any], Response | Drawn]
"""Takes the value of the request's body; everything that it raises is raised before it has drawn, or takes it back."""


def safe_retry(
    answer_once: AnswerOnce, read_body: Callable[[], Any] = read_json
) -> Callable[[View], Callable[[], Response]]:
    """Gives a view that draws the value of its body, and answers for it once for each key.

    A draw that cannot be kept is taken for one that never was: its answer is not given, and what `Drawn` has left to
    do is not done.
    """

    def around(view: View) -> Callable[[], Response]:
        @wraps(view)
        def answer() -> Response:
            key = request.environ.get(_ENVIRON)
            body = read_body()
            if key is not None:
                scoped, same = _scoped(key), fingerprint(request.method, request.path, body)
                request.environ[_ATTEMPT] = scoped + same
                return _response(answer_once(scoped, same, lambda: _kept(view(body))))
            response, afterwards = _parts(view(body))
            afterwards()
            return response

        return answer

    return around


def retry_id(part: int = 0) -> str:
    """What all attempts at this request, or at a part of it, have in common; "" where it has no key."""
    attempt = request.environ.get(_ATTEMPT)
    return sha256(b"%b %d" % (attempt, part)).hexdigest() if attempt else ""


def _scoped(key: str) -> bytes:
    """The digest under which a key is known: of the caller, as far as a door has asked, and the key."""
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


def _response(told: ToldAnswer) -> Response:
    answer = told.answer
    # The first answer and its replays are made in the same way, so that they differ in one header alone.
    response = Response(answer.body, answer.status, content_type=answer.media_type)
    if told.replayed:
        response.headers[REPLAYED] = "true"
    return response


Drawing = TypeVar("Drawing", Attempt, DealWanted, TilesWanted)


def retried(attempt: Drawing, part: int = 0) -> Drawing:
    """The attempt, so told of its retries that they can take the draw that it names once more."""
    if attempt.draw is None:
        return attempt
    return replace(attempt, draw=replace(attempt.draw, retry_id=retry_id(part)))
