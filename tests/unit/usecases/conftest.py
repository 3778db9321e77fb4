"""Fakes that tests of several use cases share."""

import pytest

from tests.fakes.system import NotedBackground, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def background() -> NotedBackground:
    return NotedBackground()


@pytest.fixture
def log() -> InMemoryTuningLog:
    return InMemoryTuningLog()
