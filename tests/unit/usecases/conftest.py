"""Fakes that tests of several use cases share."""

import pytest

from service.records.keep import KeepRecords
from tests.fakes.ledger import NotingLedger
from tests.fakes.metrics import PlainMetrics
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


@pytest.fixture
def ledger() -> NotingLedger:
    return NotingLedger()


@pytest.fixture
def metrics() -> PlainMetrics:
    return PlainMetrics()


@pytest.fixture
def keep(ledger: NotingLedger, background: NotedBackground, metrics: PlainMetrics) -> KeepRecords:
    return KeepRecords(ledger, background, metrics)
