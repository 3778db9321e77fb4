"""Requests that find too many records waiting: they wait until these are written, and no longer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event, Thread

import pytest

from service.metrics.definitions import RECORDS_WAITING
from service.records.keep import MOST_AT_ONCE, MOST_UNWRITTEN, KeepRecords
from tests.builders.unmade_records import many, unmade
from tests.conftest import Eventually
from tests.fakes.ledger import NotingLedger
from tests.fakes.metrics import PlainMetrics


@dataclass
class HeldWrite:
    """Holds the first write to the ledger until it may go on."""

    writing: Event = field(default_factory=Event)
    may_go_on: Event = field(default_factory=Event)

    def __call__(self) -> None:
        self.writing.set()
        self.may_go_on.wait(20)


@contextmanager
def running(*calls: Callable[[], object]) -> Iterator[None]:
    """Make the calls in threads, which end with the context."""
    threads = [Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    yield
    for thread in threads:
        thread.join()


@pytest.fixture
def held(ledger: NotingLedger) -> HeldWrite:
    ledger.first = HeldWrite()
    return ledger.first


def fill(keep: KeepRecords) -> None:
    """Leave no room for one more; the last of these writes all."""
    for one in many(0, MOST_UNWRITTEN + 1):
        keep([one])


def waits_while(writing: Callable[[], object], wait: Callable[[], None], held: HeldWrite) -> None:
    """Assert that `wait` returns when the write that `writing` begins is done, and not before."""
    waited = Event()

    def draw() -> None:
        wait()
        waited.set()

    with running(writing):
        assert held.writing.wait(20)
        with running(draw):
            assert not waited.wait(0.2)
            held.may_go_on.set()
            assert waited.wait(20)


def test_wait_for_room__records_are_being_written__waits_for_that(
    keep: KeepRecords, ledger: NotingLedger, held: HeldWrite
) -> None:
    waits_while(lambda: fill(keep), keep.wait_for_room, held)

    assert len(ledger.records) == MOST_UNWRITTEN + 1


def test_wait_for_batches__records_of_one_are_being_written__waits_for_that(
    keep: KeepRecords, ledger: NotingLedger, held: HeldWrite
) -> None:
    waits_while(lambda: keep(many(0, MOST_UNWRITTEN + 1)), keep.wait_for_batches, held)

    assert len(ledger.records) == MOST_UNWRITTEN + 1


def test_wait_for_batches__store_fails_for_one__does_not_wait_longer(
    keep: KeepRecords, ledger: NotingLedger, held: HeldWrite
) -> None:
    ledger.unavailable = True

    with running(lambda: keep(many(0, MOST_UNWRITTEN + 1))):
        assert held.writing.wait(20)
        with running(keep.wait_for_batches, keep.wait_for_batches):
            held.may_go_on.set()
    assert ledger.records == {}


def test_single_action__records_of_a_batch_are_being_written__does_not_wait(
    keep: KeepRecords, metrics: PlainMetrics, held: HeldWrite
) -> None:
    with running(lambda: keep(many(0, 2 * MOST_UNWRITTEN))):
        assert held.writing.wait(20)

        keep.wait_for_room()
        keep([unmade(2 * MOST_UNWRITTEN)])

        assert not held.may_go_on.is_set()
        held.may_go_on.set()
    assert metrics.gauges[RECORDS_WAITING] == 2 * MOST_UNWRITTEN + 1


def test_wait_for_room__store_unavailable__does_not_ask_it_again(keep: KeepRecords, ledger: NotingLedger) -> None:
    asked: list[int] = []
    ledger.unavailable = True
    ledger.first = lambda: asked.append(1)
    keep(many(0, MOST_UNWRITTEN + 1))
    assert len(asked) == 1

    keep(many(MOST_UNWRITTEN + 1, MOST_UNWRITTEN + 3))
    keep([unmade(MOST_UNWRITTEN + 3)])
    keep.wait_for_room()

    assert len(asked) == 1


def test_wait_for_room__store_back__writes_again(keep: KeepRecords, ledger: NotingLedger) -> None:
    ledger.unavailable = True
    keep(many(0, MOST_UNWRITTEN + 1))
    ledger.unavailable = False
    keep.flush()

    keep(many(MOST_UNWRITTEN + 1, 2 * MOST_UNWRITTEN + 2))

    assert [int(one) for one in ledger.records] == list(range(2 * MOST_UNWRITTEN + 2))


def test_wait_for_room__many_wait_for_one_write__do_not_write_one_after_the_other(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics, eventually: Eventually
) -> None:
    writing, may_go_on = Event(), Event()
    coming = iter(range(MOST_UNWRITTEN + 21, 2 * MOST_UNWRITTEN))

    def hold() -> None:
        writing.set()
        may_go_on.wait(20)
        if len(ledger.writes) > 1:  # there is room again
            keep([unmade(next(coming))])

    ledger.first = hold
    writer = Thread(target=fill, args=(keep,))
    writer.start()
    assert writing.wait(20)
    others = [Thread(target=keep, args=([unmade(MOST_UNWRITTEN + 1 + n)],)) for n in range(20)]
    for other in others:
        other.start()
    eventually(lambda: metrics.gauges[RECORDS_WAITING] == MOST_UNWRITTEN + 21)
    may_go_on.set()
    for thread in (writer, *others):
        thread.join()

    assert ledger.writes == [MOST_AT_ONCE, MOST_AT_ONCE, MOST_UNWRITTEN + 21 - 2 * MOST_AT_ONCE]
