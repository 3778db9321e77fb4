"""Records and insight of a real service: every resolution is there once, whatever dies in between."""

import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from tests.builders.random_actions import RandomActions
from tests.conftest import Eventually
from tests.smoke.conftest import StartService
from tests.smoke.record_calls import RESOLUTIONS, THREADS, Json, by_id, insights, play, read_back, records, resolve
from tests.smoke.recount import Recount
from tests.smoke.running_service import RunningService
from tests.smoke.tuning_calls import TOKEN

WORKERS = 2
KILLS = 3
LONGEST_S = 30
"""Far more than an answer takes while the store is unavailable, on a busy machine too; far less than a client waits."""


@pytest.fixture
def start(start_service: StartService, eventually: Eventually) -> Callable[..., RunningService]:
    """Starts a service of several workers and waits until it is ready."""

    def start(**settings: str) -> RunningService:
        started = start_service(DESTINY_WORKERS=str(WORKERS), DESTINY_ADMIN_TOKEN=TOKEN, **settings)
        eventually(lambda: started.is_ready() and len(started.workers) == WORKERS)
        return started

    return start


@pytest.fixture
def service(start: Callable[..., RunningService]) -> RunningService:
    return start()


def test_store__killed_amid_traffic__delays_records_and_nothing_else(
    service: RunningService, eventually: Eventually
) -> None:
    answers: list[tuple[int, float, Json]] = []
    done = Event()

    def one_thread(thread: int) -> None:
        actions = RandomActions(400 + thread)
        while not done.is_set():
            before = time.monotonic()
            answer = service.ask("POST", "/v1/resolve", actions.body())
            answers.append((answer.status, time.monotonic() - before, answer.document))

    with ThreadPoolExecutor(THREADS) as pool:
        threads = [pool.submit(one_thread, thread) for thread in range(THREADS)]
        for kill in range(1, KILLS + 1):
            eventually(lambda kill=kill: len(answers) > kill * 10 * THREADS)  # type: ignore[misc]
            eventually(service.kill_store)
        done.set()
        for thread in threads:
            thread.result()

    assert {status for status, _, _ in answers} == {200}
    assert max(seconds for _, seconds, _ in answers) < LONGEST_S
    made = by_id([document for _, _, document in answers])
    eventually(service.is_ready)
    eventually(lambda: len(read_back(service)) >= len(made))
    assert read_back(service) == made
    eventually(lambda: sum(insights(service)["resolutions"].values()) >= len(made))
    assert insights(service)["resolutions"] == Recount(records(service)).resolutions
    assert "Traceback" not in service.output


def test_service__told_to_end_right_after_it_answered__has_every_record_when_it_starts_again(
    service: RunningService, start: Callable[..., RunningService]
) -> None:
    made = by_id(play(service, seed=500, number=20))
    service.master.send_signal(signal.SIGTERM)
    assert service.exit_code() == 0

    successor = start()

    assert read_back(successor) == made
    assert insights(successor)["resolutions"] == Recount(records(successor)).resolutions


def test_service__reloaded_amid_traffic__has_every_record(service: RunningService, eventually: Eventually) -> None:
    made = by_id(play(service, seed=600, number=20))
    service.master.send_signal(signal.SIGHUP)
    eventually(lambda: len(service.workers) == 2 * WORKERS and service.output.count("Worker ready") == 2 * WORKERS)
    made |= by_id(play(service, seed=700, number=20))

    eventually(lambda: len(read_back(service)) == len(made))
    assert read_back(service) == made


def test_records__beyond_their_bound__are_the_newest(
    start: Callable[..., RunningService], eventually: Eventually
) -> None:
    service = start(DESTINY_RECORDS="50")
    crime = {"action_type": "pve", "crime": "burglary", "actor": {"npc": "rookie"}}
    made = by_id([resolve(service, crime) for _ in range(120)])
    newest = sorted(made, reverse=True)[:50]

    eventually(lambda: list(read_back(service)) == newest)
    assert {service.status(f"{RESOLUTIONS}/{one}") for one in newest} == {200}
    assert {service.status(f"{RESOLUTIONS}/{one}") for one in made if one not in newest} == {404}
