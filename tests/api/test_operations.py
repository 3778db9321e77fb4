"""What those who run the service ask it."""

from dataclasses import dataclass

import pytest

from service import VERSION
from service.app import WARM_UP
from service.metrics.definitions import STORE_UP
from service.store.condition import ADVICE, SILENT, StoreCondition, StoreState
from tests.contract_client import ContractClient
from tests.fakes.app import make_app, tuned_parts
from tests.fakes.metrics import PlainMetrics
from tests.fakes.store_health import FakeStoreHealth
from tests.fakes.system import CountedYields, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


def test_live__store_unavailable__is_still_alive(client: ContractClient, store: FakeStoreHealth) -> None:
    store.state = StoreState.DOWN

    answer = client.get("/health/live")

    assert (answer.status_code, answer.get_json()) == (200, {"status": "live"})


def test_ready__store_there__is_ready(client: ContractClient) -> None:
    answer = client.get("/health/ready")

    assert answer.status_code == 200
    assert answer.get_json() == {
        "status": "ready",
        "checks": {"store": "up"},
        "detail": None,
        "warnings": [],
        "tuning": {
            "tuning_revision": 0,
            "revision": 0,
            "state": "live",
            "reason": None,
            "detail": None,
            "store_revision": None,
            "confirmed_at": "2026-01-01T00:00:00.000Z",
        },
    }


def test_ready__store_unavailable__is_not_and_names_it(client: ContractClient, store: FakeStoreHealth) -> None:
    store.state = StoreState.DOWN

    answer = client.get("/health/ready")

    assert answer.status_code == 503
    assert (answer.get_json()["status"], answer.get_json()["checks"]) == ("not_ready", {"store": "down"})
    assert answer.get_json()["tuning"]["reason"] == "store_unavailable"
    assert answer.headers["Retry-After"] == "1"


@pytest.mark.parametrize("state", [state for state in StoreState if state is not StoreState.UP])
def test_ready__store_in_trouble__is_not_and_says_what_to_do(
    client: ContractClient, store: FakeStoreHealth, state: StoreState
) -> None:
    store.state, store.said = state, "No."

    answer = client.get("/health/ready")

    assert answer.status_code == 503
    assert answer.get_json()["status"] == "not_ready"
    assert answer.get_json()["checks"] == {"store": state}
    assert answer.get_json()["detail"] == f"{ADVICE[state]} It says: No."
    assert answer.get_json()["tuning"]["state"] == ("last_good" if state in SILENT else "live")
    assert answer.headers["Retry-After"] == "1"


def test_ready__store_that_may_lose_what_it_keeps__is_ready_and_warns(
    client: ContractClient, store: FakeStoreHealth
) -> None:
    store.warnings = ("The store evicts keys.",)

    answer = client.get("/health/ready")

    assert answer.status_code == 200
    assert answer.get_json()["warnings"] == ["The store evicts keys."]


def test_ready__store_back_again__is_ready_again(client: ContractClient, store: FakeStoreHealth) -> None:
    store.state = StoreState.DOWN
    client.get("/health/ready")
    store.state = StoreState.UP

    assert client.get("/health/ready").status_code == 200


def test_version__asked_for__names_the_service_and_its_tuning(client: ContractClient) -> None:
    assert client.get("/version").get_json() == {
        "version": VERSION,
        "environment": "development",
        "tuning_revision": 0,
    }


@pytest.mark.parametrize(("state", "up"), [(StoreState.UP, True), (StoreState.FULL, True), (StoreState.DOWN, False)])
def test_metrics__asked_for__ask_the_store_first(state: StoreState, *, up: bool) -> None:
    metrics = PlainMetrics()

    answer = ContractClient(make_app(store_health=FakeStoreHealth(state), metrics=metrics)).get("/metrics")

    assert answer.content_type == "text/plain; version=0.0.4; charset=utf-8"
    assert answer.data == metrics.exposition()
    assert metrics.gauges == {STORE_UP: up}


def test_warm_up__of_a_worker__looks_first_at_all_that_readiness_asks() -> None:
    looked_before = []

    @dataclass
    class Watched(FakeStoreHealth):
        def condition(self) -> StoreCondition:
            looked_before.append((log.questions > 0, yields.taken))
            return super().condition()

    log, yields = InMemoryTuningLog(), CountedYields()
    app = make_app(**tuned_parts(log, StoppedClock()), store_health=Watched(), pause=yields)
    app.extensions[WARM_UP]()
    assert looked_before == [(True, 0)]
    assert yields.taken > 10
