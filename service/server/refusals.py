"""What a request is answered that never reaches the application."""

import re
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

import orjson
from gunicorn.http import errors
from gunicorn.util import http_date

from service.web.problem_document import MEDIA_TYPE, problem_document

_NAME: Final = re.compile(r"[A-Za-z0-9-]{1,40}")
_SLUGS: Final = {
    HTTPStatus.BAD_REQUEST: "bad-request",
    HTTPStatus.REQUEST_TIMEOUT: "request-timeout",
    HTTPStatus.REQUEST_URI_TOO_LONG: "uri-too-long",
    HTTPStatus.EXPECTATION_FAILED: "expectation-failed",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "request-header-fields-too-large",
    HTTPStatus.INTERNAL_SERVER_ERROR: "internal-server-error",
    HTTPStatus.NOT_IMPLEMENTED: "not-implemented",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """The status of an answer, and what it says."""

    status: HTTPStatus
    detail: str

    def response(self, path: str, request_id: str) -> bytes:
        """The whole answer, as it goes over the connection, which ends with it."""
        document = problem_document(self.status, _SLUGS[self.status], self.detail, path)
        body = orjson.dumps(document)
        head = (
            f"HTTP/1.1 {self.status.value} {self.status.phrase}",
            f"Date: {http_date()}",
            "Connection: close",
            f"Content-Type: {MEDIA_TYPE}",
            f"Content-Length: {len(body)}",
            f"X-Request-Id: {request_id}",
        )
        return "\r\n".join((*head, "", "")).encode("latin-1") + body


BUG: Final = Refusal(HTTPStatus.INTERNAL_SERVER_ERROR, "The service failed; its log has this request under its id.")
_BAD_HEADER: Final = Refusal(
    HTTPStatus.BAD_REQUEST,
    "A header is malformed: send each as a name, a colon and a value on a line that ends with CRLF.",
)
_REFUSALS: Final[tuple[tuple[type[Exception], Refusal], ...]] = (
    (errors.InvalidResponseHeader, BUG),
    (errors.InvalidResponseHeaderName, BUG),
    (
        TimeoutError,
        Refusal(HTTPStatus.REQUEST_TIMEOUT, "The headers of the request did not arrive in time."),
    ),
    (
        errors.LimitRequestLine,
        Refusal(HTTPStatus.REQUEST_URI_TOO_LONG, "The request line is too long: at most 8,190 bytes."),
    ),
    (
        errors.LimitRequestHeaders,
        Refusal(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            "The headers are too large: at most 64 of them, each of at most 8,190 bytes.",
        ),
    ),
    (
        errors.ExpectationFailed,
        Refusal(HTTPStatus.EXPECTATION_FAILED, "The only expectation that is supported is 100-continue."),
    ),
    (
        errors.UnsupportedTransferCoding,
        Refusal(HTTPStatus.NOT_IMPLEMENTED, "The only transfer coding that is supported is chunked."),
    ),
    (
        errors.InvalidRequestMethod,
        Refusal(HTTPStatus.BAD_REQUEST, "The method is not valid: send it in capital letters, such as POST."),
    ),
    (
        errors.InvalidHTTPVersion,
        Refusal(HTTPStatus.BAD_REQUEST, "The HTTP version is not supported: send HTTP/1.1."),
    ),
    (
        errors.InvalidRequestLine,
        Refusal(
            HTTPStatus.BAD_REQUEST,
            "The request line is not valid: send a method, a path in printable ASCII and HTTP/1.1, then CRLF.",
        ),
    ),
    (
        errors.InvalidSchemeHeaders,
        Refusal(HTTPStatus.BAD_REQUEST, "The headers that tell the scheme of the request contradict one another."),
    ),
    (errors.InvalidHeader, _BAD_HEADER),
    (errors.InvalidHeaderName, _BAD_HEADER),
    (errors.ObsoleteFolding, _BAD_HEADER),
    (errors.ParseException, Refusal(HTTPStatus.BAD_REQUEST, "The request is not valid HTTP/1.1.")),
)
"""What each error is answered with; the first that fits counts."""


def refusal_of(error: Exception) -> Refusal:
    """What to answer to this error.

    What was sent stays out of it, but for the name of a header: gateways log the bodies of errors.
    """
    found = next((refusal for kind, refusal in _REFUSALS if isinstance(error, kind)), BUG)
    if found is _BAD_HEADER and _NAME.fullmatch(name := str(getattr(error, "hdr", ""))):
        return Refusal(found.status, f"The header {name} is malformed, repeated, or contradicts another header.")
    return found
