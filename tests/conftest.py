"""Hooks and fixtures for all tests: a real store, a data folder, and waiting for a condition."""

import gc
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
import redis
from hypothesis import is_hypothesis_test, settings

from service.engines.errors import InvalidInput
from service.store.client import connect
from service.store.embedded.server import EmbeddedStore
from service.tuning.revisions import TuningRevision
from tests.builders.tunings import whole_document_with
from tests.case_ids import case_id
from tests.failures import FailuresAtOnce
from tests.parallel import pytest_xdist_auto_num_workers, pytest_xdist_make_scheduler, rank
from tests.patience import PATIENCE_S, wait_until

__all__ = ["pytest_xdist_auto_num_workers", "pytest_xdist_make_scheduler"]

# Every run uses the same examples, so that a test does not pass on one machine and fail on the next. There is no
# deadline: hypothesis would fail a test because the machine is slow.
settings.register_profile("full", max_examples=100, derandomize=True, deadline=None)
# The other sixty would take half a minute of processor time; `make check` tries them too.
settings.register_profile("usual", settings.get_profile("full"), max_examples=40)
settings.register_profile("fast", settings.get_profile("full"), max_examples=15)
settings.load_profile("usual")


def pytest_configure(config: pytest.Config) -> None:
    """Stop with the reason if no test could pass, because the rules cannot read the shipped tuning."""
    # Each test makes an application of tens of thousands of objects: looking for garbage after every 700 takes a fifth
    # of the time of a run.
    gc.set_threshold(10_000)
    config.pluginmanager.register(FailuresAtOnce(config), "failures-at-once")
    config.addinivalue_line("markers", "first_of_all: a check of what all other tests of the contract rely on")
    try:
        TuningRevision.read(0, whole_document_with())
    except InvalidInput as wrong:
        pytest.exit(f"The rules cannot read config/tuning.toml: {wrong}", returncode=1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for no garbage while the tests are collected: they stay, and looking takes a fifth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()


@pytest.hookimpl(tryfirst=True)  # before --random-order, which then shuffles them
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: rank(item.nodeid))
    _watch_nothing_twice(items)
    _skip_what_relies_on_the_tuning_in_the_contract(items)


def _watch_nothing_twice(items: list[pytest.Item]) -> None:
    """Measure no coverage where the same lines run over and over, which would take twice as long for no other line.

    These are the oracles, which go through every hand, and the property tests with their many examples.
    """
    for item in items:
        if item.nodeid.startswith("tests/oracle/") or is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker(pytest.mark.no_cover)


def _skip_what_relies_on_the_tuning_in_the_contract(items: list[pytest.Item]) -> None:
    """If the contract and the rules disagree about the tuning, fail one test rather than hundreds."""
    relying = {path for path in {item.path for item in items} if {CONTRACT, API} & set(path.parents)}
    if relying and _tuning_differs():
        for item in items:
            if item.path in relying and not item.get_closest_marker("first_of_all"):
                item.add_marker(
                    pytest.mark.skip("The contract and the rules read different tunings: see test_requests.")
                )


def _tuning_differs() -> bool:
    # These import the whole service, which most tests of the rules do without.
    from tests.contract.checks.requests import tuning_findings  # noqa: PLC0415
    from tests.openapi import contract  # noqa: PLC0415

    return bool(tuning_findings(contract()))


def pytest_collection_finish() -> None:
    """Look for no garbage among the modules and the tests, which stay to the end."""
    gc.collect()
    gc.freeze()


def pytest_make_parametrize_id(val: object) -> str | None:
    """Name each parametrized case after its content."""
    return case_id(val)


TESTS: Final = Path(__file__).parent
CONTRACT: Final = TESTS / "contract"
API: Final = TESTS / "api"
Eventually = Callable[[Callable[[], object]], None]
"""Waits until a condition holds; fails the test if it does not hold in time."""


@pytest.fixture(scope="session")
def store_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a real server, started as the service starts its own. All tests share it."""
    with EmbeddedStore(tmp_path_factory.mktemp("store")) as store:
        yield store.url


@pytest.fixture
def store(store_url: str) -> Iterator[redis.Redis]:
    """A client of that server, emptied for this test."""
    with connect(store_url, timeout_s=5) as client:
        client.flushall()
        yield client


@pytest.fixture
def eventually() -> Eventually:
    def wait(condition: Callable[[], object]) -> None:
        wait_until(condition, lambda: f"The condition did not hold within {PATIENCE_S} seconds.")

    return wait


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data folder that does not exist yet. Its path is short enough for a socket in it."""
    with TemporaryDirectory(prefix="destiny-") as folder:
        yield Path(folder).resolve() / "var"
