"""Answers to requests that never reach the application."""

from dataclasses import dataclass
from typing import Final

import orjson
from gunicorn.http import errors
from gunicorn.util import http_date

from service.web.problem_types import (
    BAD_REQUEST,
    EXPECTATION_FAILED,
    INTERNAL_SERVER_ERROR,
    MEDIA_TYPE,
    NOT_IMPLEMENTED,
    REQUEST_HEADER_FIELDS_TOO_LARGE,
    REQUEST_TIMEOUT,
    URI_TOO_LONG,
    ProblemType,
    problem_document,
)
from service.web.request_log import NO_GUESSING, NO_STORE

_NAMES: Final = frozenset(
    [
        "ACCEPT",
        "AUTHORIZATION",
        "CONNECTION",
        "CONTENT-LENGTH",
        "CONTENT-TYPE",
        "COOKIE",
        "EXPECT",
        "HOST",
        "IDEMPOTENCY-KEY",
        "IF-MATCH",
        "IF-NONE-MATCH",
        "ORIGIN",
        "TRANSFER-ENCODING",
        "USER-AGENT",
        "X-FORWARDED-FOR",
        "X-FORWARDED-PROTO",
        "X-REQUEST-ID",
    ]
)
"""The headers that a refusal may name. In a damaged head, anything may be where a name should be, such as a token."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A problem type and its detail."""

    problem_type: ProblemType
    detail: str

    def response(self, path: str, request_id: str) -> bytes:
        """Return the whole HTTP response; the connection closes after it."""
        document = problem_document(self.problem_type, self.detail, path)
        body = orjson.dumps(document)
        status = self.problem_type.status
        head = (
            f"HTTP/1.1 {status.value} {status.phrase}",
            f"Date: {http_date()}",
            "Connection: close",
            f"Content-Type: {MEDIA_TYPE}",
            f"Content-Length: {len(body)}",
            f"X-Request-Id: {request_id}",
            *(f"{name}: {value}" for name, value in (NO_GUESSING, NO_STORE)),
        )
        return "\r\n".join((*head, "", "")).encode("latin-1") + body


BUG: Final = Refusal(INTERNAL_SERVER_ERROR, "The service failed. Its log has the error under this request's id.")
_BAD_HEADER: Final = Refusal(
    BAD_REQUEST,
    "A header is malformed: send each as a name, a colon and a value on a line that ends with CRLF.",
)
_REFUSALS: Final[tuple[tuple[type[Exception], Refusal], ...]] = (
    (errors.InvalidResponseHeader, BUG),
    (errors.InvalidResponseHeaderName, BUG),
    (
        TimeoutError,
        Refusal(REQUEST_TIMEOUT, "The headers of the request did not arrive in time."),
    ),
    (
        errors.LimitRequestLine,
        Refusal(URI_TOO_LONG, "The request line is too long: at most 8,190 bytes."),
    ),
    (
        errors.LimitRequestHeaders,
        Refusal(
            REQUEST_HEADER_FIELDS_TOO_LARGE,
            "The headers are too large: at most 64 of them, each of at most 8,190 bytes.",
        ),
    ),
    (
        errors.ExpectationFailed,
        Refusal(EXPECTATION_FAILED, "The only supported expectation is 100-continue."),
    ),
    (
        errors.UnsupportedTransferCoding,
        Refusal(NOT_IMPLEMENTED, "The only supported transfer coding is chunked."),
    ),
    (
        errors.InvalidRequestMethod,
        Refusal(BAD_REQUEST, "The method is not valid: send it in capital letters, such as POST."),
    ),
    (
        errors.InvalidHTTPVersion,
        Refusal(BAD_REQUEST, "The HTTP version is not supported: send HTTP/1.1."),
    ),
    (
        errors.InvalidRequestLine,
        Refusal(
            BAD_REQUEST,
            "The request line is not valid: send a method, a path in printable ASCII and HTTP/1.1, then CRLF.",
        ),
    ),
    (
        errors.InvalidSchemeHeaders,
        Refusal(BAD_REQUEST, "The headers that give the scheme of the request contradict each other."),
    ),
    (errors.InvalidHeader, _BAD_HEADER),
    (errors.InvalidHeaderName, _BAD_HEADER),
    (errors.ObsoleteFolding, _BAD_HEADER),
    (errors.ParseException, Refusal(BAD_REQUEST, "The request is not valid HTTP/1.1.")),
)
"""The answer to each error; the first match counts."""


def refusal_of(error: Exception) -> Refusal:
    """Return the answer to this error.

    It repeats nothing that was sent except the name of a header, because gateways log the bodies of errors.
    """
    found = next((refusal for kind, refusal in _REFUSALS if isinstance(error, kind)), BUG)
    if found is _BAD_HEADER and (name := str(getattr(error, "hdr", "")).upper()) in _NAMES:
        return Refusal(found.problem_type, f"The header {name} is malformed, repeated, or contradicts another header.")
    return found
