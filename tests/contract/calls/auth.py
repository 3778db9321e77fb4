"""The calls that are refused before an operation sees them: no token, a role that is too low, one too many."""

from collections.abc import Iterator

from flask import Flask

from service.operators.roles import Role
from service.settings import Settings
from tests.contract.calls.call import Call
from tests.contract.calls.prepared import headers_for, names_for
from tests.fakes.app import ADMIN_TOKEN, AS_ADMIN, make_app
from tests.fakes.operators import AS
from tests.openapi import Operation, operations


def closed_app() -> Flask:
    """A service that asks everybody for a token."""
    return make_app(Settings(admin_token=ADMIN_TOKEN, api_tokens=("api-token-of-the-tests",)))


def used_up_app() -> Flask:
    """A service whose callers have one request a minute, and have made it."""
    app = make_app(Settings(admin_token=ADMIN_TOKEN, rate_limit=1))
    for headers in ({}, AS_ADMIN, *AS.values()):
        app.test_client().get("/v1/catalogue", headers=headers)
    return app


OF_KEYS = {"$ref": "#/components/parameters/IdempotencyKey"}


def game_role(operation: Operation) -> str:
    """The lowest role that may call an operation of the game, where operators need one: what draws is for games."""
    if OF_KEYS in operation.content.get("parameters", ()):
        return "admin"
    changes = operation.path.startswith("/v1/characters/") and operation.method != "GET"
    return "support" if changes else "viewer"


def calls_at_the_door(operation: Operation) -> Iterator[Call]:
    """Whatever an operation under /v1 would have needed beyond its path does not matter here."""
    names = names_for(operation)
    yield Call(operation.method, operation.path, 401, {}, names, closed_app)
    if 403 in operation.statuses and operation.roles != ["viewer"]:
        as_viewer = {**headers_for(operation), **AS[Role.VIEWER]}
        yield Call(operation.method, operation.path, 403, {"headers": as_viewer}, names, closed_app)
    yield Call(operation.method, operation.path, 429, {"headers": headers_for(operation)}, names, used_up_app)


CALLS = tuple(call for one in operations() if one.path.startswith("/v1/") for call in calls_at_the_door(one))
