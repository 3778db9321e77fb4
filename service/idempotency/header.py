"""The `Idempotency-Key` header: decides which requests are the same, and decorates the routes that accept it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, Final

import orjson
from flask import Response, request
from marshmallow import ValidationError

from service.engines.pauses import byte_parts, each
from service.idempotency.answer_once import AnswerOnce, CertainAnswer
from service.idempotency.follow_up import Afterwards
from service.idempotency.ports import KeptAnswer
from service.system.clock import give_way
from service.web.json_io import read_json
from service.web.request_log import CALLER

_EXACT: Final = 2**53
"""Below it, every whole number is exactly one double."""


def fingerprint(method: str, path: str, canonical_body: bytes) -> bytes:
    """The SHA-256 of the method, the path and the canonical JSON: 32 bytes that are equal for equal requests."""
    digest = sha256(b"%b %b\n" % (method.encode(), path.encode()))
    for some in byte_parts(canonical_body, give_way):
        digest.update(some)
    return digest.digest()


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
        return {key: _whole(item) for key, item in each(value.items(), give_way)}
    if type(value) is list:
        return [_whole(item) for item in each(value, give_way)]
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
    answer_once: AnswerOnce,
    read_body: Callable[[], Any] = read_json,
    *,
    changes_the_store_with: Sequence[str] | None = None,
) -> Callable[[View], Callable[[], Response]]:
    """Parse the body for a view that draws, and let one draw of the view count per key.

    An answer that could not be stored is not sent, and its `afterwards` does not run: for the caller, the draw never
    took place.

    `changes_the_store_with` are the names of the fields without which the view changes nothing in the store. Then it
    needs no lease. None: it always changes something.
    """
    names = changes_the_store_with
    marks = None if names is None else tuple(orjson.dumps(name) for name in names)

    def around(view: View) -> Callable[[], Response]:
        @wraps(view)
        def answer() -> Response:
            key = request.environ.get(_ENVIRON)
            body = read_body()
            if key is None:
                response, afterwards = _parts(view(body, _WITHOUT_KEY))
                afterwards()
                return response
            text = canonical(body)
            scoped, same = _scoped(key), fingerprint(request.method, request.path, text)
            if needs_lease(text, marks):
                drawing = _Drawing(view, body, RetryIds(scoped + same))
                return drawing.response(answer_once.under_lease(scoped, same, drawing))
            drawing = _Drawing(view, body, _WITHOUT_KEY)
            return drawing.response(answer_once.in_one_step(scoped, same, drawing))

        return answer

    return around


LONGEST_IN_ONE_STEP: Final = 4096
"""In bytes. What takes longer to compute than a lease to get should not be computed for each attempt."""


def needs_lease(canonical_body: bytes, marks: Sequence[bytes] | None) -> bool:
    """Whether a request with this body may have effects other than its answer, or takes long to answer.

    Canonical JSON has only one way to write a name. The text of a string may look like a name; then the lease does no
    harm.
    """
    return marks is None or len(canonical_body) > LONGEST_IN_ONE_STEP or any(mark in canonical_body for mark in marks)


@dataclass(slots=True)
class _Drawing:
    """Runs the view at most once, and remembers its response."""

    view: View
    body: Any
    retry_ids: RetryIds
    drawn: Response | None = None

    def __call__(self) -> tuple[KeptAnswer, Afterwards]:
        self.drawn, afterwards = _parts(self.view(self.body, self.retry_ids))
        return KeptAnswer(self.drawn.status_code, self.drawn.content_type, self.drawn.get_data()), afterwards

    def response(self, certain: CertainAnswer) -> Response:
        if self.drawn is not None and not certain.replayed:
            return self.drawn
        answer = certain.answer
        response = Response(answer.body, answer.status, content_type=answer.media_type)
        response.headers[REPLAYED] = "true"
        return response


def _scoped(key: str) -> bytes:
    """The key's digest, together with the caller's name where authentication knows it: callers do not share keys."""
    if not _KEY.fullmatch(key):
        raise ValidationError({HEADER: [f"Must be 1 to {LONGEST_KEY} visible ASCII characters."]})
    return sha256(f"{request.environ.get(CALLER, '')}\n{key}".encode()).digest()


def _parts(view_result: Response | Drawn) -> tuple[Response, Afterwards]:
    if isinstance(view_result, Drawn):
        return view_result.response, view_result.afterwards
    return view_result, _nothing


def _nothing() -> None:
    """The `afterwards` of a view that needs none."""
