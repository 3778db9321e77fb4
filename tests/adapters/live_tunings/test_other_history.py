"""A real store that has lost revisions, and what the last good copy on disk is for."""

import logging
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from service.store.keys import ONE
from service.tuning.files import LastGoodTuning
from service.tuning.history import TuningHistory
from service.tuning.live import LiveTunings
from service.tuning.ports import NotLive
from service.tuning.redis import RedisTuningLog
from service.tuning.revisions import KeptRevision
from tests.adapters.live_tunings.conftest import NEVER_S, HandTick, Remembered, Start
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import shipped_revision
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

Process = Callable[[], LiveTunings]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    return tmp_path / "tuning-last-good.json"


@pytest.fixture
def process(store: redis.Redis, copy: Path) -> Iterator[Process]:
    """Starts a process over the store and the file; it reads the log only when the test asks for it."""

    started: list[LiveTunings] = []

    def start() -> LiveTunings:
        history = TuningHistory(RedisTuningLog(store), shipped_revision())
        started.append(LiveTunings(history, StoppedClock(), LastGoodTuning(copy), HandTick(), NEVER_S))
        return started[-1]

    yield start
    for live in started:
        live.close()


def two_revisions(store: redis.Redis) -> None:
    fill(RedisTuningLog(store), kept(1), kept(2, critical_margin=90))


def emptied(store: redis.Redis) -> None:
    store.flushall()


def went_back(store: redis.Redis) -> None:
    store.rpop(ONE.tuning_log)


def another(store: redis.Redis) -> None:
    store.delete(ONE.tuning_log)
    fill(RedisTuningLog(store), *(kept(number, critical_margin=80) for number in range(1, 6)))


LOSSES = {"emptied": emptied, "went back": went_back, "another": another}


@pytest.mark.parametrize("loss", LOSSES.values(), ids=LOSSES)
def test_store__that_lost_revisions__is_not_followed_by_those_running_nor_by_those_started_later(
    store: redis.Redis,
    process: Process,
    copy: Path,
    loss: Callable[[redis.Redis], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    two_revisions(store)
    running = process()
    assert running.current().number == 2
    before, dump = copy.read_bytes(), store.dump(ONE.tuning_log) or b""

    loss(store)
    running.refresh()
    running.refresh()
    later = process()

    for live in (running, later):
        assert live.current().number == 2
        assert live.current().tuning.critical_margin == 9_000
        assert live.standing().not_live is NotLive.OTHER_HISTORY
    assert [record.levelno for record in caplog.records] == [logging.ERROR] * 2  # once a process
    assert "Revision 2 stays live, and changes are refused" in caplog.text
    assert copy.read_bytes() == before

    store.restore(ONE.tuning_log, 0, dump, replace=True)
    for live in (running, later):
        live.refresh()
        assert live.standing().not_live is None


def test_store__accepted_by_moving_the_copy_away__is_followed_by_the_next_process(
    store: redis.Redis, process: Process, copy: Path
) -> None:
    two_revisions(store)
    process().current()
    emptied(store)

    copy.rename(copy.with_name("before.json"))
    live = process()

    assert live.current() is shipped_revision()
    assert live.standing().not_live is None
    assert not copy.exists()


def test_store__away_and_then_another__is_not_followed(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1))
    live = start()
    live.current()
    log.unavailable = True
    live.refresh()

    log.kept.clear()
    log.unavailable = False
    live.refresh()

    assert live.current().number == 1
    assert live.standing().not_live is NotLive.OTHER_HISTORY


def test_copy__readable_where_the_store_is_damaged__goes_on(
    start: Start, log: InMemoryTuningLog, remembered: Remembered
) -> None:
    _, two = fill(log, kept(1), kept(2))
    remembered.keep(two)
    log.damaged = {2}
    live = start()

    assert live.current().number == 2
    assert live.standing().not_live is None
    assert remembered.kept == [two]


def test_copy__no_tuning_by_the_rules_of_today__still_shows_that_the_store_lost_it(
    start: Start, remembered: Remembered, log: InMemoryTuningLog
) -> None:
    remembered.keep(kept(2, **UNREADABLE))
    fill(log, kept(1))

    live = start()

    assert live.current() is shipped_revision()
    assert live.standing().not_live is NotLive.OTHER_HISTORY


def test_copy__of_the_same_history__is_replaced_by_more_and_not_by_the_same(
    start: Start, remembered: Remembered, log: InMemoryTuningLog
) -> None:
    (one,) = fill(log, kept(1))
    remembered.keep(one)
    live = start()
    live.current()
    assert remembered.kept == [one]

    (two,) = fill(log, kept(2))
    live.refresh()
    assert [*map(number, remembered.kept)] == [1, 2]
    assert remembered.kept[-1].id == two.id


def number(revision: KeptRevision) -> int:
    return revision.number
