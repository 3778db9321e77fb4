"""Every documented answer of every operation is driven here at least once, and nothing else comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import pytest

from service.web.batches import BATCH_BODY_LIMIT
from service.web.json_body import BODY_LIMIT
from tests.contract_client import ContractClient, documented_statuses
from tests.fakes import FakeStore, make_app
from tests.openapi import Json, examples, operations


@dataclass(frozen=True, slots=True)
class Call:
    """A request, and the status that it is answered with. `path` is spelled as the contract does."""

    method: str
    path: str
    status: int
    send: Mapping[str, Any] = field(default_factory=dict)
    store_up: bool = True
    fill: Mapping[str, str] = field(default_factory=dict)
    """What stands for the variables of the path."""
    query: str = ""

    @property
    def address(self) -> str:
        return self.path.format(**self.fill) + self.query

    def __str__(self) -> str:
        return f"{self.method}{self.address}-{self.status}"


ASSET = "/docs/assets/{name}"
TUPLE = "/v1/tuples/{position}/{hand_type}/{primary_rank}/{secondary_rank}"
FRONT_TENS = {"position": "front", "hand_type": "4", "primary_rank": "10", "secondary_rank": "4"}
ASSETS = ("swagger-ui.css", "documentation.css", "swagger-ui-bundle.js", "documentation.js", "favicon-32x32.png")
JSON_TYPE = {"content_type": "application/json"}
LIMITS = {"/v1/resolve/batch": BATCH_BODY_LIMIT}


def calls_with_a_body(path: str, media: Json) -> tuple[Call, ...]:
    """One call for each thing that a body can be."""
    good = next(iter(examples(media).values()))
    limit = LIMITS.get(path, BODY_LIMIT)
    return (
        Call("POST", path, 200, {"json": good}),
        Call("POST", path, 400, {"data": b"{", **JSON_TYPE}),
        Call("POST", path, 413, {"data": b"{}" + b" " * (limit - 1), **JSON_TYPE}),
        Call("POST", path, 415, {"data": b"{}", "content_type": "text/plain"}),
        Call("POST", path, 422, {"data": b"{}" + b" " * (limit - 2), **JSON_TYPE}),
    )


CALLS = (
    Call("GET", "/v1/catalogue", 200),
    Call("GET", "/v1/piecepacks/rankings", 200),
    Call("GET", "/v1/tuples", 200),
    Call("GET", "/v1/tuples", 422, query="?limit=0"),
    Call("GET", TUPLE, 200, fill=FRONT_TENS),
    Call("GET", TUPLE, 404, fill={**FRONT_TENS, "hand_type": "3"}),
    Call("GET", "/health/live", 200),
    Call("GET", "/health/ready", 200),
    Call("GET", "/health/ready", 503, store_up=False),
    Call("GET", "/version", 200),
    Call("GET", "/openapi.yaml", 200),
    Call("GET", "/docs", 200),
    *(Call("GET", ASSET, 200, fill={"name": name}) for name in ASSETS),
    Call("GET", ASSET, 404, fill={"name": "secrets.css"}),
    *(call for one in operations() if (media := one.request_media) for call in calls_with_a_body(one.path, media)),
)

PLAIN_PATHS = sorted({one.path for one in operations() if "{" not in one.path})
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
NOT_TAKEN = [pair for pair in product(METHODS, PLAIN_PATHS) if pair not in {(one.method, one.path) for one in CALLS}]


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_call__of_a_documented_status__is_answered_with_it(call: Call) -> None:
    client = ContractClient(make_app(store=FakeStore(up=call.store_up)))
    response = client.request(call.method, call.address, **call.send)
    assert response.status_code == call.status
    assert client.seen == {(call.method, call.path, call.status)}


def test_calls__taken_together__see_every_documented_status() -> None:
    assert {(call.method, call.path, call.status) for call in CALLS} == documented_statuses()


@pytest.mark.parametrize(("method", "path"), NOT_TAKEN)
def test_method__that_a_path_does_not_take__is_a_problem_naming_those_it_takes(method: str, path: str) -> None:
    response = ContractClient(make_app()).request(method, path)
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) >= {one.method for one in operations() if one.path == path}


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/nothing", "/docs/", "/docs/assets/", "/v1/resolve/"])
def test_path__that_does_not_exist__is_a_problem(path: str) -> None:
    assert ContractClient(make_app()).get(path).status_code == 404
