"""The file of API tokens under several workers: followed by each of them, and checked where a mistake can be shown."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import Eventually
from tests.fakes.operators import digest
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService, cold

OLD, NEW = "token-of-the-old-backend", "token-of-the-new-backend"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "tokens"
    path.write_text(f"{OLD}\n")
    return path


def answers(service: RunningService, token: str) -> set[tuple[str | None, int]]:
    """What the answers to some requests show: the worker, and the status."""
    with ThreadPoolExecutor(10) as threads:
        sent = {"Authorization": f"Bearer {token}"}
        all_of_them = threads.map(lambda _: service.ask("GET", "/v1/catalogue", **sent), range(20))
        return {(answer.headers["X-Worker"], answer.status) for answer in all_of_them}


def all_say(service: RunningService, token: str, status: int) -> bool:
    found = answers(service, token)
    return {said for _, said in found} == {status} and len(found) == 2


def errors(service: RunningService) -> list[str]:
    return [line["message"] for line in service.log if line["level"] == "error"]


def test_tokens__rotated_while_the_service_runs__count_in_every_worker(
    start_service: StartService, eventually: Eventually, path: Path
) -> None:
    command = cold("tests.smoke.preloaded:app")  # whose answers name the worker
    service = start_service(command=command, DESTINY_API_TOKENS_FILE=str(path))
    eventually(service.is_ready)
    assert service.status("/v1/catalogue") == 401
    eventually(lambda: all_say(service, OLD, 200))

    path.write_text(f"{OLD}\nsha256:{digest(NEW).hex()}\n")
    eventually(lambda: all_say(service, NEW, 200))
    assert all_say(service, OLD, 200)

    path.write_text("short\n")
    eventually(lambda: all_say(service, OLD, 200) and len(errors(service)) == 2)
    assert all(f"The API tokens stay as they were, 2 of them: {path}: line 1 " in said for said in errors(service))

    path.write_text(f"{NEW}\n")
    eventually(lambda: all_say(service, OLD, 401))
    assert all_say(service, NEW, 200)
    assert OLD not in service.output
    assert NEW not in service.output


def test_start__with_a_mistake_in_the_file_of_tokens__is_refused_in_one_line(
    start_service: StartService, path: Path
) -> None:
    path.write_text(f"{OLD}!\n")

    service = start_service(DESTINY_API_TOKENS_FILE=str(path))

    assert service.exit_code() != 0
    assert service.last_line.startswith(f"destiny: {path}: line 1 is wrong, allowed: a token of 16 to 128 letters")
    assert OLD not in service.output
