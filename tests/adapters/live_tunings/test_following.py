"""The live tuning follows the log: at the first use, in the background, and when it is overdue."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier, Event, active_count
from threading import enumerate as enumerate_threads

import pytest
import redis

from service.tuning.change import ChangeTuning, Signature
from service.tuning.history import TuningHistory
from service.tuning.live import LOOK_OVERDUE_S, LiveTunings
from service.tuning.ports import TuningStanding
from service.tuning.redis import RedisTuningLog
from service.tuning.revisions import KeptRevision, LogHead
from service.tuning.warnings import WarnOfChange
from tests.adapters.live_tunings.conftest import NEVER_S, HandTick, Remembered, Start
from tests.builders.revisions import UNREADABLE, fill, kept, removing
from tests.builders.tunings import shipped_revision
from tests.conftest import Eventually
from tests.fakes.system import NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


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


def test_current__after_the_end__asks_nothing_however_long_ago_the_last_look_was(
    start: Start, log: InMemoryTuningLog, tick: HandTick
) -> None:
    live = start()
    live.current()
    live.close()
    fill(log, kept(1))
    asked = log.questions

    tick.seconds += LOOK_OVERDUE_S + 0.001
    assert live.current().number == 0
    assert log.questions == asked


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
    asked, threads = log.questions, set(enumerate_threads())

    def number(_: int) -> int:
        ready.wait()
        return live.current().number

    with ThreadPoolExecutor(16) as pool:
        numbers = list(pool.map(number, range(16)))

    assert numbers == [1] * 16
    assert log.questions == asked + 2  # which is the newest, and what it says
    assert [thread.name for thread in set(enumerate_threads()) - threads] == ["tuning-follower"]


def test_standing__confirmed__is_live_since_then(start: Start, log: InMemoryTuningLog, clock: StoppedClock) -> None:
    fill(log, kept(1))
    live = start()

    assert live.standing() == TuningStanding(1, clock.now(), None)
    clock.pass_time(seconds=5)
    live.refresh()
    assert live.standing() == TuningStanding(1, clock.now(), None)


def test_remembered_revision__unreadable__is_no_help_and_does_no_harm(
    start: Start, log: InMemoryTuningLog, remembered: Remembered, caplog: pytest.LogCaptureFixture
) -> None:
    remembered.keep(kept(7, **UNREADABLE))
    log.unavailable = True

    assert start().current() is shipped_revision()
    assert "Revision 7 of the tuning cannot be read: /critical_margin" in caplog.text


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


def test_live_tunings__two_over_one_real_store__come_to_agree(
    start: Start, store: redis.Redis, eventually: Eventually
) -> None:
    one = start(over=RedisTuningLog(store))
    other = start(over=RedisTuningLog(store), look_every_s=0.05)
    assert one.current().number == other.current().number == 0

    fill(RedisTuningLog(store), kept(1, critical_margin=90))
    one.refresh()

    assert one.current().tuning.critical_margin == 9_000
    eventually(lambda: other.current().tuning.critical_margin == 9_000)


def test_current__after_a_change_made_here__is_what_was_read_for_it(clock: StoppedClock, tick: HandTick) -> None:
    class Unread(InMemoryTuningLog):
        def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
            raise AssertionError(f"Revisions {first} to {last} were read from the log.")

    history = TuningHistory(Unread(), shipped_revision())
    with closing(LiveTunings(history, clock, Remembered(), tick, NEVER_S)) as live:
        live.refresh()
        change = ChangeTuning(history, live, clock, NumberedIdentifiers(), WarnOfChange(()))

        made = change.patch({0}, {"critical_margin": 90}, Signature("ann", "Because."))

        assert live.current() is made


class Slow(InMemoryTuningLog):
    """A log that takes until the test says so to answer what its newest revision is."""

    def __init__(self) -> None:
        super().__init__()
        self.asked, self.answering = Event(), Event()

    def head(self) -> LogHead:
        self.asked.set()
        assert self.answering.wait(20)
        return super().head()


def test_current__while_another_looks__has_an_answer_at_once(start: Start, tick: HandTick) -> None:
    log = Slow()
    log.answering.set()
    live = start(over=log)
    live.current()
    fill(log, kept(1))
    log.asked.clear()
    log.answering.clear()
    tick.seconds += 2 * LOOK_OVERDUE_S

    with ThreadPoolExecutor(1) as pool:
        looking = pool.submit(live.current)
        assert log.asked.wait(20)
        assert live.current().number == 0
        log.answering.set()
        assert looking.result().number == 1


def test_first_use__while_another_is_at_it__waits_and_does_not_look_again(start: Start, eventually: Eventually) -> None:
    log = Slow()
    fill(log, kept(1))
    live, asked = start(over=log), log.questions

    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(live.current)
        assert log.asked.wait(20)
        second = pool.submit(live.current)
        eventually(second.running)
        log.answering.set()
        assert first.result() is second.result()
        assert first.result().number == 1
    assert log.questions == asked + 2


def test_removals__of_the_log__are_known_to_a_process_that_starts_and_to_one_that_follows(
    start: Start, log: InMemoryTuningLog
) -> None:
    following = start()
    following.current()
    fill(log, removing(1, "/crimes/heist"), kept(2))
    following.refresh()

    known = {("crimes", "heist"): 1}
    assert following.current().tuning.removed == start().current().tuning.removed == known

    fill(log, removing(3, "/npcs/elite"))
    following.refresh()
    assert following.current().tuning.removed == known | {("npcs", "elite"): 3}
