"""Retries against a real service: many workers, many threads, and the store or a worker killed in between."""

import json
import os
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Barrier, Event, Semaphore
from typing import Any

import pytest
import redis

from service.store.keys import ONE
from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, cold

WORKERS = 2
THREADS = 50
NOBODY: dict[str, Any] = {"skills": {}}
DUEL = {"action_type": "pvp", "actor": NOBODY, "target": NOBODY}
LEASED = {**DUEL, "actor": {**NOBODY, "character_id": "billy"}}
"""It changes the store, so its key is leased before it draws."""
KILLS = 3
TRAFFIC_THREADS = 8


ACTIONS = (DUEL, LEASED)


@dataclass(frozen=True)
class Answer:
    """What came back; status 0 where the connection broke."""

    status: int
    body: bytes = b""
    retry_after: str | None = None
    replayed: str | None = None


def ask(service: RunningService, key: str, action: dict[str, Any] = DUEL) -> Answer:
    connection = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    with closing(connection):
        try:
            connection.request("POST", "/v1/resolve", json.dumps(action).encode(), headers)
            came = connection.getresponse()
            head = came.headers
            return Answer(came.status, came.read(), head["Retry-After"], head["Idempotent-Replayed"])
        except (OSError, HTTPException):
            return Answer(0)


def ask_until_answered(service: RunningService, key: str, action: dict[str, Any]) -> Iterator[Answer]:
    """Every answer up to the first 200, as a caller gets them who asks again."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        answer = ask(service, key, action)
        yield answer
        if answer.status == 200:
            return
        time.sleep(0.05)


def resolution_id(body: bytes) -> str:
    return str(json.loads(body)["resolution_id"])


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    """A service of several workers that is ready."""
    started = start_service(DESTINY_WORKERS=str(WORKERS))
    eventually(lambda: started.is_ready() and len(started.workers) == WORKERS)
    return started


class SlowService:
    """A service of several workers whose draws are seen, and wait as long as they are held."""

    def __init__(self, start: StartService, folder: Path, store_url: str, lease_s: float) -> None:
        self._draws, self._hold = folder / "draws", folder / "hold"
        self._draws.touch()
        self.service = start(
            command=cold("tests.smoke.slow_draws:app"),
            DESTINY_WORKERS=str(WORKERS),
            DESTINY_REDIS_URL=store_url,
            SLOW_DRAWS_FOLDER=str(folder),
            SLOW_DRAWS_LEASE_S=str(lease_s),
        )

    @property
    def draws(self) -> list[int]:
        """The process id of the worker of each draw, in order."""
        return [int(line) for line in self._draws.read_text().splitlines(keepends=True) if line.endswith("\n")]

    def hold(self) -> None:
        self._hold.touch()

    def go_on(self) -> None:
        self._hold.unlink()


@pytest.fixture
def start_slow(
    start_service: StartService, tmp_path: Path, store: redis.Redis, store_url: str, eventually: Eventually
) -> Callable[[float], SlowService]:
    """Starts such a service on an empty store; its leases last so long."""
    assert store.dbsize() == 0

    def start(lease_s: float) -> SlowService:
        slow = SlowService(start_service, tmp_path, store_url, lease_s)
        eventually(slow.service.is_ready)
        return slow

    return start


def test_leased_key__sent_by_50_threads_at_once__draws_once(start_slow: Callable[[float], SlowService]) -> None:
    slow = start_slow(60)
    at_once, told_to_wait = Barrier(THREADS), Semaphore(0)

    def race(_: int) -> list[Answer]:
        at_once.wait()
        first = ask(slow.service, "one-key-for-all", LEASED)
        if first.status == 409:
            told_to_wait.release()
        return [first, *ask_until_answered(slow.service, "one-key-for-all", LEASED)]

    slow.hold()
    with ThreadPoolExecutor(THREADS) as pool:
        races = pool.map(race, range(THREADS))
        others_wait = all(told_to_wait.acquire(timeout=PATIENCE_S) for _ in range(THREADS - 1))
        slow.go_on()
        answers = [answer for answers in races for answer in answers]

    assert others_wait
    assert len(slow.draws) == 1
    told = [answer for answer in answers if answer.status == 200]
    refused = [answer for answer in answers if answer.status != 200]
    assert len(told) == THREADS + 1
    assert len({answer.body for answer in told}) == 1
    assert [answer.replayed for answer in told].count(None) == 1
    assert {(answer.status, answer.retry_after) for answer in refused} == {(409, "1")}
    assert all(b"idempotency-key-in-use" in answer.body for answer in refused)


def test_key__sent_by_50_threads_at_once__has_one_answer_and_one_record(
    start_slow: Callable[[float], SlowService], store: redis.Redis, eventually: Eventually
) -> None:
    slow = start_slow(60)

    slow.hold()
    with ThreadPoolExecutor(THREADS) as pool:
        asked = [pool.submit(ask, slow.service, "one-key-for-all") for _ in range(THREADS)]
        eventually(lambda: len(slow.draws) == THREADS)
        slow.go_on()
        answers = [one.result() for one in asked]

    assert {answer.status for answer in answers} == {200}
    assert len({answer.body for answer in answers}) == 1
    assert [answer.replayed for answer in answers].count(None) == 1
    assert ask(slow.service, "one-key-for-all") == Answer(200, answers[0].body, replayed="true")
    # The records of all requests would be written at about the same time, so one more resolution follows them.
    last = ask(slow.service, "another-key")
    records = ONE.records[0].documents
    eventually(lambda: store.hexists(records, resolution_id(last.body)))
    assert set(store.hkeys(records)) == {resolution_id(one.body).encode() for one in (answers[0], last)}


def test_store__killed_again_and_again_amid_traffic__tells_no_second_draw(
    service: RunningService, eventually: Eventually
) -> None:
    seen: dict[str, set[Answer]] = defaultdict(set)
    done = Event()

    def play(thread: int) -> None:
        number = 0
        while not done.is_set():
            key = f"{thread}-{number}"
            for _ in range(6):  # also again after an answer, which then has to be the same
                seen[key].add(ask(service, key, ACTIONS[number % 2]))
            number += 1

    def told_keys() -> int:
        return sum(200 in {answer.status for answer in list(answers)} for answers in list(seen.values()))

    with ThreadPoolExecutor(TRAFFIC_THREADS) as pool:
        players = [pool.submit(play, thread) for thread in range(TRAFFIC_THREADS)]
        for kill in range(1, KILLS + 1):
            eventually(lambda kill=kill: told_keys() > kill * TRAFFIC_THREADS)  # type: ignore[misc]
            eventually(service.kill_store)
        done.set()
        for player in players:
            player.result()
    eventually(service.is_ready)
    for key, answers in seen.items():
        if 200 in {answer.status for answer in answers}:
            answers.add(ask(service, key, ACTIONS[int(key.partition("-")[2]) % 2]))

    assert {answer.status for answers in seen.values() for answer in answers} <= {200, 409, 503}
    refused = [answer for answers in seen.values() for answer in answers if answer.status != 200]
    assert any(answer.status == 503 for answer in refused)
    assert all(answer.retry_after for answer in refused)
    told = {key: {answer.body for answer in answers if answer.status == 200} for key, answers in seen.items()}
    assert len([key for key, bodies in told.items() if bodies]) > TRAFFIC_THREADS
    assert [key for key, bodies in told.items() if len(bodies) > 1] == []
    assert "Traceback" not in service.output


@pytest.mark.parametrize("action", ACTIONS)
def test_worker__killed_while_it_draws__leaves_the_key_to_the_next_request(
    start_slow: Callable[[float], SlowService], eventually: Eventually, action: dict[str, Any]
) -> None:
    slow = start_slow(3)
    slow.hold()

    with ThreadPoolExecutor() as pool:
        unlucky = pool.submit(ask, slow.service, "unlucky", action)
        eventually(lambda: slow.draws)
        os.kill(slow.draws[0], signal.SIGKILL)
        assert unlucky.result().status == 0
    slow.go_on()
    *refused, first = ask_until_answered(slow.service, "unlucky", action)

    assert (first.status, first.replayed) == (200, None)
    assert {(answer.status, answer.retry_after) for answer in refused} <= {(409, "1")}
    assert len(slow.draws) == 2
    assert ask(slow.service, "unlucky", action) == Answer(200, first.body, replayed="true")
