"""A store that has lost the tuning, and deciding which history counts, over the API."""

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.operators.roles import Role
from tests.builders.actions import PVE
from tests.builders.tuned import emptied_app, tuned_app
from tests.contract_client import ContractClient
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.operators import AS
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

TUNING = "/v1/admin/tuning"
COPY = {"keep": "copy", "reason": "The store was emptied."}
STORE = {"keep": "store", "reason": "We start over."}


def adopt(client: ContractClient, body: Any, live: str = '"2"', role: Role = Role.ADMIN) -> TestResponse:
    return client.post(f"{TUNING}/adopt", json=body, headers={**AS[role], "If-Match": live})


def patch(client: ContractClient, based_on: int, margin: int) -> TestResponse:
    body = {"values": {"critical_margin": margin}, "reason": "Try."}
    headers = {**AS[Role.DESIGNER], "If-Match": f'"{based_on}"'}
    return client.request("PATCH", TUNING, json=body, headers=headers)


@pytest.fixture
def client() -> ContractClient:
    """A service that follows revision 2, over a store that was emptied."""
    return ContractClient(emptied_app())


def test_store__emptied__leaves_the_game_the_last_good_revision_and_refuses_changes() -> None:
    log = InMemoryTuningLog()
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))
    for based_on, margin in ((0, 95), (1, 90)):
        assert patch(client, based_on, margin).status_code == 200
    log.kept.clear()

    assert client.post("/v1/resolve", json=PVE).get_json()["tuning_revision"] == 2
    answer = client.get(TUNING, headers=AS[Role.VIEWER]).get_json()
    assert (answer["tuning_revision"], answer["values"]["critical_margin"]) == (2, 90)
    ready = client.get("/health/ready")
    assert ready.status_code == 200
    standing = ready.get_json()["tuning"]
    assert (standing["tuning_revision"], standing["state"], standing["reason"]) == (2, "last_good", "other_history")
    assert standing["store_revision"] == 0
    assert "followed here up to revision 2: it ends with revision 0" in standing["detail"]
    for based_on in (0, 2):
        refused = patch(client, based_on, 80)
        assert refused.status_code == 409
        assert refused.get_json()["type"] == "/problems/tuning-history-differs"
        assert "POST /v1/admin/tuning/adopt" in refused.get_json()["detail"]
    assert log.kept == []
    assert client.post("/v1/odds", json=PVE | {"tuning_revision": 1}).status_code == 503
    assert client.post("/v1/odds", json=PVE | {"tuning_revision": 2}).status_code == 200


@pytest.mark.parametrize(("body", "threshold"), [(COPY, 300), (STORE, 275)])
def test_adopt__either_side__is_a_revision_that_everything_continues_from(
    client: ContractClient, body: dict[str, str], threshold: int
) -> None:
    made = adopt(client, body)

    assert (made.status_code, made.headers["ETag"]) == (200, '"3"')
    record = made.get_json()
    assert (record["tuning_revision"], record["author"], record["adopted"]) == (3, "ada", body["keep"])
    history = client.get(f"{TUNING}/revisions", headers=AS[Role.VIEWER]).get_json()["revisions"]
    assert history[0] == record
    assert [one["tuning_revision"] for one in history] == [3, 2, 0]
    assert client.get("/health/ready").get_json()["tuning"]["state"] == "live"
    newest = client.get(TUNING, headers=AS[Role.VIEWER]).get_json()
    assert newest["values"]["crimes"]["bank_robbery"]["threshold"] == threshold
    assert client.post("/v1/resolve", json=PVE).get_json()["tuning_revision"] == 3
    assert patch(client, 3, 70).get_json()["tuning_revision"] == 4


def test_adopt__the_store__leaves_the_copy_to_be_restored(client: ContractClient) -> None:
    adopt(client, STORE)

    body = {"tuning_revision": 2, "reason": "After all.", "force": True}
    answer = client.post(f"{TUNING}/restore", json=body, headers={**AS[Role.DESIGNER], "If-Match": '"3"'})

    assert (answer.status_code, answer.get_json()["tuning_revision"], answer.get_json()["restores"]) == (200, 4, 2)


def test_revision__lost_by_the_store__does_not_exist(client: ContractClient) -> None:
    adopt(client, COPY)

    assert client.get(f"{TUNING}/revisions/1", headers=AS[Role.VIEWER]).status_code == 404
    answer = client.post("/v1/odds", json=PVE | {"tuning_revision": 1})
    assert answer.status_code == 422
    diff = client.get(f"{TUNING}/diff?from=1&to=3", headers=AS[Role.VIEWER])
    assert diff.status_code == 422


@pytest.mark.parametrize("role", [Role.VIEWER, Role.SUPPORT, Role.DESIGNER])
def test_adopt__by_anyone_but_an_admin__is_forbidden(client: ContractClient, role: Role) -> None:
    assert adopt(client, COPY, role=role).status_code == 403


@pytest.mark.parametrize("body", [COPY, STORE])
def test_adopt__with_nothing_to_decide__is_refused_and_changes_nothing(body: dict[str, str]) -> None:
    client = ContractClient(tuned_app())

    refused = adopt(client, body)

    assert (refused.status_code, refused.get_json()["type"]) == (409, "/problems/nothing-to-adopt")
    assert client.get(TUNING, headers=AS[Role.VIEWER]).headers["ETag"] == '"2"'


def test_adopt__on_another_revision_than_the_live_one__is_stale(client: ContractClient) -> None:
    refused = adopt(client, COPY, live='"0"')

    assert (refused.status_code, refused.headers["ETag"]) == (412, '"2"')
    assert adopt(client, COPY, live="*").status_code == 428


@pytest.mark.parametrize(
    ("body", "pointers"),
    [
        ({}, {"/keep", "/reason"}),
        ({"keep": "both", "reason": " "}, {"/keep", "/reason"}),
        ({**COPY, "force": True}, {"/force"}),
        ({**COPY, "keep": None}, {"/keep"}),
        ({**COPY, "keep": ["copy"]}, {"/keep"}),
        ([], {""}),
    ],
)
def test_adopt__body_with_mistakes__is_refused_with_their_places(
    client: ContractClient, body: Any, pointers: set[str]
) -> None:
    refused = adopt(client, body)

    assert refused.status_code == 422
    assert {one["pointer"] for one in refused.get_json()["errors"]} == pointers


def test_adopt__store_unavailable__is_not_done() -> None:
    log = InMemoryTuningLog(unavailable=True)
    client = ContractClient(make_app(**tuned_parts(log, StoppedClock())))

    assert adopt(client, COPY, live='"0"').status_code == 503
