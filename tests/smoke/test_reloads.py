"""Mistakes that would end the workers: reported at the start, and on a HUP before the running workers are replaced."""

import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.conftest import Eventually
from tests.dockerfile import PROJECT
from tests.processes import is_alive
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, cold

MISSPELT, LONE_BRACKET = 'skill_curve = "fromula"', "[["
NOT_RELOADED = "Not reloaded; the old workers keep running: "


@pytest.fixture
def tuning_file(tmp_path: Path) -> Path:
    """The shipped tuning, to be changed."""
    return Path(shutil.copy(PROJECT / "config" / "tuning.toml", tmp_path / "tuning.toml"))


def misspell(tuning_file: Path) -> None:
    text = tuning_file.read_text()
    assert 'skill_curve = "formula"' in text
    tuning_file.write_text(text.replace('skill_curve = "formula"', MISSPELT))


def errors(service: RunningService) -> list[str]:
    return [line["message"] for line in service.log if line["level"] == "error"]


def hang_up(service: RunningService, eventually: Eventually) -> None:
    """Send a HUP, and wait until the master has seen it."""
    seen = service.output.count("Handling signal: hup")
    service.master.send_signal(signal.SIGHUP)
    eventually(lambda: service.output.count("Handling signal: hup") > seen)


@pytest.fixture
def service(start_service: StartService, eventually: Eventually, tuning_file: Path) -> RunningService:
    """A service that is ready, with its own tuning file."""
    started = start_service(DESTINY_TUNING_FILE=str(tuning_file))
    eventually(started.is_ready)
    return started


def test_start__with_a_mistake_in_the_tuning_file__is_refused_with_its_place_in_one_line(
    start_service: StartService, tuning_file: Path
) -> None:
    misspell(tuning_file)

    service = start_service(DESTINY_TUNING_FILE=str(tuning_file))

    assert service.exit_code() != 0
    assert service.last_line == f"destiny: {tuning_file}: /skill_curve: Must be formula, published or table."
    assert "Traceback" not in service.output


def test_start__with_a_tuning_file_that_is_no_toml__is_refused_with_the_line(
    start_service: StartService, tuning_file: Path
) -> None:
    tuning_file.write_text(LONE_BRACKET)

    service = start_service(DESTINY_TUNING_FILE=str(tuning_file))

    assert service.exit_code() != 0
    assert service.last_line.startswith(f"destiny: {tuning_file}: ")
    assert "Traceback" not in service.output
    assert not service.store_pid()


def test_reload__with_a_mistake_in_the_tuning_file__keeps_the_workers_until_it_is_corrected(
    service: RunningService, eventually: Eventually, tuning_file: Path
) -> None:
    workers = service.workers
    misspell(tuning_file)

    hang_up(service, eventually)

    eventually(lambda: errors(service))
    assert errors(service) == [f"{NOT_RELOADED}{tuning_file}: /skill_curve: Must be formula, published or table."]
    assert service.workers == workers
    assert service.is_ready()

    tuning_file.write_text(tuning_file.read_text().replace(MISSPELT, 'skill_curve = "published"'))
    hang_up(service, eventually)

    eventually(lambda: len(service.workers) == 4 and service.is_ready() and not any(map(is_alive, workers)))


def test_reload__with_the_tuning_file_gone__keeps_the_workers(
    service: RunningService, eventually: Eventually, tuning_file: Path
) -> None:
    tuning_file.unlink()

    hang_up(service, eventually)

    eventually(lambda: errors(service))
    assert errors(service) == [
        f"{NOT_RELOADED}Invalid settings: DESTINY_TUNING_FILE is '{tuning_file}', allowed: an existing file"
    ]
    assert service.is_ready()


def test_reload__with_code_that_cannot_be_loaded__keeps_the_workers_and_shows_where(
    start_service: StartService, eventually: Eventually, tmp_path: Path
) -> None:
    module = tmp_path / "deployed.py"
    module.write_text("from service.wsgi import app\n")
    service = start_service(command=cold("deployed:app"), PYTHONPATH=str(tmp_path))
    eventually(service.is_ready)
    # Of another size, or Python would use the bytecode of the same second.
    module.write_text("from service.wsgi import no_app\n")

    hang_up(service, eventually)

    eventually(lambda: errors(service))
    (message,) = errors(service)
    assert message.startswith(NOT_RELOADED)
    assert f'File "{module}", line 1' in message
    assert service.is_ready()


def test_worker__killed_while_the_tuning_file_is_wrong__does_not_end_the_service_and_comes_back_when_it_is_right(
    service: RunningService, eventually: Eventually, tuning_file: Path
) -> None:
    right = tuning_file.read_text()
    misspell(tuning_file)

    os.kill(service.workers[0], signal.SIGKILL)

    eventually(lambda: "The application cannot be loaded; trying again." in errors(service))
    assert service.master.poll() is None
    assert service.status("/health/live") == 200
    tuning_file.write_text(right)
    eventually(lambda: service.output.count("Worker ready") == 3)
