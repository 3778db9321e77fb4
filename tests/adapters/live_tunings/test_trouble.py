"""The live tuning goes on with the last good revision, whatever happens to the log."""

import logging

import pytest

from service.tuning.ports import NotLive, TuningStanding
from service.tuning.revisions import LogHead
from tests.adapters.live_tunings.conftest import Remembered, Start
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import shipped_revision
from tests.conftest import Eventually
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


def test_store__away_later__leaves_the_last_good_revision_and_comes_back(
    start: Start, log: InMemoryTuningLog, clock: StoppedClock, caplog: pytest.LogCaptureFixture
) -> None:
    fill(log, kept(1))
    live = start()
    live.current()
    confirmed = clock.now()

    log.unavailable = True
    for _ in range(3):
        clock.pass_time(seconds=5)
        live.refresh()
    assert live.current().number == 1
    assert live.standing() == TuningStanding(1, confirmed, NotLive.STORE_UNAVAILABLE)
    log.unavailable = False
    fill(log, kept(2))
    live.refresh()
    live.refresh()
    assert live.standing() == TuningStanding(2, clock.now(), None)
    assert [record.getMessage() for record in caplog.records] == [
        "Cannot read the tuning from the store; revision 1 stays live: The log is unavailable.",
        "The tuning can be read from the store again.",
    ]


def test_store__away_at_the_start__goes_on_with_what_was_remembered(
    start: Start, log: InMemoryTuningLog, remembered: Remembered
) -> None:
    remembered.keep(kept(7, critical_margin=90))
    log.unavailable = True
    live = start()

    assert live.current().number == 7
    assert live.current().tuning.critical_margin == 9_000
    assert live.standing() == TuningStanding(7, None, NotLive.STORE_UNAVAILABLE)


def test_store__away_at_the_start_and_nothing_remembered__goes_on_with_the_shipped_revision(
    start: Start, log: InMemoryTuningLog
) -> None:
    log.unavailable = True
    live = start()

    assert live.current() is shipped_revision()
    assert live.standing() == TuningStanding(0, None, NotLive.STORE_UNAVAILABLE)


def test_store__back_after_the_start__is_followed(
    start: Start, log: InMemoryTuningLog, remembered: Remembered, eventually: Eventually
) -> None:
    one, _ = fill(log, kept(1), kept(2))
    remembered.keep(one)
    log.unavailable = True
    live = start(look_every_s=0.01)
    assert live.current().number == 1

    log.unavailable = False
    eventually(lambda: live.current().number == 2)


def test_store__with_unforeseen_trouble__does_not_stop_the_service(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(InMemoryTuningLog):
        def _ask(self) -> None:
            raise RuntimeError("WRONGTYPE")

    live = start(over=Broken())

    assert live.current() is shipped_revision()
    assert live.standing().not_live is NotLive.STORE_UNAVAILABLE
    (record,) = caplog.records
    assert record.exc_info


@pytest.mark.parametrize("damaged", [True, False])
def test_newest_revision__unreadable__leaves_the_last_good_one_and_is_reported(
    start: Start, log: InMemoryTuningLog, caplog: pytest.LogCaptureFixture, *, damaged: bool
) -> None:
    fill(log, kept(1), kept(2))
    live = start()
    live.current()

    fill(log, kept(3) if damaged else kept(3, **UNREADABLE))
    log.damaged = {3} if damaged else set()
    live.refresh()
    live.refresh()

    assert live.current().number == 2
    assert live.standing().not_live is NotLive.UNREADABLE_REVISION
    assert [record.levelno for record in caplog.records] == [logging.ERROR]

    fill(log, kept(4))
    live.refresh()
    assert live.current().number == 4
    assert live.standing().not_live is None


def test_revisions__unreadable_at_the_start__are_passed_over_down_to_the_last_good_one(
    start: Start, log: InMemoryTuningLog, remembered: Remembered
) -> None:
    fill(log, kept(1), kept(2, **UNREADABLE), kept(3, **UNREADABLE))
    live = start()

    assert live.standing() == TuningStanding(1, StoppedClock().now(), NotLive.UNREADABLE_REVISION)
    assert [revision.number for revision in remembered.kept] == [1]


def test_revisions__none_of_them_readable__leave_the_shipped_one(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, **UNREADABLE))
    live = start()

    assert live.current() is shipped_revision()
    assert live.standing().not_live is NotLive.UNREADABLE_REVISION


def test_store__losing_the_newest_revision_while_it_is_read__leaves_the_one_before(start: Start) -> None:
    class Losing(InMemoryTuningLog):
        def head(self) -> LogHead:
            return LogHead(2, "gone by now")

    log = Losing()
    fill(log, kept(1))

    assert start(over=log).current().number == 1
