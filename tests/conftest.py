"""What tests of every kind share: a real store, and patience."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
import redis
from hypothesis import settings

from service.engines.errors import InvalidInput
from service.store.client import connect
from service.store.embedded.server import EmbeddedStore
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import whole_document_with
from tests.case_ids import case_id
from tests.contract.checks.requests import tuning_findings
from tests.openapi import contract
from tests.parallel import pytest_xdist_auto_num_workers, pytest_xdist_make_scheduler

__all__ = ["pytest_xdist_auto_num_workers", "pytest_xdist_make_scheduler"]

# The same examples in every run: never red on one machine and green on the next. How long one takes is the machine's
# affair; hypothesis would fail the test for it.
settings.register_profile("full", max_examples=100, derandomize=True, deadline=None)
settings.register_profile("fast", settings.get_profile("full"), max_examples=15)
settings.load_profile("full")


def pytest_configure(config: pytest.Config) -> None:
    """End at once, with the reason, where no test could pass: the rules cannot read the shipped tuning."""
    config.addinivalue_line("markers", "first_of_all: a check of what all other tests of the contract rely on")
    try:
        TuningRevision.read(0, whole_document_with())
    except InvalidInput as wrong:
        pytest.exit(f"The rules cannot read config/tuning.toml: {wrong}", returncode=1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Fail one test where the contract lacks a line for the tuning, and skip those that would fail for the same."""
    rely = [item for item in items if item.path.is_relative_to(CONTRACT) or item.path.is_relative_to(API)]
    if rely and tuning_findings(contract()):
        for item in rely:
            if not item.get_closest_marker("first_of_all"):
                item.add_marker(
                    pytest.mark.skip("The contract and the rules read different tunings: see test_requests.")
                )


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name the cases of tables for what is in them."""
    return case_id(val)


TESTS: Final = Path(__file__).parent
CONTRACT: Final = TESTS / "contract"
API: Final = TESTS / "api"
PATIENCE_S: Final = 180
"""A service starts in a few seconds, on a busy machine in many."""
Eventually = Callable[[Callable[[], object]], None]
"""Waits until a condition holds; fails the test when it does not come to that."""


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, started as the service starts its own, shared by all tests."""
    with EmbeddedStore(tmp_path_factory.mktemp("store")) as store:
        yield store.url


@pytest.fixture
def store(store_url: str) -> Iterator[redis.Redis]:
    """A client of that server, which is empty at first."""
    with connect(store_url, timeout_s=5) as client:
        client.flushall()
        yield client


@pytest.fixture
def eventually() -> Eventually:
    def wait(condition: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            assert time.monotonic() < deadline, f"It did not come to that within {PATIENCE_S} seconds."
            time.sleep(0.02)

    return wait


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data folder that does not exist yet, with a name short enough for a socket in it."""
    with TemporaryDirectory(prefix="destiny-") as folder:
        yield Path(folder).resolve() / "var"
