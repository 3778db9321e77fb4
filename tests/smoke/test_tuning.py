"""Changes of the tuning while the store or the service ends: no revision is lost, and the game goes on."""

import os
import signal
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from threading import Event
from urllib.request import urlopen

import pytest

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.processes import is_alive
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService
from tests.smoke.tuning_calls import TOKEN, history, patch

ACTION = {"action_type": "pve", "crime": "bank_robbery", "actor": {"npc": "rookie"}}


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    """A service with admins."""
    started = start_service(DESTINY_ADMIN_TOKEN=TOKEN)
    eventually(started.is_ready)
    return started


def another_store(service: RunningService, killed: int) -> bool:
    return service.store_pid() not in (0, killed)


def test_store__killed_again_and_again_under_traffic__loses_no_revision_and_stops_no_game(
    service: RunningService, eventually: Eventually
) -> None:
    over, made = Event(), dict[int, int]()

    def play(_: int) -> Counter[int]:
        statuses = Counter[int]()
        while not over.is_set():
            statuses[service.ask("POST", "/v1/resolve", ACTION).status] += 1
        return statuses

    def tune() -> Counter[int]:
        statuses, newest = Counter[int](), 0
        for attempt in count(1):
            if over.is_set():
                return statuses
            answer = patch(
                service, newest, f"attempt {attempt}", {"crimes": {"burglary": {"energy_cost": 1000 + attempt}}}
            )
            statuses[answer.status] += 1
            if answer.status == 200:
                made[answer.document["revision"]] = attempt
            if answer.status in (200, 412):
                newest = int(answer.headers["ETag"].strip('"'))
        raise AssertionError

    def more_made(than: int) -> bool:
        return len(made) > than

    with ThreadPoolExecutor(3) as threads:
        playing, tuning = [threads.submit(play, number) for number in range(2)], threads.submit(tune)
        for _ in range(3):
            killed, so_far = service.store_pid(), len(made)
            os.kill(killed, signal.SIGKILL)
            eventually(partial(another_store, service, killed))
            eventually(partial(more_made, so_far + 3))
        over.set()
        played = sum((one.result() for one in playing), Counter[int]())

    assert set(played) == {200}
    assert set(tuning.result()) <= {200, 412, 503}
    records = history(service)
    assert [record["revision"] for record in records] == list(range(len(records) - 1, -1, -1))
    reasons = {record["revision"]: record["reason"] for record in records}
    assert {revision: f"attempt {attempt}" for revision, attempt in made.items()}.items() <= reasons.items()


def test_service__started_while_its_store_is_away__goes_on_with_the_last_good_revision(
    service: RunningService, start_service: StartService, eventually: Eventually
) -> None:
    assert patch(service, 0, "ann", {"critical_margin": 90}).status == 200
    service.master.terminate()
    service.exit_code()

    alone = start_service(DESTINY_REDIS_URL="unix:///nowhere/none.sock")
    eventually(lambda: alone.status("/health/live") == 200)

    assert alone.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 1
    ready = alone.ask("GET", "/health/ready")
    assert ready.status == 503
    assert ready.document["tuning"] == {
        "tuning_revision": 1,
        "revision": 1,
        "state": "last_good",
        "reason": "store_unavailable",
        "detail": None,
        "store_revision": None,
        "confirmed_at": None,
    }


def metrics(service: RunningService) -> str:
    with urlopen(f"http://127.0.0.1:{service.port}/metrics", timeout=PATIENCE_S) as answer:
        text: str = answer.read().decode()
        return text


def log_says(service: RunningService, words: str) -> bool:
    return any(words in line["message"] for line in service.log)


def test_store__emptied_under_a_running_service__rolls_nothing_back_until_somebody_says_so(
    service: RunningService, start_service: StartService, eventually: Eventually
) -> None:
    assert patch(service, 0, "ann", {"critical_margin": 90}).status == 200
    copy = service.data_dir / "tuning-last-good.json"
    eventually(lambda: {service.ask("GET", "/version").document["tuning_revision"] for _ in range(40)} == {1})
    kept = copy.read_bytes()

    service.store().flushall()
    eventually(lambda: service.ask("GET", "/health/ready").document["tuning"]["reason"] == "other_history")
    assert service.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 1
    assert [patch(service, based_on, "ann", {"critical_margin": 80}).status for based_on in (0, 1)] == [409, 409]
    assert log_says(service, "Revision 1 stays live, and changes are refused")
    eventually(lambda: "destiny_tuning_history_differs 1.0" in metrics(service))

    service.master.terminate()
    service.exit_code()
    again = start_service(DESTINY_ADMIN_TOKEN=TOKEN)
    eventually(again.is_ready)
    assert again.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 1
    assert again.ask("GET", "/health/ready").document["tuning"]["reason"] == "other_history"
    assert copy.read_bytes() == kept

    copy.rename(copy.with_name("before.json"))
    old = again.workers
    again.master.send_signal(signal.SIGHUP)
    eventually(lambda: len(again.workers) == 4 and not any(map(is_alive, old)))
    eventually(again.is_ready)
    assert again.ask("GET", "/health/ready").document["tuning"]["state"] == "live"
    assert again.ask("POST", "/v1/resolve", ACTION).document["tuning_revision"] == 0
    assert patch(again, 0, "ann", {"critical_margin": 70}).status == 200
