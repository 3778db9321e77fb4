"""The file of operators under several workers: followed by each of them, and checked where a mistake can be shown."""

import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import Eventually
from tests.fakes.operators import digest
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, cold

WHOAMI = "/v1/admin/whoami"
TOKEN = "token-of-ann-for-the-tests"  # noqa: S105
AS_ANN = {"Authorization": f"Bearer {TOKEN}"}
LONE_BRACKET = "[["


def ann(role: str) -> str:
    return f'[[operator]]\nname = "ann"\nrole = "{role}"\ntoken_sha256 = "{digest(TOKEN).hex()}"\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "operators.toml"
    path.write_text(ann("viewer"))
    return path


@pytest.fixture
def service(start_service: StartService, eventually: Eventually, path: Path) -> RunningService:
    """A service with two workers and no admin token."""
    command = cold("tests.smoke.preloaded:app")  # whose answers name the worker
    started = start_service(command=command, DESTINY_OPERATORS_FILE=str(path), DESTINY_ENVIRONMENT="smoke")
    eventually(started.is_ready)
    return started


def roles(service: RunningService) -> set[tuple[str | None, str | None]]:
    """What the answers to some requests show: the worker, and the role of ann if there is one."""
    with ThreadPoolExecutor(10) as threads:
        answers = list(threads.map(lambda _: service.ask("GET", WHOAMI, **AS_ANN), range(20)))
    return {(answer.headers["X-Worker"], answer.document.get("role")) for answer in answers}


def all_say(service: RunningService, role: str | None) -> bool:
    found = roles(service)
    return {said for _, said in found} == {role} and len(found) == 2


def errors(service: RunningService) -> list[str]:
    return [line["message"] for line in service.log if line["level"] == "error"]


def test_file__changed_while_the_service_runs__counts_in_every_worker(
    service: RunningService, eventually: Eventually, path: Path
) -> None:
    eventually(lambda: all_say(service, "viewer"))
    path.write_text(ann("designer"))
    eventually(lambda: all_say(service, "designer"))

    path.write_text(LONE_BRACKET)
    eventually(lambda: all_say(service, "designer") and len(errors(service)) == 2)
    assert all(f"The operators stay as they were, 1 of them: {path}: " in said for said in errors(service))

    path.write_text("")
    eventually(lambda: all_say(service, None))
    assert len(errors(service)) == 2
    assert service.ask("GET", "/version").document["environment"] == "smoke"


def test_start__with_a_mistake_in_the_file__is_refused_in_one_line(start_service: StartService, path: Path) -> None:
    path.write_text(ann("boss"))

    service = start_service(DESTINY_OPERATORS_FILE=str(path))

    assert service.exit_code() != 0
    allowed = "viewer, support, designer, admin"
    assert service.last_line == f"destiny: {path}: operator 1: role is 'boss', allowed: {allowed}"
    assert "Traceback" not in service.output


def test_start__without_the_file__is_refused_in_one_line(start_service: StartService, tmp_path: Path) -> None:
    service = start_service(DESTINY_OPERATORS_FILE=str(tmp_path / "none.toml"))

    assert service.exit_code() != 0
    assert service.last_line == f"destiny: {tmp_path / 'none.toml'}: No such file or directory"


def test_reload__with_a_mistake_in_the_file__keeps_the_workers_who_know_the_operators(
    service: RunningService, eventually: Eventually, path: Path
) -> None:
    eventually(lambda: all_say(service, "viewer"))
    workers = service.workers
    path.write_text(LONE_BRACKET)

    service.master.send_signal(signal.SIGHUP)

    not_reloaded = f"Not reloaded; the old workers keep running: {path}: "
    eventually(lambda: any(said.startswith(not_reloaded) for said in errors(service)))
    assert service.workers == workers
    eventually(lambda: all_say(service, "viewer"))
