"""Requests that find too many records waiting: they wait until these are written, and no longer."""

from threading import Event, Thread

from service.metrics.definitions import RECORDS_WAITING
from service.records.keep import MOST_AT_ONCE, MOST_UNWRITTEN, KeepRecords
from tests.builders.unmade_records import many, unmade
from tests.conftest import Eventually
from tests.fakes.ledger import NotingLedger
from tests.fakes.metrics import PlainMetrics


def test_wait_for_room__records_are_being_written__waits_for_that(keep: KeepRecords, ledger: NotingLedger) -> None:
    writing, may_go_on, waited = Event(), Event(), Event()

    def hold() -> None:
        writing.set()
        may_go_on.wait(20)

    def draw() -> None:
        keep.wait_for_room()
        waited.set()

    ledger.first = hold
    writer, drawer = Thread(target=keep, args=(many(0, MOST_UNWRITTEN + 1),)), Thread(target=draw)
    writer.start()
    assert writing.wait(20)
    drawer.start()

    assert not waited.wait(0.2)
    may_go_on.set()
    assert waited.wait(20)
    writer.join()
    drawer.join()
    assert len(ledger.records) == MOST_UNWRITTEN + 1


def test_wait_for_room__store_unavailable__does_not_ask_it_again(keep: KeepRecords, ledger: NotingLedger) -> None:
    asked: list[int] = []
    ledger.unavailable = True
    ledger.first = lambda: asked.append(1)
    keep(many(0, MOST_UNWRITTEN + 1))
    assert len(asked) == 1

    keep(many(MOST_UNWRITTEN + 1, MOST_UNWRITTEN + 3))
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
    writer = Thread(target=keep, args=(many(0, MOST_UNWRITTEN + 1),))
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
