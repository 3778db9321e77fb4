"""A disk that is really full under the data folder: answers go on, and no worker ends."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Eventually
from tests.processes import is_alive
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService
from tests.smoke.test_metrics import numbers

ROUTES = ("/version", "/health/live", "/v1/catalogue", "/v1/tuples", "/v1/piecepacks/rankings", "/nothing", "/metrics")
PVE = {"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}
RESOLVED = 'destiny_requests_total{method="POST",route="/v1/resolve",status="200"}'


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 128 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounting = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if mounting.returncode:
        pytest.skip(f"A file system can be mounted by root alone: {mounting.stderr.strip()}")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def service(
    start_service: StartService, eventually: Eventually, small_disk: Path, store_url: str
) -> Iterator[RunningService]:
    started = start_service(small_disk / "var", DESTINY_REDIS_URL=store_url)
    eventually(started.is_ready)
    yield started
    started.end()  # before its disk goes


def fill(disk: Path) -> Path:
    """The file that fills the disk."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            return filler


@pytest.mark.usefixtures("store")
def test_disk__full__stops_no_answer_and_no_worker_and_metrics_go_on_when_there_is_room(
    service: RunningService, small_disk: Path, eventually: Eventually
) -> None:
    workers = service.workers
    assert service.ask("POST", "/v1/resolve", PVE).status == 200
    eventually(lambda: numbers(service).get(RESOLVED) == 1)
    filler = fill(small_disk)

    # Every route and status that is new is a number more.
    statuses = [service.status(path, method=method) for path in ROUTES for method in ("GET", "PUT") for _ in range(4)]
    resolved = [service.ask("POST", "/v1/resolve", PVE).status for _ in range(20)]
    eventually(lambda: "Metrics cannot be written to" in service.output)

    assert set(statuses) == {200, 404, 405}
    assert resolved == [200] * 20
    assert service.workers == workers
    assert all(map(is_alive, workers))
    assert service.is_ready()

    filler.unlink()

    eventually(lambda: numbers(service).get(RESOLVED) == 21)
    assert service.workers == workers
    assert "SIGBUS" not in service.output
