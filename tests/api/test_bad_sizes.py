"""Bodies that do not state their length, and bodies with more mistakes than anyone reads."""

import json
from io import BytesIO
from typing import Never

import pytest
from werkzeug.test import TestResponse

from service.web.json_io import BODY_LIMIT
from service.web.reading import MOST_ERRORS
from tests.api.refusals import INVALID, problem_of
from tests.builders.actions import BATCH, PVE, RESOLVE
from tests.contract_client import ContractClient
from tests.fakes.system import ScriptedDealer


def chunked(client: ContractClient, body: bytes) -> TestResponse:
    """The answer to a body that ends where its stream does, as servers pass on one that came in chunks."""
    return client.post(
        RESOLVE,
        input_stream=BytesIO(body),
        content_type="application/json",
        headers={"Transfer-Encoding": "chunked"},
        environ_overrides={"wsgi.input_terminated": True},
    )


def test_chunked_body__up_to_the_limit__is_read(client: ContractClient) -> None:
    body = json.dumps(PVE).encode().ljust(BODY_LIMIT)

    assert chunked(client, body).status_code == 200


@pytest.mark.parametrize("more", [1, 100_000])
def test_chunked_body__over_the_limit__is_not_cut_off_but_refused(
    client: ContractClient, dealer: ScriptedDealer, more: int
) -> None:
    body = json.dumps(PVE).encode().ljust(BODY_LIMIT + more)

    document = problem_of(chunked(client, body), 413, "body-too-large")

    assert document["detail"] == "The body may have at most 1 MiB."
    assert dealer.draws == 0


def test_mistakes__more_than_a_hundred__are_listed_in_part(client: ContractClient) -> None:
    body = json.dumps(PVE | {f"field_{number}": 0 for number in range(50_000)})

    document = problem_of(client.post(RESOLVE, data=body, content_type="application/json"), 422, "invalid-input")

    assert document["detail"] == f"{INVALID} It lists the first 100."
    assert [error["pointer"] for error in document["errors"]] == [f"/field_{number}" for number in range(MOST_ERRORS)]


def test_mistakes__exactly_a_hundred__are_all_listed(client: ContractClient) -> None:
    body = PVE | {f"field_{number}": 0 for number in range(MOST_ERRORS)}

    document = problem_of(client.post(RESOLVE, json=body), 422, "invalid-input")

    assert document["detail"] == INVALID
    assert len(document["errors"]) == MOST_ERRORS


def test_mistakes__more_than_a_hundred_in_an_item_of_a_batch__do_not_shorten_the_others(client: ContractClient) -> None:
    bad = PVE | {f"field_{number}": 0 for number in range(1000)}

    results = client.post(BATCH, json={"requests": [bad, {}, bad]}).get_json()["results"]

    assert [len(result["errors"]) for result in results] == [MOST_ERRORS, 1, MOST_ERRORS]
    assert results[1]["detail"] == INVALID


def test_body__that_breaks_off__is_refused(client: ContractClient, dealer: ScriptedDealer) -> None:
    body = json.dumps(PVE).encode()

    broken_off = client.post(
        RESOLVE,
        data=body,
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": str(len(body) + 1)},
    )

    document = problem_of(broken_off, 400, "bad-request")
    assert document["detail"] == "The body of the request is shorter than its Content-Length says."
    assert dealer.draws == 0


class FailingStream(BytesIO):
    """A body that a server cannot read."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self._error = error

    def read(self, _size: int | None = -1) -> Never:
        raise self._error


def failing(client: ContractClient, error: OSError) -> TestResponse:
    return client.post(
        RESOLVE,
        input_stream=FailingStream(error),
        content_type="application/json",
        environ_overrides={"CONTENT_LENGTH": "9"},
    )


def test_body__that_the_server_cannot_read__is_refused_with_the_reason(
    client: ContractClient, dealer: ScriptedDealer
) -> None:
    document = problem_of(failing(client, OSError("a chunk is not valid")), 400, "bad-request")

    assert document["detail"] == "The body of the request cannot be read: a chunk is not valid."
    assert dealer.draws == 0


def test_body__that_does_not_arrive_in_time__is_a_timeout(client: ContractClient, dealer: ScriptedDealer) -> None:
    document = problem_of(failing(client, TimeoutError()), 408, "request-timeout")

    assert document["detail"] == "The body of the request did not arrive in time."
    assert dealer.draws == 0
