"""The problem types: what each means, and what the caller should do. /problems and the contract show these texts."""

from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

Json = dict[str, Any]
MEDIA_TYPE: Final = "application/problem+json"
PAGES: Final = "/problems"


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A problem type (RFC 9457). Its `type` is the address of its page on the service that answered."""

    slug: str
    status: HTTPStatus
    when: str
    """When the service answers with it, in a few words."""
    meaning: str
    """What has happened, and what has not."""
    next_step: str
    """What the caller should do about it."""

    @property
    def uri(self) -> str:
        """A URI reference relative to the service, so that the type is the same on every host."""
        return f"{PAGES}/{self.slug}"

    @property
    def title(self) -> str:
        first, *others = self.slug.split("-")
        return " ".join(("URI" if first == "uri" else first.capitalize(), *others))


MALFORMED_BODY: Final = ProblemType(
    "malformed-body",
    HTTPStatus.BAD_REQUEST,
    "not JSON, a repeated key in one object, invalid UTF-8, nested more than 32 levels deep, or over 100,000 arrays "
    "and objects",
    "The body does not parse as JSON (or as TOML, where it is sent as that), repeats a key in one object, contains "
    "`NaN` or `Infinity`, is not UTF-8, is nested more than 32 levels deep, or has more than 100,000 arrays and "
    "objects. Nothing was done.",
    "Correct the body; `detail` says where parsing stopped. The same body will be refused again.",
)
BAD_REQUEST: Final = ProblemType(
    "bad-request",
    HTTPStatus.BAD_REQUEST,
    "not valid HTTP: the request line, a header or the framing of the body is wrong, or the request was cut off",
    "The request is not valid HTTP, or it was cut off. Nothing was done.",
    "Send it again, with the same `Idempotency-Key` if it had one. If it keeps failing, check the proxies and timeouts "
    "between you and the service, and how your client writes headers.",
)
UNAUTHORIZED: Final = ProblemType(
    "unauthorized",
    HTTPStatus.UNAUTHORIZED,
    "the bearer token is missing or wrong",
    "The operation needs a token, and the request has none, or one that the service does not know. Admin routes need "
    "an operator's token; the others need an API token if any are set.",
    "Send `Authorization: Bearer <token>`. If you have no token, ask the team that runs the service.",
)
FORBIDDEN: Final = ProblemType(
    "forbidden",
    HTTPStatus.FORBIDDEN,
    "the operator's role is too low, or the admin routes are closed: the service has no operators",
    "The token is an operator's whose role is too low for this; `detail` names the role needed and the operator's own. "
    "Or the service runs without operators, so its admin routes accept no token at all. Nothing was done.",
    "Ask an operator with that role, or the team that runs the service. If it has no operators, the team sets "
    "`DESTINY_OPERATORS_FILE` or `DESTINY_ADMIN_TOKEN`. `make run` generates an admin token and prints it.",
)
NOT_FOUND: Final = ProblemType(
    "not-found",
    HTTPStatus.NOT_FOUND,
    "no such path, or the path names something that does not exist; an unknown id *in a body* is a 422",
    "The service has no such path, or the path names something that does not exist or no longer exists: a character, a "
    "running effect, a record, a revision, a row of a table.",
    "Compare the path with `/openapi.yaml`, which lists all paths. Characters are forgotten after 30 days without use, "
    "and new records push out old ones: be ready to continue without them.",
)
METHOD_NOT_ALLOWED: Final = ProblemType(
    "method-not-allowed",
    HTTPStatus.METHOD_NOT_ALLOWED,
    "the path does not support this method; the `Allow` header lists those that it does",
    "The path exists, but it does not support this method.",
    "Use one of the methods that the `Allow` header lists.",
)
REQUEST_TIMEOUT: Final = ProblemType(
    "request-timeout",
    HTTPStatus.REQUEST_TIMEOUT,
    "the headers or the body of the request did not arrive in time",
    "The request did not arrive in full in time: its headers have 10 seconds and its body 30, unless the operator has "
    "set other limits. Nothing was done.",
    "Send it again, with the same `Idempotency-Key` if it had one. On a slow connection, send less in one request.",
)
UNREADABLE_REVISION: Final = ProblemType(
    "unreadable-revision",
    HTTPStatus.CONFLICT,
    "this version of the service cannot read a stored revision of the tuning",
    "The revision is in the store, but this version of the service cannot read it: a newer version or another program "
    "wrote it. The service continues with the last good revision.",
    "Report it to the operator; the tuning guide explains how to repair the log. Retrying does not help.",
)
UNREADABLE_RECORD: Final = ProblemType(
    "unreadable-record",
    HTTPStatus.CONFLICT,
    "a later release of the service wrote the record, or the record is damaged",
    "The record is in the store, but this release of the service cannot read it: a later release wrote it in a version "
    "that this one does not know, or it is damaged. `detail` says which.",
    "Ask a service that runs the release which wrote it. During a rollout, retry when the rollout is complete.",
)
TUNING_HISTORY_DIFFERS: Final = ProblemType(
    "tuning-history-differs",
    HTTPStatus.CONFLICT,
    "a change of the tuning, but the store has lost revisions that were live, or is another store",
    "The store was emptied, restored from an old backup or replaced: its history of the tuning is not the one that the "
    "service has followed. Nothing was changed, because the change would have split the history in two. The service "
    "continues with the last good revision.",
    "Report it to the operator: bring the right data back, or let an admin decide which history counts with "
    "`POST /v1/admin/tuning/adopt`. The store guide has the steps. Retrying does not help until then.",
)
NOTHING_TO_ADOPT: Final = ProblemType(
    "nothing-to-adopt",
    HTTPStatus.CONFLICT,
    "a decision between two histories of the tuning, but the store has the one that is followed",
    "The store has the history of the tuning that the service follows, so there is nothing to decide. Nothing was "
    "changed. Either another admin has decided already, or the right data is back.",
    "Read the newest revisions to see which. To go back to an old revision, restore it.",
)
IDEMPOTENCY_KEY_REUSED: Final = ProblemType(
    "idempotency-key-reused",
    HTTPStatus.CONFLICT,
    "the `Idempotency-Key` was used for another request",
    "Another request was answered under this `Idempotency-Key`, and its answer is still kept: 24 hours, unless the "
    "operator has set another time. A key belongs to one method, path and body. Nothing was drawn for this request.",
    "Use a new key, such as a UUID, for every action that is not a retry. If this is a retry, send exactly the body of "
    "the first attempt.",
)
IDEMPOTENCY_KEY_IN_USE: Final = ProblemType(
    "idempotency-key-in-use",
    HTTPStatus.CONFLICT,
    "a request with this `Idempotency-Key` is in progress",
    "The first request with this `Idempotency-Key` has not been answered yet. Nothing was drawn for this one.",
    "Send the same request again, with the same key, after the number of seconds in `Retry-After`. It gets the first "
    "one's answer.",
)
STALE_REVISION: Final = ProblemType(
    "stale-revision",
    HTTPStatus.PRECONDITION_FAILED,
    "the tuning has changed since that revision; `ETag` names the newest",
    "The `If-Match` header says which revision of the tuning the change is for, and that revision is no longer the "
    "newest: someone else has changed the tuning. Nothing was changed, so nothing was overwritten.",
    "Read `GET /v1/admin/tuning` and see what has changed. If you still want your change, send it again with the new "
    "`ETag` in `If-Match`.",
)
BODY_TOO_LARGE: Final = ProblemType(
    "body-too-large",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "more than 1 MiB, or for a batch 8 MiB or 100,000 values",
    "The body is larger than 1 MiB, or than 8 MiB for a batch, or a batch has more than 100,000 values in its JSON. "
    "The service did not parse it, and nothing was done.",
    "Send less in one request: split a batch into several.",
)
URI_TOO_LONG: Final = ProblemType(
    "uri-too-long",
    HTTPStatus.REQUEST_URI_TOO_LONG,
    "the request line has more than 8,190 bytes",
    "The request line (the method, the path and the query) is longer than the server accepts.",
    "Shorten the query. No operation needs one that long.",
)
UNSUPPORTED_MEDIA_TYPE: Final = ProblemType(
    "unsupported-media-type",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    "the body is not sent as `application/json` in UTF-8, or it has a `Content-Encoding`",
    "The service reads uncompressed JSON in UTF-8. The headers say that the body is something else, or do not say what "
    "it is.",
    "Send the header `Content-Type: application/json`. `curl -d` sends another type unless you set this one with `-H`.",
)
EXPECTATION_FAILED: Final = ProblemType(
    "expectation-failed",
    HTTPStatus.EXPECTATION_FAILED,
    "an `Expect` other than `100-continue`",
    "The server does not support what the `Expect` header asks for.",
    "Leave the header out, or send `Expect: 100-continue`.",
)
INVALID_INPUT: Final = ProblemType(
    "invalid-input",
    HTTPStatus.UNPROCESSABLE_ENTITY,
    "the body, the query or a header is well formed but breaks a rule; `errors` says what and where",
    "The body, the query or a header is well formed but breaks a rule: a field is missing, unknown, of the wrong type "
    "or out of bounds, or names something that the catalogue does not have. Nothing was done and nothing was drawn.",
    "Read `errors`. Each entry has a JSON pointer to a mistake and a message that says what is valid there. It lists "
    "up to a hundred mistakes at once. Ids are checked only after all fields are valid, so a second answer may list "
    "other mistakes.",
)
REVISION_REQUIRED: Final = ProblemType(
    "revision-required",
    HTTPStatus.PRECONDITION_REQUIRED,
    "a change of the tuning without `If-Match`",
    "A change of the tuning must say which revision it is for. Otherwise it could overwrite a change that its author "
    "has not seen. Nothing was changed.",
    'Send the `ETag` of the revision that you read as `If-Match`, with its quotes: `If-Match: "3"`.',
)
TOO_MANY_REQUESTS: Final = ProblemType(
    "too-many-requests",
    HTTPStatus.TOO_MANY_REQUESTS,
    "the caller has used up its rate limit, or has too much expensive work waiting",
    "The operator limits how many units each caller may spend on requests per minute, and the caller has too few left "
    "for this one; most requests cost one unit. Or the caller has sent so many expensive requests at once that those "
    "which wait are two seconds of work. `detail` says which. Nothing was done.",
    "Wait for the number of seconds in `Retry-After`. `RateLimit-Policy` states the limit, `RateLimit` what is left of "
    "it, and `RateLimit-Cost` what this request costs. If `detail` speaks of work that waits, send fewer of them "
    "at once.",
)
REQUEST_HEADER_FIELDS_TOO_LARGE: Final = ProblemType(
    "request-header-fields-too-large",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    "more than 64 headers, or one of more than 8,190 bytes",
    "The request has more headers, or longer ones, than the server accepts.",
    "Send fewer or shorter headers. Cookies are often the cause; the service needs none.",
)
INTERNAL_SERVER_ERROR: Final = ProblemType(
    "internal-server-error",
    HTTPStatus.INTERNAL_SERVER_ERROR,
    "a bug in the service, never the fault of what you sent",
    "The service failed. This is a bug: no request should be able to cause it.",
    "Report it with the `X-Request-Id` of the answer, which identifies the request in the log. You can send a request "
    "with an `Idempotency-Key` again; if no answer was kept for it, it draws again.",
)
NOT_IMPLEMENTED: Final = ProblemType(
    "not-implemented",
    HTTPStatus.NOT_IMPLEMENTED,
    "a `Transfer-Encoding` other than `chunked`",
    "The server does not support the transfer coding of the body.",
    "Send the body with a `Content-Length`, or with `Transfer-Encoding: chunked`.",
)
STORE_UNAVAILABLE: Final = ProblemType(
    "store-unavailable",
    HTTPStatus.SERVICE_UNAVAILABLE,
    "the request needs the store, which does not answer or refuses; no draw was revealed, and a write was made "
    "completely or not at all",
    "The request needs the store, and the store does not answer or cannot do what the request needs. No draw was "
    "revealed. A change was made completely or not at all; `detail` says which is possible.",
    "Send the same request again after the number of seconds in `Retry-After`, with the same `Idempotency-Key`. A "
    "request that has no key, no `draw` and no bare `character_id` does not need the store. `/health/ready` says what "
    "is wrong.",
)
IDEMPOTENCY_STORE_FULL: Final = ProblemType(
    "idempotency-store-full",
    HTTPStatus.SERVICE_UNAVAILABLE,
    "there is no room to keep another answer for retries; nothing was drawn",
    "The service keeps the answer to a request with an `Idempotency-Key` for 24 hours, unless the operator has set "
    "another time, and the room for these answers is used up. Nothing was drawn.",
    "Send it again later, with the same key, or without a key if a retry that draws twice would do no harm. The "
    "operator can make more room with `DESTINY_IDEMPOTENCY_MIB`, or keep answers for a shorter time with "
    "`DESTINY_IDEMPOTENCY_HOURS`.",
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
        NOTHING_TO_ADOPT,
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
"""By slug, in the order of their statuses."""


def problem_document(problem_type: ProblemType, detail: str, instance: str, **more: Any) -> Json:
    """A problem document; `instance` is the path of the request."""
    return {
        "type": problem_type.uri,
        "title": problem_type.title,
        "status": problem_type.status,
        "detail": detail,
        "instance": instance,
        **more,
    }
