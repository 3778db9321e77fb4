"""Every documented answer of every operation is driven here at least once, and nothing else comes back."""

import pytest

from tests.contract.calls import auth, bodies, characters, draws, idempotency, plain, preview, records, tuning
from tests.contract.calls.call import Call
from tests.contract_client import ContractClient, documented_statuses
from tests.fakes.app import make_app
from tests.openapi import operations

CALLS = (
    *plain.CALLS,
    *bodies.CALLS,
    *characters.CALLS,
    *auth.CALLS,
    *draws.CALLS,
    *preview.CALLS,
    *records.CALLS,
    *idempotency.CALLS,
    *tuning.CALLS,
)

PLAIN_PATHS = sorted({one.path for one in operations() if "{" not in one.path})
METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}
TAKEN = {(one.method, one.path) for one in operations()}


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_call__of_a_documented_status__is_answered_with_it(call: Call) -> None:
    client = ContractClient(call.app())
    response = client.request(call.method, call.url, **call.send)
    assert response.status_code == call.status
    assert client.seen == {(call.method, call.path, call.status)}


def test_calls__taken_together__see_every_documented_status() -> None:
    assert {(call.method, call.path, call.status) for call in CALLS} == documented_statuses()


@pytest.fixture(scope="module")
def client() -> ContractClient:
    """Of an application that the requests below do not reach the use cases of."""
    return ContractClient(make_app())


@pytest.mark.parametrize("path", PLAIN_PATHS)
def test_methods__that_a_path_does_not_take__are_problems_naming_those_it_takes(
    client: ContractClient, path: str
) -> None:
    taken = {method for method in METHODS if (method, path) in TAKEN}
    for method in sorted(METHODS - taken):
        response = client.request(method, path)
        assert response.status_code == 405, method
        assert set(response.headers["Allow"].split(", ")) >= taken, method


@pytest.mark.parametrize("path", ["/v1", "/v1/nothing", "/docs/", "/docs/assets/", "/v1/resolve/"])
def test_path__that_does_not_exist__is_a_problem(client: ContractClient, path: str) -> None:
    assert client.get(path).status_code == 404
