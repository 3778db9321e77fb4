"""The table that maps each error of the service to the problem document that the caller gets."""

from collections.abc import Mapping
from functools import partial
from typing import Final

from flask import Flask, Response

from service.auth.rate_limit import TooManyRequests
from service.errors import NotFound, StoreTooOld, StoreUnavailable, StoreUnusable
from service.idempotency.ports import AnswerUncertain, IdempotencyStoreFull, KeyInUse, KeyReused
from service.records.ports import UnreadableRecord
from service.system.turns import MOST_WAITING, TooMuchWaiting
from service.tuning.revisions import (
    ChangeUncertain,
    HistoryDiffers,
    NothingToAdopt,
    OldRevisionsUnavailable,
    StaleRevision,
    UnreadableRevision,
)
from service.web.conditional import etag
from service.web.problem_types import (
    IDEMPOTENCY_KEY_IN_USE,
    IDEMPOTENCY_KEY_REUSED,
    IDEMPOTENCY_STORE_FULL,
    NOT_FOUND,
    NOTHING_TO_ADOPT,
    STALE_REVISION,
    STORE_UNAVAILABLE,
    TOO_MANY_REQUESTS,
    TUNING_HISTORY_DIFFERS,
    UNREADABLE_RECORD,
    UNREADABLE_REVISION,
)
from service.web.problems import STORE_UNAVAILABLE_SPEC, ProblemSpec, register_request_problems


def _unavailable(detail: str) -> ProblemSpec:
    """Every failure of the store is one type of problem, because the caller's remedy is the same."""
    return ProblemSpec(STORE_UNAVAILABLE, detail, may_pass=True)


PROBLEMS: Final[Mapping[type[Exception], ProblemSpec]] = {
    NotFound: ProblemSpec(NOT_FOUND),
    UnreadableRevision: ProblemSpec(UNREADABLE_REVISION),
    UnreadableRecord: ProblemSpec(UNREADABLE_RECORD),
    HistoryDiffers: ProblemSpec(TUNING_HISTORY_DIFFERS),
    NothingToAdopt: ProblemSpec(NOTHING_TO_ADOPT),
    KeyReused: ProblemSpec(
        IDEMPOTENCY_KEY_REUSED,
        "This Idempotency-Key was used for another request. Use a new key for every request that is not a retry.",
    ),
    KeyInUse: ProblemSpec(
        IDEMPOTENCY_KEY_IN_USE,
        "A request with this Idempotency-Key is in progress. Send this one again to get its answer.",
        may_pass=True,
    ),
    StaleRevision: ProblemSpec(STALE_REVISION),
    TooManyRequests: ProblemSpec(TOO_MANY_REQUESTS, may_pass=True),
    TooMuchWaiting: ProblemSpec(TOO_MANY_REQUESTS, may_pass=True),
    StoreUnavailable: STORE_UNAVAILABLE_SPEC,
    StoreTooOld: _unavailable(
        "The store is too old for this request: Redis 7.4 or Valkey 9.0 is the minimum. Nothing was done."
    ),
    StoreUnusable: _unavailable(
        "The store refuses what this request needs; /health/ready says why. No draw was revealed. "
        "Send the request again when the store has been fixed."
    ),
    OldRevisionsUnavailable: _unavailable(
        "The store's history of the tuning differs from the one that this worker follows, so old revisions cannot be "
        "read; /health/ready says why."
    ),
    ChangeUncertain: _unavailable(
        "The store failed while the change was being written. The change was made completely or not at all: "
        "read the tuning to see which."
    ),
    AnswerUncertain: _unavailable(
        "The store failed before it confirmed the answer, so the answer is withheld. "
        "Send the request again with the same key."
    ),
    IdempotencyStoreFull: ProblemSpec(
        IDEMPOTENCY_STORE_FULL,
        "There is no room to keep another answer for retries, so nothing was drawn.",
        may_pass=True,
    ),
}


def register_problems(app: Flask) -> None:
    """Answer every error with its problem document."""
    register_request_problems(app)
    for kind, spec in PROBLEMS.items():
        app.register_error_handler(kind, partial(_respond, spec))


def _respond(spec: ProblemSpec, error: Exception) -> Response:
    response = spec.response(error)
    if isinstance(error, StaleRevision):
        response.headers["ETag"] = etag(error.newest)
    if isinstance(error, TooMuchWaiting):
        response.headers["RateLimit-Policy"] = f'"waiting";q={MOST_WAITING}'
        response.headers["RateLimit"] = f'"waiting";r={error.left};t={error.retry_after_s}'
        response.headers["RateLimit-Cost"] = str(error.units)
    return response
