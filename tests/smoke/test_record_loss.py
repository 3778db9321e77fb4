"""What a killed worker takes with it: never more records than the bound on what waits to be written."""

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection, HTTPException
from threading import Lock

import pytest

from service.records.keep import MOST_UNWRITTEN
from service.store import keys
from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService

WORKERS = 2
THREADS = 6
BATCH = 1_000
KILL_AFTER = 6
BATCHES = 16
BODY = json.dumps({"requests": [{"action_type": "pve", "threshold": 100, "actor": {"skills": {}}}] * BATCH}).encode()
HIGHEST = "destiny_records_waiting_highest"


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    started = start_service(DESTINY_WORKERS=str(WORKERS))
    eventually(lambda: started.is_ready() and len(started.workers) == WORKERS)
    return started


def resolve_batch(service: RunningService) -> list[str]:
    """The ids of the resolutions in the answer; none where it did not come."""
    with closing(HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)) as connection:
        try:
            connection.request("POST", "/v1/resolve/batch", BODY, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            results = json.load(answer)["results"]
        except (OSError, HTTPException, ValueError):
            return []
    return [one["resolution_id"] for one in results]


class Traffic:
    """Batches as fast as they are answered; one of the workers is killed among them."""

    def __init__(self, service: RunningService) -> None:
        self._service = service
        self._counting = Lock()
        self._answered = 0
        self.told: set[str] = set()

    def run(self) -> None:
        with ThreadPoolExecutor(THREADS) as pool:
            for ids in pool.map(lambda _: self._one(), range(BATCHES)):
                self.told.update(ids)

    def _one(self) -> list[str]:
        ids = resolve_batch(self._service)
        with self._counting:
            self._answered += 1
            if self._answered == KILL_AFTER:
                os.kill(self._service.workers[0], signal.SIGKILL)
        return ids


def recorded(service: RunningService) -> set[str]:
    return {one.decode() for one in service.store().hkeys(keys.ONE.records[0].documents)}  # type: ignore[union-attr]


def highest(service: RunningService) -> Iterator[float]:
    """The most records that waited in a worker, as the metrics have it."""
    connection = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
    with closing(connection):
        connection.request("GET", "/metrics")
        for line in connection.getresponse().read().decode().splitlines():
            if line.startswith(HIGHEST):
                yield float(line.split()[-1])


def test_worker__killed_amid_batches__loses_no_more_records_than_may_wait(
    service: RunningService, eventually: Eventually
) -> None:
    traffic = Traffic(service)

    traffic.run()

    eventually(lambda: len(service.workers) == WORKERS + 1 and service.is_ready())
    eventually(lambda: len(traffic.told - recorded(service)) <= MOST_UNWRITTEN)
    assert len(traffic.told) > (BATCHES - THREADS - 1) * BATCH
    # Apart from what may wait, only what requests in progress have just resolved and not answered yet.
    eventually(lambda: [*highest(service)])  # workers publish their numbers a moment later
    (most,) = highest(service)
    assert most <= MOST_UNWRITTEN + THREADS * BATCH
