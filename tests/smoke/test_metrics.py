"""The metrics of a running service: of all its workers, whichever one answers, including those that have ended."""

import os
import signal
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.processes import is_alive, parent
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService

VERSION_ASKED = 'destiny_requests_total{method="GET",route="/version",status="200"}'


def numbers(service: RunningService) -> dict[str, float]:
    """Every sample by its name and labels."""
    with urlopen(f"http://127.0.0.1:{service.port}/metrics", timeout=PATIENCE_S) as answer:
        lines = answer.read().decode().splitlines()
    pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    """A service whose two workers have both been asked for the version."""
    started = start_service()
    eventually(started.is_ready)
    # On a busy machine one worker may take dozens of connections in a row.
    eventually(lambda: started.status("/version") == 200 and len({*pids(started)}) == 2)
    return started


def pids(service: RunningService) -> list[int]:
    """The worker of each request for the version."""
    return [line["pid"] for line in service.requests("/version")]


def test_metrics__when_a_worker_has_been_killed__go_on_from_where_they_were(
    service: RunningService, eventually: Eventually
) -> None:
    asked = len(pids(service))
    eventually(lambda: numbers(service)[VERSION_ASKED] == asked)

    os.kill(service.workers[0], signal.SIGKILL)
    eventually(lambda: len(service.workers) == 3 and service.is_ready())
    assert service.status("/version") == 200

    eventually(lambda: numbers(service)[VERSION_ASKED] == asked + 1)


def test_metrics__of_workers_that_end_in_order__lose_nothing(service: RunningService, eventually: Eventually) -> None:
    asked = len(pids(service))
    service.master.send_signal(signal.SIGHUP)
    eventually(lambda: len(service.workers) == 4 and service.is_ready())

    assert numbers(service)[VERSION_ASKED] == asked


@pytest.mark.usefixtures("store")
def test_metrics__after_a_hot_upgrade__go_on_from_where_they_were(
    start_service: StartService, eventually: Eventually, store_url: str
) -> None:
    service = start_service(DESTINY_REDIS_URL=store_url)
    eventually(service.is_ready)
    assert service.status("/version") == 200
    service.master.send_signal(signal.SIGUSR2)
    eventually(lambda: service.output.count("Worker ready") == 4)
    new_master = parent(service.workers[-1])
    try:
        service.master.terminate()
        assert service.exit_code() == 0
        assert service.status("/version") == 200

        eventually(lambda: numbers(service)[VERSION_ASKED] == 2)
    finally:
        os.kill(new_master, signal.SIGTERM)
    eventually(lambda: not is_alive(new_master))
    assert not list(service.data_dir.glob("metrics-*"))


def test_metrics__store_unavailable__show_it_and_count_its_failures(
    start_service: StartService, eventually: Eventually, tmp_path: Path
) -> None:
    service = start_service(DESTINY_REDIS_URL=f"unix://{tmp_path}/none.sock")
    eventually(lambda: service.status("/health/live") == 200)

    assert numbers(service)["destiny_store_up"] == 0
    eventually(lambda: numbers(service)["destiny_store_failures_total"] >= 2)


@pytest.mark.usefixtures("store")
def test_metrics__folder_that_cannot_be_made__ends_the_start_with_the_reason_in_one_line(
    start_service: StartService, store_url: str
) -> None:
    service = start_service(Path(__file__), DESTINY_REDIS_URL=store_url)

    assert service.exit_code() != 0
    folder = f"{__file__}/metrics-127.0.0.1:{service.port}"
    assert service.last_line == (
        f"destiny: cannot keep metrics in {folder}: Not a directory. Set another DESTINY_DATA_DIR."
    )
    assert "Traceback" not in service.output


def test_metrics__when_the_service_has_ended__leave_nothing_behind(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service()
    eventually(service.is_ready)
    assert list(service.data_dir.glob("metrics-*"))

    service.master.terminate()

    assert service.exit_code() == 0
    assert not list(service.data_dir.glob("metrics-*"))
