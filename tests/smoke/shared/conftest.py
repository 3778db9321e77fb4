"""One service for all tests that stop nothing: each has keys, draws and revisions of its own."""

import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import PATIENCE_S
from tests.smoke.running_service import RunningService, cold, free_port
from tests.smoke.tuning_calls import TOKEN


@pytest.fixture(scope="session")
def service() -> Iterator[RunningService]:
    """A service of several workers, which name themselves in their answers."""
    with TemporaryDirectory(prefix="destiny-") as folder:
        service = RunningService(
            Path(folder) / "var",
            free_port(),
            Path(folder) / "output",
            cold("tests.smoke.preloaded:app"),
            DESTINY_WORKERS="3",
            DESTINY_ADMIN_TOKEN=TOKEN,
        )
        try:
            deadline = time.monotonic() + PATIENCE_S
            while not (service.is_ready() and len(service.workers) == 3):
                assert time.monotonic() < deadline, service.output
                time.sleep(0.05)
            yield service
        finally:
            service.end()
