"""The calls with an idempotency key, for every operation that takes one."""

from collections.abc import Iterator
from typing import Any

from flask import Flask

from tests.contract.calls.call import Call
from tests.fakes.app import make_app
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.system import StoppedClock
from tests.openapi import Operation, first_request, operations

KEY = {"Idempotency-Key": "9b2f4a52-5d0e-4f6b-8d1c-0e5c0a6f7b11"}
OF_KEYS = {"$ref": "#/components/parameters/IdempotencyKey"}


def used_key(path: str) -> Flask:
    """The application after another request has used the key."""
    app = make_app()
    app.test_client().post(path, json=request_of(path), headers=KEY)
    return app


def store_unavailable() -> Flask:
    """The application without its store."""
    return make_app(idempotency=InMemoryIdempotencyStore(StoppedClock(), unavailable=True))


def no_room(path: str) -> Flask:
    """The application with an answer that uses up the memory for answers."""
    app = make_app(idempotency=InMemoryIdempotencyStore(StoppedClock(), budget=1))
    app.test_client().post(path, json=request_of(path), headers={"Idempotency-Key": "another"})
    return app


def request_of(path: str) -> Any:
    """The first example of a request to this path."""
    return first_request(next(one for one in operations() if one.path == path and one.request_media))


def calls_with_a_key(operation: Operation) -> Iterator[Call]:
    """Answered, taken by another request, too long, the store unavailable, and no memory left."""
    method, path = operation.method, operation.path
    good = {"json": request_of(path), "headers": KEY}
    yield Call(method, path, operation.success, good)
    yield Call(method, path, operation.success, good, app=lambda: used_key(path))
    yield Call(method, path, 409, {"json": {"another": 1}, "headers": KEY}, app=lambda: used_key(path))
    yield Call(method, path, 422, {**good, "headers": {"Idempotency-Key": "k" * 256}})
    yield Call(method, path, 503, good, app=store_unavailable)
    yield Call(method, path, 503, good, app=lambda: no_room(path))


CALLS = tuple(
    call for one in operations() if OF_KEYS in one.content.get("parameters", ()) for call in calls_with_a_key(one)
)
