"""Services for the smoke tests, each in its own folder and on its own port unless a test chooses others."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.smoke.running_service import RunningService, free_port

StartService = Callable[..., RunningService]


@pytest.fixture
def start_service(data_dir: Path) -> Iterator[StartService]:
    """Starts a service; it ends with the test."""
    started: list[RunningService] = []

    def start(folder: Path = data_dir, port: int | None = None, **settings: str) -> RunningService:
        output = data_dir.parent / f"output-{len(started)}"
        started.append(RunningService(folder, port or free_port(), output, **settings))
        return started[-1]

    yield start
    for service in started:
        service.end()
