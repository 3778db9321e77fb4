"""A store that hangs under keyed traffic: keys are soon free again, and none is answered with two draws."""

import json
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from threading import Event

import pytest

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService

WORKERS = 2
THREADS = 16
HANG_S = 1.5
"""Longer than a request tries: it gives up within a second, and its commands are carried out after that."""
SMALL_MULTIPLE = 4
"""Keys are usually free within a tenth of a second, and after three at the latest. The machine may be busy."""
BODY = json.dumps({"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}).encode()


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    started = start_service(DESTINY_WORKERS=str(WORKERS))
    eventually(lambda: started.is_ready() and len(started.workers) == WORKERS)
    return started


def ask(service: RunningService, key: str) -> tuple[int, bytes]:
    headers = {"Content-Type": "application/json", "Idempotency-Key": key}
    with closing(HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)) as connection:
        connection.request("POST", "/v1/resolve", BODY, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


@contextmanager
def hanging(pid: int) -> Iterator[None]:
    """Suspend this process."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


@dataclass
class Asked:
    """What became of a key: when it was first asked with, when it was answered, and what all answers said."""

    began: float
    answered: float = 0.0
    statuses: list[int] = field(default_factory=list)
    told: set[bytes] = field(default_factory=set)


def play(service: RunningService, thread: int, done: Event, give_up: Event) -> dict[str, Asked]:
    """Asks with one key after the other, with each until it is answered, and once more then."""
    asked: dict[str, Asked] = {}
    while not done.is_set():
        key = f"{thread}-{len(asked)}"
        this = asked[key] = Asked(time.monotonic())
        while not this.told and not give_up.is_set():
            status, body = ask(service, key)
            this.statuses.append(status)
            if status == 200:
                this.answered = time.monotonic()
                this.told.add(body)
                status, body = ask(service, key)
                this.told |= {body} if status == 200 else set()
            else:
                time.sleep(0.02)
    return asked


def test_store__hanging_for_a_second__locks_no_key_for_long_and_draws_none_twice(
    service: RunningService,
) -> None:
    done, give_up = Event(), Event()
    store = service.store_pid()
    with ThreadPoolExecutor(THREADS) as pool:
        players = [pool.submit(play, service, thread, done, give_up) for thread in range(THREADS)]
        time.sleep(0.5)
        began = time.monotonic()
        with hanging(store):
            time.sleep(HANG_S)
        went_on = time.monotonic()
        done.set()
        wait(players, timeout=SMALL_MULTIPLE * (went_on - began))
        give_up.set()
        asked = {key: this for player in players for key, this in player.result().items()}

    caught = {key: this for key, this in asked.items() if this.began < went_on and 503 in this.statuses}
    assert len(caught) > THREADS // 2
    assert {status for this in asked.values() for status in this.statuses} <= {200, 409, 503}
    assert [key for key, this in caught.items() if not this.told] == []
    assert [key for key, this in asked.items() if len(this.told) > 1] == []
    assert "Traceback" not in service.output
