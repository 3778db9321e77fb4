"""Calls whose answers have every header that the contract has, and those that are there at times without it."""

from flask import Flask

from tests.builders.tuned import tuned_app
from tests.contract.calls import auth, idempotency
from tests.contract.calls.call import Call
from tests.contract.calls.tuning import TUNING
from tests.fakes.app import AS_ADMIN
from tests.openapi import Json
from tools.contract.states import STATES, Stage

RESOLVE = "/v1/resolve"


def in_use() -> Flask:
    """A service that goes on answering the request that has the key."""
    app = STATES["still answering"](Stage())
    app.test_client().post(RESOLVE, **KEYED)
    return app


KEYED: Json = {"json": idempotency.request_of(RESOLVE), "headers": idempotency.KEY}
CALLS = (
    *(Call("GET", "/health/live", 200, {"headers": {"X-Request-Id": text}}) for text in ("!", "~" * 128, "~" * 129)),
    *(call for call in (*auth.CALLS, *idempotency.CALLS) if call.path == RESOLVE),
    Call("POST", RESOLVE, 409, KEYED, app=in_use),
    Call("GET", TUNING, 200, {"headers": AS_ADMIN}, app=tuned_app),
    Call("GET", "/v1/tuples", 200),
    Call("GET", "/v1/tuples", 200, {"query_string": {"format": "csv"}}),
    Call("GET", "/v1/catalogue", 200),
)
