"""A live tuning over a log in memory, with clocks moved by hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest

from service.tuning.history import TuningHistory
from service.tuning.live import LiveTunings
from service.tuning.ports import TuningLog
from service.tuning.revisions import KeptRevision
from tests.builders.tunings import shipped_revision
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

NEVER_S = 3600.0


@dataclass(slots=True)
class Remembered:
    """A last good revision without a file."""

    kept: list[KeptRevision] = field(default_factory=list)

    def keep(self, revision: KeptRevision) -> None:
        self.kept.append(revision)

    def revision(self) -> KeptRevision | None:
        return self.kept[-1] if self.kept else None


class HandTick:
    """A clock for durations that is moved by hand."""

    seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


Start = Callable[..., LiveTunings]


@pytest.fixture
def log() -> InMemoryTuningLog:
    return InMemoryTuningLog()


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock()


@pytest.fixture
def tick() -> HandTick:
    return HandTick()


@pytest.fixture
def remembered() -> Remembered:
    return Remembered()


@pytest.fixture
def start(log: InMemoryTuningLog, clock: StoppedClock, tick: HandTick, remembered: Remembered) -> Iterator[Start]:
    """Makes a live tuning over the log; it looks for itself when a request finds it overdue, and never otherwise."""
    started: list[LiveTunings] = []

    def make(look_every_s: float = NEVER_S, over: TuningLog = log) -> LiveTunings:
        history = TuningHistory(over, shipped_revision())
        started.append(LiveTunings(history, clock, remembered, tick, look_every_s))
        return started[-1]

    yield make
    for live in started:
        live.close()
