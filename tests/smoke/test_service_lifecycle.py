"""The service's life from start to end, and what each of its processes leaves when it is killed."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest
import redis

from tests.conftest import Eventually
from tests.processes import is_alive
from tests.servers import server
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, free_port

GRACEFUL_TIMEOUT_S = 10
"""As in config/gunicorn.conf.py: how long the master waits for a worker that does not end."""


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    """A service that is ready."""
    started = start_service()
    eventually(started.is_ready)
    return started


def test_service__told_to_end__takes_its_workers_and_its_store_along(service: RunningService) -> None:
    others = [service.store_pid(), *service.workers]
    assert len(others) == 3
    assert all(map(is_alive, others))

    service.master.terminate()

    assert service.exit_code() == 0
    assert not any(map(is_alive, others))
    assert not service.is_healthy()
    assert "Traceback" not in service.output


def test_service__ended_with_ctrl_c__ends_in_order(service: RunningService) -> None:
    others = [service.store_pid(), *service.workers]

    service.press_ctrl_c()

    assert service.exit_code() == 0
    assert not any(map(is_alive, others))
    assert "Traceback" not in service.output


def test_service__told_to_end_while_its_workers_start__does_not_wait_for_them(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service()
    eventually(lambda: service.workers)
    before = time.monotonic()

    service.master.terminate()

    assert service.exit_code() == 0
    assert time.monotonic() - before < GRACEFUL_TIMEOUT_S
    assert not any(map(is_alive, service.workers))
    assert not service.store_pid()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_service__master_killed__leaves_neither_worker_nor_store(
    service: RunningService, eventually: Eventually
) -> None:
    service.store().set("key", "value")
    others = [service.store_pid(), *service.workers]

    service.master.kill()

    eventually(lambda: not any(map(is_alive, others)))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with its parent")
def test_service__started_after_its_master_was_killed__has_the_data(
    service: RunningService, start_service: StartService, eventually: Eventually
) -> None:
    service.store().set("key", "value")
    service.master.kill()
    service.master.wait()

    successor = start_service()
    eventually(successor.is_ready)

    assert successor.store().get("key") == b"value"


def test_service__store_killed__has_it_back_with_its_data(service: RunningService, eventually: Eventually) -> None:
    service.store().set("key", "value")
    killed = service.store_pid()

    os.kill(killed, signal.SIGKILL)

    eventually(lambda: service.store_pid() not in (0, killed))
    assert service.store().get("key") == b"value"
    eventually(service.is_ready)
    eventually(lambda: "The embedded store had died and was started again." in service.output)


def test_service__worker_killed__is_ready_again(service: RunningService, eventually: Eventually) -> None:
    os.kill(service.workers[0], signal.SIGKILL)

    eventually(lambda: len(service.workers) == 3 and service.is_ready())
    assert service.store_pid()


def test_service__told_to_reload__keeps_its_store_and_ends_it_at_the_end(
    service: RunningService, eventually: Eventually
) -> None:
    before, old = service.store_pid(), service.workers

    service.master.send_signal(signal.SIGHUP)
    eventually(lambda: len(service.workers) == 4 and not any(map(is_alive, old)))
    eventually(service.is_ready)
    assert service.store_pid() == before

    service.master.terminate()
    assert service.exit_code() == 0
    assert not is_alive(before)


def test_service__data_folder_of_another__is_refused_in_one_line(
    service: RunningService, start_service: StartService
) -> None:
    second = start_service()

    assert second.exit_code() != 0
    assert second.last_line == (
        f"destiny: The data folder {service.data_dir} is in use by store process {service.store_pid()} "
        f"of service process {service.master.pid}; stop it, or set another DESTINY_DATA_DIR."
    )
    assert "Traceback" not in second.output
    assert service.is_ready()


def test_service__port_of_another__is_refused_in_one_line(
    service: RunningService, start_service: StartService, tmp_path: Path
) -> None:
    second = start_service(tmp_path / "var", service.port)

    assert second.exit_code() != 0
    assert second.last_line.startswith(f"destiny: cannot listen on 127.0.0.1:{service.port}: Address already in use")
    assert second.last_line.endswith("Set another DESTINY_HOST or DESTINY_PORT.")
    assert "Traceback" not in second.output
    assert not (tmp_path / "var").exists()
    assert service.is_ready()


def test_service__settings_with_mistakes__are_refused_in_one_line(start_service: StartService) -> None:
    service = start_service(DESTINY_WORKERS="none", DESTINY_PROT="80")

    assert service.exit_code() != 0
    assert service.output == (
        "destiny: Invalid settings: DESTINY_PROT is not a setting, did you mean DESTINY_PORT?; "
        "DESTINY_WORKERS is 'none', allowed: 1 to 64\n"
    )


def test_service__store_that_cannot_start__ends_with_the_reason_in_one_line(start_service: StartService) -> None:
    service = start_service(Path(__file__))

    assert service.exit_code() != 0
    assert service.last_line == (
        f"destiny: The embedded store in {__file__} did not start: the folder cannot be made (it is a file); "
        "set another DESTINY_DATA_DIR."
    )
    assert "Traceback" not in service.output


def test_service__store_of_its_own_not_wanted__uses_the_one_given_and_leaves_it(
    start_service: StartService, eventually: Eventually, store: redis.Redis, store_url: str
) -> None:
    service = start_service(DESTINY_REDIS_URL=store_url)
    eventually(service.is_ready)
    assert not (service.data_dir / "store.lock").exists()

    service.master.terminate()

    assert service.exit_code() == 0
    assert store.ping()


def test_service__given_store_that_no_waiting_makes_usable__ends_with_the_reason_in_one_line(
    start_service: StartService, store_url: str
) -> None:
    service = start_service(DESTINY_REDIS_URL=f"{store_url}?db=99&password=secret")

    assert service.exit_code() != 0
    assert service.last_line.startswith(f"destiny: The store at {store_url.removeprefix('unix://')} cannot be used. ")
    assert "Traceback" not in service.output
    assert "secret" not in service.output
    assert service.status("/health/live") == 0


def test_service__given_store_that_evicts__ends_unless_that_is_wanted(
    start_service: StartService, eventually: Eventually
) -> None:
    with server("--appendonly", "yes", "--maxmemory-policy", "allkeys-lru") as url:
        refused = start_service(DESTINY_REDIS_URL=url)
        assert refused.exit_code() != 0
        assert "maxmemory-policy allkeys-lru" in refused.last_line
        assert refused.last_line.endswith("To start anyway, set DESTINY_STORE_UNSAFE=1.")

        wanted = start_service(DESTINY_REDIS_URL=url, DESTINY_STORE_UNSAFE="1")
        eventually(wanted.is_ready)
        (warned,) = wanted.ask("GET", "/health/ready").document["warnings"]
        assert "maxmemory-policy allkeys-lru" in warned
        assert any(line["level"] == "warning" and "allkeys-lru" in line["message"] for line in wanted.log)


def test_service__given_store_unavailable__says_where_and_not_the_password(
    start_service: StartService, eventually: Eventually
) -> None:
    port = free_port()
    service = start_service(DESTINY_REDIS_URL=f"redis://user:secret@127.0.0.1:{port}/0")

    eventually(lambda: service.status("/health/live") == 200)
    (warned,) = [line["message"] for line in service.log if "starts without it" in line["message"]]
    assert warned.startswith(f"The store at 127.0.0.1:{port} cannot be used yet (down)")
    assert "secret" not in service.output


def test_service__given_store_unavailable__is_live_and_healthy_and_not_ready(
    start_service: StartService, eventually: Eventually, tmp_path: Path
) -> None:
    service = start_service(DESTINY_REDIS_URL=f"unix://{tmp_path}/none.sock")

    eventually(lambda: service.status("/health/live") == 200)
    assert service.status("/health/ready") == 503
    assert service.is_healthy()
