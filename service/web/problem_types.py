"""Every type of problem that the service answers with: what it means, and what the caller should do.

The one source of these texts. The pages under /problems show them, and the contract lists the types.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

Json = dict[str, Any]
MEDIA_TYPE: Final = "application/problem+json"
PAGES: Final = "/problems"


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A type of problem (RFC 9457). Its `type` leads to its page on the service that answered."""

    slug: str
    status: HTTPStatus
    when: str
    """When it is answered, in a few words."""
    meaning: str
    """What has happened, and what has not."""
    next_step: str
    """What the caller should do about it."""

    @property
    def uri(self) -> str:
        """A URI reference, relative to the service: hosts differ, the type does not."""
        return f"{PAGES}/{self.slug}"

    @property
    def title(self) -> str:
        """The type in words."""
        return self.slug.replace("-", " ").capitalize()


MALFORMED_BODY: Final = ProblemType(
    "malformed-body",
    HTTPStatus.BAD_REQUEST,
    "not JSON, a key twice in one object, broken UTF-8, nested too deep",
    "The body is not JSON with one meaning: it does not parse, names a key twice in one object, has `NaN` or "
    "`Infinity`, is not UTF-8, or is nested more than 32 levels deep. Nothing was done.",
    "Correct how the body is written; `detail` says where reading it stopped. The same body is refused again.",
)
BAD_REQUEST: Final = ProblemType(
    "bad-request",
    HTTPStatus.BAD_REQUEST,
    "not valid HTTP: the request line, a header or the framing of the body is wrong, or it broke off",
    "The request could not be read to its end, or is not valid HTTP. Nothing was done.",
    "Send it again, with the same `Idempotency-Key` if it had one. If it keeps failing, look at what lies between "
    "you and the service: proxies, time limits, and how your client writes headers.",
)
UNAUTHORIZED: Final = ProblemType(
    "unauthorized",
    HTTPStatus.UNAUTHORIZED,
    "the bearer token is missing or wrong",
    "The operation needs a token, and the request has none or one that the service does not know. Admin routes need "
    "the admin token; the others need an API token where the operator has set some.",
    "Send `Authorization: Bearer <token>`. If you have no token, ask those who run the service.",
)
FORBIDDEN: Final = ProblemType(
    "forbidden",
    HTTPStatus.FORBIDDEN,
    "the admin routes are closed: the service has no admin token",
    "The service runs without an admin token, so its admin routes take no token at all.",
    "Ask those who run the service to set `DESTINY_ADMIN_TOKEN`. `make run` makes and prints one.",
)
NOT_FOUND: Final = ProblemType(
    "not-found",
    HTTPStatus.NOT_FOUND,
    "no such path, or nothing there that it names; an unknown id *in a body* is a 422",
    "The path is not one of the service's, or it names something that does not exist or no longer exists: a "
    "character, a running effect, a record, a revision, a row of a table.",
    "Compare the path with `/openapi.yaml`, which lists all of them. Characters are forgotten after 30 days without "
    "use, and old records make room for new ones: be ready to go on without.",
)
METHOD_NOT_ALLOWED: Final = ProblemType(
    "method-not-allowed",
    HTTPStatus.METHOD_NOT_ALLOWED,
    "the path takes other methods; the header `Allow` lists them",
    "The path exists, but not with this method.",
    "Use one of the methods that the header `Allow` lists.",
)
REQUEST_TIMEOUT: Final = ProblemType(
    "request-timeout",
    HTTPStatus.REQUEST_TIMEOUT,
    "the headers or the body of the request did not arrive in time",
    "The request was begun and not finished in time: its headers have 10 seconds, its body 30, unless the operator "
    "has set other limits. Nothing was done.",
    "Send it again, with the same `Idempotency-Key` if it had one. On a slow line, send less at once.",
)
UNREADABLE_REVISION: Final = ProblemType(
    "unreadable-revision",
    HTTPStatus.CONFLICT,
    "a stored revision of the tuning that this version of the service cannot read",
    "The revision is in the store, and this version of the service cannot read it: something else has written "
    "there, or a newer version has. The service goes on with the last good revision.",
    "Tell those who run the service; the guide on tuning says how they can repair the log. Asking again does not help.",
)
UNREADABLE_RECORD: Final = ProblemType(
    "unreadable-record",
    HTTPStatus.CONFLICT,
    "a record that a later release of the service wrote, or a damaged one",
    "The record is in the store, and this release of the service cannot read it: a later release has written it in a "
    "version that this one does not know, or it is damaged. `detail` says which.",
    "Ask a service of the release that wrote it. While a release is being rolled out, ask again when that is done.",
)
TUNING_HISTORY_DIFFERS: Final = ProblemType(
    "tuning-history-differs",
    HTTPStatus.CONFLICT,
    "a change of the tuning, but the store has lost revisions that were live, or is another store",
    "The store was emptied, restored from an old backup or exchanged: its history of the tuning is not the one that "
    "the service has followed. Nothing was changed, as the history would have two ends otherwise. The service goes on "
    "with the last good revision.",
    "Tell those who run the service; the guide on operating says how they bring the right store back, or accept this "
    "one. Asking again does not help until they have.",
)
IDEMPOTENCY_KEY_REUSED: Final = ProblemType(
    "idempotency-key-reused",
    HTTPStatus.CONFLICT,
    "the `Idempotency-Key` was used for another request",
    "Another request was answered under this `Idempotency-Key` within the last 24 hours. A key stands for one "
    "method, path and body. Nothing was drawn for this request.",
    "Use a fresh key, such as a UUID, for every action that is not a retry. If this was meant as a retry, send "
    "exactly the body of the first attempt.",
)
IDEMPOTENCY_KEY_IN_USE: Final = ProblemType(
    "idempotency-key-in-use",
    HTTPStatus.CONFLICT,
    "a request with this `Idempotency-Key` is under way",
    "The first request with this `Idempotency-Key` has not been answered yet. Nothing was drawn for this one.",
    "Send the same request again, with the same key, after the seconds in `Retry-After`: it gets the first one's "
    "answer.",
)
STALE_REVISION: Final = ProblemType(
    "stale-revision",
    HTTPStatus.PRECONDITION_FAILED,
    "the tuning has been changed since; `ETag` has the newest revision",
    "The change says with `If-Match` which revision of the tuning it is for, and that one is no longer the newest: "
    "somebody else has changed the tuning in the meantime. Nothing was changed, so nothing was overwritten.",
    "Read `GET /v1/admin/tuning`, look at what has changed, and send your change again with the new `ETag` in "
    "`If-Match` if it is still wanted.",
)
BODY_TOO_LARGE: Final = ProblemType(
    "body-too-large",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "over 1 MiB, or 8 MiB for a batch",
    "The body is larger than 1 MiB, or than 8 MiB for a batch. It was not read to its end, and nothing was done.",
    "Send less at once: split a batch into several.",
)
URI_TOO_LONG: Final = ProblemType(
    "uri-too-long",
    HTTPStatus.REQUEST_URI_TOO_LONG,
    "the request line has more than 8,190 bytes",
    "The request line, which is the method, the path and the query, is longer than the server reads.",
    "Shorten the query. No operation needs one that long.",
)
UNSUPPORTED_MEDIA_TYPE: Final = ProblemType(
    "unsupported-media-type",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "the body is not sent as `application/json` in UTF-8 and without a `Content-Encoding`",
    "The service reads JSON in UTF-8 that is not compressed, and the request says that its body is something else, "
    "or does not say what it is.",
    "Send the header `Content-Type: application/json`. `curl -d` sends another one unless told otherwise with `-H`.",
)
EXPECTATION_FAILED: Final = ProblemType(
    "expectation-failed",
    HTTPStatus.EXPECTATION_FAILED,
    "an `Expect` other than `100-continue`",
    "The request has a header `Expect` that the server does not know.",
    "Leave the header out, or send `Expect: 100-continue`.",
)
INVALID_INPUT: Final = ProblemType(
    "invalid-input",
    HTTPStatus.UNPROCESSABLE_ENTITY,
    "well formed, but wrong, a query too; `errors` says what and where",
    "The body, the query or a header is well formed, but breaks a rule: a field is missing, unknown, of the wrong "
    "type or out of its bounds, or names something that the catalogue does not have. Nothing was done and nothing "
    "was drawn.",
    "Read `errors`. Each has a JSON pointer to the place, and a message that says what is valid there. It lists up "
    "to a hundred mistakes at once. Ids are checked once all fields are right, so a second answer may name others.",
)
REVISION_REQUIRED: Final = ProblemType(
    "revision-required",
    HTTPStatus.PRECONDITION_REQUIRED,
    "a change of the tuning without `If-Match`",
    "A change of the tuning has to say which revision it is for. Without that it could overwrite a change that its "
    "author has not seen. Nothing was changed.",
    'Send the `ETag` of the revision that you read as `If-Match`, with its quotes: `If-Match: "3"`.',
)
TOO_MANY_REQUESTS: Final = ProblemType(
    "too-many-requests",
    HTTPStatus.TOO_MANY_REQUESTS,
    "the caller has made as many requests as it may",
    "The operator has set how many requests a minute each caller may make, and this one was over it. Nothing was done.",
    "Wait for the seconds in `Retry-After`. `RateLimit-Policy` says what the limit is, `RateLimit` what is left of "
    "it. A batch of a thousand actions counts as one request.",
)
REQUEST_HEADER_FIELDS_TOO_LARGE: Final = ProblemType(
    "request-header-fields-too-large",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "more than 64 headers, or one of more than 8,190 bytes",
    "The headers are more, or longer, than the server reads.",
    "Send fewer and shorter ones. Cookies are often the cause; the service needs none.",
)
INTERNAL_SERVER_ERROR: Final = ProblemType(
    "internal-server-error",
    HTTPStatus.INTERNAL_SERVER_ERROR,
    "a bug of ours, never the fault of what you sent",
    "The service failed. This is a bug; no request should be able to cause it.",
    "Report it with the `X-Request-Id` of the answer, under which the log has the request. A request with an "
    "`Idempotency-Key` can be sent again; if no answer was kept for it, it draws anew.",
)
NOT_IMPLEMENTED: Final = ProblemType(
    "not-implemented",
    HTTPStatus.NOT_IMPLEMENTED,
    "a `Transfer-Encoding` other than `chunked`",
    "The body is sent in a transfer coding that the server does not support.",
    "Send the body with a `Content-Length`, or with `Transfer-Encoding: chunked`.",
)
STORE_UNAVAILABLE: Final = ProblemType(
    "store-unavailable",
    HTTPStatus.SERVICE_UNAVAILABLE,
    "the store is needed for this and does not answer, or refuses it; no draw was revealed, a write is complete or "
    "not there",
    "The request needs the store, and the store does not answer or cannot do what is needed. No draw has been "
    "revealed. A change that was being written was made completely or not at all; `detail` says which is possible.",
    "Send the same request again after the seconds in `Retry-After`, with the same `Idempotency-Key`. A request "
    "without a key, a `draw` and a bare `character_id` is decided without the store. `/health/ready` says what is "
    "wrong.",
)
IDEMPOTENCY_STORE_FULL: Final = ProblemType(
    "idempotency-store-full",
    HTTPStatus.SERVICE_UNAVAILABLE,
    "there is no room to keep another answer for retries; nothing was drawn",
    "A request with an `Idempotency-Key` has its answer kept for 24 hours, and the room for these answers is used "
    "up. Nothing was drawn.",
    "Send it again later, with the same key, or without a key if a retry that draws twice would do no harm. Those "
    "who run the service can give more room with `DESTINY_IDEMPOTENCY_MIB`.",
)

PROBLEM_TYPES: Final[Mapping[str, ProblemType]] = {
    one.slug: one
    for one in (
        MALFORMED_BODY,
        BAD_REQUEST,
        UNAUTHORIZED,
        FORBIDDEN,
        NOT_FOUND,
        METHOD_NOT_ALLOWED,
        REQUEST_TIMEOUT,
        UNREADABLE_REVISION,
        UNREADABLE_RECORD,
        TUNING_HISTORY_DIFFERS,
        IDEMPOTENCY_KEY_REUSED,
        IDEMPOTENCY_KEY_IN_USE,
        STALE_REVISION,
        BODY_TOO_LARGE,
        URI_TOO_LONG,
        UNSUPPORTED_MEDIA_TYPE,
        EXPECTATION_FAILED,
        INVALID_INPUT,
        REVISION_REQUIRED,
        TOO_MANY_REQUESTS,
        REQUEST_HEADER_FIELDS_TOO_LARGE,
        INTERNAL_SERVER_ERROR,
        NOT_IMPLEMENTED,
        STORE_UNAVAILABLE,
        IDEMPOTENCY_STORE_FULL,
    )
}
"""All of them, in the order of their statuses."""


def problem_document(problem_type: ProblemType, detail: str, instance: str, **more: Any) -> Json:
    """A problem document; `instance` is the path that was asked for."""
    return {
        "type": problem_type.uri,
        "title": problem_type.title,
        "status": problem_type.status,
        "detail": detail,
        "instance": instance,
        **more,
    }
