"""The live tuning: it follows the log, and goes on with the last good revision whatever happens to it."""

import logging
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier, active_count
from typing import Any

import pytest
import redis

from service.adapters.live_tunings import LOOK_OVERDUE_S, LiveTunings
from service.adapters.tuning_log import RedisTuningLog
from service.usecases.ports import TuningLog
from service.usecases.store_away import StoreAway
from service.usecases.tuning_history import TuningHistory
from service.usecases.tuning_revisions import KeptRevision, UnreadableRevision
from service.usecases.tuning_standing import NotLive, TuningStanding
from tests.conftest import Eventually
from tests.fakes import StoppedClock
from tests.in_memory.tuning_log import InMemoryTuningLog
from tests.revisions import fill, kept
from tests.tunings import shipped_revision

NEVER_S = 3600.0
UNREADABLE: dict[str, Any] = {"critical_margin": -1}


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


def test_current__nothing_changed_yet__is_the_shipped_revision(start: Start) -> None:
    assert start().current() is shipped_revision()
    assert start().shipped is shipped_revision()


def test_current__at_the_first_use__is_the_newest_revision(start: Start, log: InMemoryTuningLog) -> None:
    _, two = fill(log, kept(1), kept(2, critical_margin=90))

    live = start().current()

    assert (live.number, live.document, live.change) == (2, two.document, two.change)
    assert live.tuning.critical_margin == 9_000


def test_current__before_a_look_is_overdue__asks_nothing(start: Start, log: InMemoryTuningLog, tick: HandTick) -> None:
    live = start()
    live.current()
    fill(log, kept(1))
    asked = log.questions

    tick.seconds += LOOK_OVERDUE_S
    assert live.current().number == 0
    assert log.questions == asked


def test_current__follower_kept_from_its_turn__looks_for_itself(
    start: Start, log: InMemoryTuningLog, tick: HandTick
) -> None:
    live = start()
    live.current()
    fill(log, kept(1))

    tick.seconds += LOOK_OVERDUE_S + 0.001
    assert live.current().number == 1


def test_follower__revision_made_elsewhere__takes_it_in(
    start: Start, log: InMemoryTuningLog, eventually: Eventually
) -> None:
    live = start(look_every_s=0.01)
    assert live.current().number == 0

    fill(log, kept(1), kept(2))

    eventually(lambda: live.current().number == 2)


def test_refresh__revision_made_here__is_live_at_once(start: Start, log: InMemoryTuningLog) -> None:
    live = start()
    live.current()
    fill(log, kept(1))

    live.refresh()

    assert live.current().number == 1


def test_look__nothing_new__reads_no_revision_again(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1))
    live = start()
    before, asked = live.current(), log.questions

    live.refresh()

    assert live.current() is before
    assert log.questions == asked + 1


def test_first_use__by_many_at_once__is_one_look_for_all(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1))
    live, ready = start(), Barrier(16)
    asked, threads = log.questions, active_count()

    def number(_: int) -> int:
        ready.wait()
        return live.current().number

    with ThreadPoolExecutor(16) as pool:
        numbers = list(pool.map(number, range(16)))

    assert numbers == [1] * 16
    assert log.questions == asked + 2  # which is the newest, and what it says
    assert active_count() == threads + 1


def test_standing__confirmed__is_live_since_then(start: Start, log: InMemoryTuningLog, clock: StoppedClock) -> None:
    fill(log, kept(1))
    live = start()

    assert live.standing() == TuningStanding(1, clock.now(), None)
    clock.pass_time(seconds=5)
    live.refresh()
    assert live.standing() == TuningStanding(1, clock.now(), None)


def test_store__away_later__leaves_the_last_good_revision_and_comes_back(
    start: Start, log: InMemoryTuningLog, clock: StoppedClock, caplog: pytest.LogCaptureFixture
) -> None:
    fill(log, kept(1))
    live = start()
    live.current()
    confirmed = clock.now()

    log.away = True
    for _ in range(3):
        clock.pass_time(seconds=5)
        live.refresh()
    assert live.current().number == 1
    assert live.standing() == TuningStanding(1, confirmed, NotLive.STORE_AWAY)
    assert [record.getMessage() for record in caplog.records] == [
        "The store cannot be asked for the tuning; revision 1 goes on: The log is away."
    ]

    log.away = False
    fill(log, kept(2))
    live.refresh()
    assert live.standing() == TuningStanding(2, clock.now(), None)


def test_store__away_at_the_start__goes_on_with_what_was_remembered(
    start: Start, log: InMemoryTuningLog, remembered: Remembered
) -> None:
    remembered.keep(kept(7, critical_margin=90))
    log.away = True
    live = start()

    assert live.current().number == 7
    assert live.current().tuning.critical_margin == 9_000
    assert live.standing() == TuningStanding(7, None, NotLive.STORE_AWAY)


def test_store__away_at_the_start_and_nothing_remembered__goes_on_with_the_shipped_revision(
    start: Start, log: InMemoryTuningLog
) -> None:
    log.away = True
    live = start()

    assert live.current() is shipped_revision()
    assert live.standing() == TuningStanding(0, None, NotLive.STORE_AWAY)


def test_store__back_after_the_start__is_followed(
    start: Start, log: InMemoryTuningLog, remembered: Remembered, eventually: Eventually
) -> None:
    fill(log, kept(1), kept(2))
    remembered.keep(kept(1))
    log.away = True
    live = start(look_every_s=0.01)
    assert live.current().number == 1

    log.away = False
    eventually(lambda: live.current().number == 2)


def test_remembered_revision__unreadable__is_no_help_and_does_no_harm(
    start: Start, log: InMemoryTuningLog, remembered: Remembered, caplog: pytest.LogCaptureFixture
) -> None:
    remembered.keep(kept(7, **UNREADABLE))
    log.away = True

    assert start().current() is shipped_revision()
    assert "Revision 7 of the tuning cannot be read: /critical_margin" in caplog.text


def test_store__with_trouble_nobody_thought_of__does_not_stop_the_service(
    start: Start, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(InMemoryTuningLog):
        def _ask(self) -> None:
            raise RuntimeError("WRONGTYPE")

    live = start(over=Broken())

    assert live.current() is shipped_revision()
    assert live.standing().not_live is NotLive.STORE_AWAY
    (record,) = caplog.records
    assert record.exc_info


@pytest.mark.parametrize("damaged", [True, False])
def test_newest_revision__unreadable__leaves_the_last_good_one_and_tells(
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


@pytest.mark.parametrize("left", [0, 1])
def test_store__with_fewer_revisions_than_before__is_right(
    start: Start, log: InMemoryTuningLog, remembered: Remembered, caplog: pytest.LogCaptureFixture, left: int
) -> None:
    fill(log, kept(1), kept(2))
    live = start()
    live.current()

    del log.kept[left:]
    live.refresh()

    assert live.current().number == left
    assert remembered.kept[-1].number == left
    assert f"has lost revisions of the tuning; its newest is {left} now" in caplog.text


def test_store__with_another_revision_of_the_same_number__is_right(
    start: Start, log: InMemoryTuningLog, caplog: pytest.LogCaptureFixture
) -> None:
    fill(log, kept(1), kept(2, critical_margin=90))
    live = start()
    assert live.current().tuning.critical_margin == 9_000

    log.kept[1] = kept(2, critical_margin=80)
    live.refresh()

    assert live.current().tuning.critical_margin == 8_000
    assert "has lost revisions" in caplog.text


def test_revision__old__is_read_from_the_log_once(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, critical_margin=90), kept(2))
    live = start()
    old = live.revision(1)
    assert old
    assert old.tuning.critical_margin == 9_000

    log.away = True

    assert live.revision(1) is old
    assert live.revision(2) is live.current()
    assert live.revision(0) is shipped_revision()


def test_revision__old_and_not_asked_for_before__needs_the_store(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1), kept(2))
    live = start()
    live.current()
    log.away = True

    with pytest.raises(StoreAway):
        live.revision(1)
    log.away = False
    assert live.revision(1)


def test_revision__not_there__is_none_until_it_is(start: Start, log: InMemoryTuningLog) -> None:
    live = start()

    assert live.revision(1) is None
    fill(log, kept(1))
    found = live.revision(1)
    assert found
    assert found.number == 1


def test_revision__unreadable__says_so(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, **UNREADABLE), kept(2))

    with pytest.raises(UnreadableRevision, match=r"^Revision 1 .* /critical_margin: Must lie within 0 to 100000\.$"):
        start().revision(1)


def test_revision__number_given_to_another__is_read_again(start: Start, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, critical_margin=90), kept(2))
    live = start()
    live.revision(1)

    log.kept[:] = [kept(1, critical_margin=80), kept(2), kept(3)]
    live.refresh()

    again = live.revision(1)
    assert again
    assert again.tuning.critical_margin == 8_000


def test_revision__written_before_a_field_was_there__has_its_shipped_value(
    start: Start, log: InMemoryTuningLog
) -> None:
    older = kept(1, critical_margin=90)
    document = {name: value for name, value in older.document.items() if name not in {"failure_margin", "items"}}
    document["reward_multipliers"] = {"success": 1.5}
    fill(log, KeptRevision(older.id, 1, {**document, "effects": {}}, older.change))

    tuning = start().current().tuning

    assert (tuning.critical_margin, tuning.failure_margin) == (9_000, -5_000)
    assert list(tuning.items) == ["lucky_ace_charm", "iron_horseshoe"]
    assert tuning.effects == {}
    assert [*tuning.reward_multipliers.values()] == [2_000_000, 1_500_000, 0, 0]


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_child__of_a_process_that_has_followed__follows_for_itself(start: Start, log: InMemoryTuningLog) -> None:
    live = start()
    live.current()
    fill(log, kept(1))
    numbers, answer = os.pipe()

    child = os.fork()
    if child == 0:
        os.write(answer, b"%d %d" % (live.current().number, active_count()))
        os._exit(0)
    os.waitpid(child, 0)

    # One thread runs the test, the other is the child's own follower; the parent has not looked again.
    assert os.read(numbers, 100) == b"1 2"
    assert live.current().number == 0


def test_live_tunings__two_over_one_real_store__agree_within_a_second(
    start: Start, store: redis.Redis, eventually: Eventually
) -> None:
    one = start(over=RedisTuningLog(store))
    other = start(over=RedisTuningLog(store), look_every_s=0.05)
    assert one.current().number == other.current().number == 0

    fill(RedisTuningLog(store), kept(1, critical_margin=90))
    one.refresh()

    assert one.current().tuning.critical_margin == 9_000
    eventually(lambda: other.current().tuning.critical_margin == 9_000)
