"""One service for all tests that stop nothing: each has keys, draws and revisions of its own."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

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
            service.wait_until_ready(workers=3)
            yield service
        finally:
            service.end()
