"""What those who run the service ask it."""

import pytest

from service import VERSION
from service.usecases.measures import STORE_UP
from tests.contract_client import ContractClient
from tests.fakes import FakeStoreHealth, PlainMetrics, make_app


def test_live__store_away__is_alive_all_the_same(client: ContractClient, store: FakeStoreHealth) -> None:
    store.up = False

    answer = client.get("/health/live")

    assert (answer.status_code, answer.get_json()) == (200, {"status": "live"})


def test_ready__store_there__is_ready(client: ContractClient) -> None:
    answer = client.get("/health/ready")

    assert answer.status_code == 200
    assert answer.get_json() == {
        "status": "ready",
        "checks": {"store": "up"},
        "tuning": {"revision": 0, "state": "live", "reason": None, "confirmed_at": "2026-01-01T00:00:00.000Z"},
    }


def test_ready__store_away__is_not_and_names_it(client: ContractClient, store: FakeStoreHealth) -> None:
    store.up = False

    answer = client.get("/health/ready")

    assert answer.status_code == 503
    assert (answer.get_json()["status"], answer.get_json()["checks"]) == ("not_ready", {"store": "down"})
    assert answer.get_json()["tuning"]["reason"] == "store_away"
    assert answer.headers["Retry-After"] == "1"


def test_ready__store_too_old__is_not_and_says_why(client: ContractClient, store: FakeStoreHealth) -> None:
    store.old = True

    answer = client.get("/health/ready")

    assert answer.status_code == 503
    assert answer.get_json()["status"] == "not_ready"
    assert answer.get_json()["checks"] == {"store": "too_old"}
    assert answer.get_json()["tuning"]["state"] == "live"
    assert answer.headers["Retry-After"] == "1"


def test_ready__store_back_again__is_ready_again(client: ContractClient, store: FakeStoreHealth) -> None:
    store.up = False
    client.get("/health/ready")
    store.up = True

    assert client.get("/health/ready").status_code == 200


def test_version__asked_for__names_the_service_and_its_tuning(client: ContractClient) -> None:
    assert client.get("/version").get_json() == {"version": VERSION, "tuning_revision": 0}


@pytest.mark.parametrize("path", ["/version", "/health/live", "/v1/catalogue"])
def test_get__query_that_means_nothing__is_ignored(client: ContractClient, path: str) -> None:
    assert client.get(f"{path}?a=1&b").status_code == 200


@pytest.mark.parametrize("up", [True, False])
def test_metrics__asked_for__ask_the_store_first(up: bool) -> None:  # noqa: FBT001
    metrics = PlainMetrics()

    answer = ContractClient(make_app(store_health=FakeStoreHealth(up), metrics=metrics)).get("/metrics")

    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.data == metrics.exposition()
    assert metrics.shown == {STORE_UP: up}
