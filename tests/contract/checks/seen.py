"""The answers to compare with the contract: its examples, and calls for cases that no example shows."""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from tests.contract.calls.call import Call
from tests.contract.calls.corners import actions, games, headers, odds, others, tuning
from tests.contract.checks.answers import Seen, seen_in
from tests.contract.checks.outside import Headed
from tests.contract_client import check_response
from tests.openapi import Json, Operation, contract, examples, operations

CORNERS: Final[tuple[Call, ...]] = (*actions.CALLS, *odds.CALLS, *games.CALLS, *others.CALLS, *tuning.CALLS)


@lru_cache
def seen() -> Seen:
    """Every value of every component, in all these answers."""
    return seen_in(contract(), [*_exemplary(), *map(_answered, CORNERS)])


@lru_cache
def headed() -> tuple[Headed, ...]:
    """The headers of answers that have all of them, and of answers that lack some."""
    return tuple(map(_headers_of, headers.CALLS))


def _headers_of(call: Call) -> Headed:
    response = call.app().test_client().open(call.url, method=call.method, **call.send)
    return ("paths", call.path, call.method.lower(), "responses", str(response.status_code)), dict(response.headers)


def _exemplary() -> Iterator[tuple[Json, Any]]:
    for operation in operations():
        for where, media in operation.json_media():
            if where != "request":
                yield from ((media["schema"], value) for value in examples(media).values())


def _answered(call: Call) -> tuple[Json, Any]:
    response = call.app().test_client().open(call.url, method=call.method, **call.send)
    if response.status_code != call.status:
        raise AssertionError(f"{call} is answered with {response.status_code}: {response.get_data(as_text=True):.300}")
    operation = _operation(call)
    check_response(operation, response)
    documented = operation.response(call.status) or {}
    return documented["content"][response.mimetype]["schema"], json.loads(response.data)


def _operation(call: Call) -> Operation:
    return next(one for one in operations() if (one.method, one.path) == (call.method, call.path))
