"""Keeping records: taken in at once, written soon, held on to while the store is unavailable, within bounds."""

import logging

import pytest

from service.errors import NotFound, StoreUnavailable
from service.metrics.definitions import RECORDS_LOST, RECORDS_WAITING
from service.records import keep as keep_records
from service.records.keep import (
    MOST_AT_ONCE,
    MOST_BYTES_AT_ONCE,
    MOST_BYTES_OF_BATCHES,
    MOST_BYTES_UNWRITTEN,
    MOST_BYTES_WAITING,
    MOST_OF_BATCHES,
    MOST_UNWRITTEN,
    MOST_WAITING,
    KeepRecords,
)
from service.records.read import ListRecordsInput, ReadRecords
from tests.builders.unmade_records import Unmade, broken, many, unmade
from tests.fakes.ledger import NotingLedger
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import NotedBackground


def written(ledger: NotingLedger) -> list[int]:
    return [int(one) for one in ledger.records]


def test_keep_records__few__wait_for_the_background(
    keep: KeepRecords, ledger: NotingLedger, background: NotedBackground
) -> None:
    keep([unmade(1)])

    assert ledger.writes == []
    assert background.taken_on == [(keep, keep_records.PAUSE_S)]
    assert background.woken == 1


def test_keep_records__of_a_large_batch__pauses_when_they_are_written(
    ledger: NotingLedger, background: NotedBackground, metrics: PlainMetrics
) -> None:
    written_by: list[int] = []
    keep = KeepRecords(ledger, background, metrics, lambda: written_by.append(len(ledger.records)))

    keep(many(0, 2 * MOST_AT_ONCE))

    assert written_by[-1] == 2 * MOST_AT_ONCE


def test_keep_records__up_to_the_bound__wait(keep: KeepRecords, ledger: NotingLedger) -> None:
    for one in many(0, MOST_UNWRITTEN):
        keep([one])

    assert ledger.writes == []


@pytest.mark.parametrize(
    "too_many",
    [many(0, MOST_UNWRITTEN + 1), many(0, 9, MOST_BYTES_UNWRITTEN // 8), many(0, 1, MOST_BYTES_UNWRITTEN + 1)],
    ids=["number", "bytes", "one that is too large"],
)
def test_keep_records__beyond_the_bound__writes_all_before_it_comes_back(
    keep: KeepRecords, ledger: NotingLedger, too_many: list[Unmade]
) -> None:
    for one in too_many:
        keep([one])

    assert written(ledger) == list(range(len(too_many)))


@pytest.mark.parametrize(
    "batch",
    [many(0, MOST_OF_BATCHES), many(0, 4, MOST_BYTES_OF_BATCHES // 4)],
    ids=["number", "bytes"],
)
def test_keep_records__batch_that_leaves_half_of_the_room__waits(
    keep: KeepRecords, ledger: NotingLedger, batch: list[Unmade]
) -> None:
    keep(batch)

    assert ledger.writes == []


@pytest.mark.parametrize(
    "batch",
    [many(1, MOST_OF_BATCHES + 1), many(1, 5, MOST_BYTES_OF_BATCHES // 4)],
    ids=["number", "bytes"],
)
def test_keep_records__batch_that_leaves_less_room__is_written_alone_before_it_comes_back(
    keep: KeepRecords, ledger: NotingLedger, batch: list[Unmade]
) -> None:
    keep([unmade(0)])

    keep(batch)

    assert written(ledger) == [number + 1 for number in range(len(batch))]
    keep.flush()
    assert sorted(written(ledger)) == list(range(len(batch) + 1))


def test_keep_records__store_goes_away_while_a_batch_is_written__keeps_the_rest_for_later(
    keep: KeepRecords, ledger: NotingLedger, background: NotedBackground, metrics: PlainMetrics
) -> None:
    def go_away_after_the_first() -> None:
        ledger.unavailable = bool(ledger.writes)

    ledger.first = go_away_after_the_first
    keep(many(0, MOST_UNWRITTEN + 1))
    assert written(ledger) == list(range(MOST_AT_ONCE))
    assert background.woken == 1

    ledger.first, ledger.unavailable = lambda: None, False
    keep.flush()

    assert written(ledger) == list(range(MOST_UNWRITTEN + 1))
    assert metrics.counts == {}


def test_keep_records__request_after_request__never_leaves_more_waiting_than_the_bound(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics
) -> None:
    for first in range(0, 10_000, 70):
        keep(many(first, first + 70))
        assert first + 70 - len(ledger.records) <= MOST_UNWRITTEN

    assert metrics.gauges[RECORDS_WAITING] <= MOST_UNWRITTEN + 70
    assert metrics.counts == {}


def test_keep_records__records_larger_than_they_were_taken_for__count_as_what_they_are(
    keep: KeepRecords, ledger: NotingLedger
) -> None:
    ledger.unavailable = True
    keep([Unmade("000001", 10, MOST_BYTES_UNWRITTEN + 1)])
    with pytest.raises(StoreUnavailable):  # it is made now
        keep.flush()
    ledger.unavailable = False
    asked: list[int] = []
    ledger.first = lambda: asked.append(1)

    keep([unmade(2)])
    assert asked == []
    keep.flush()
    keep([Unmade("000003", 10, 10), Unmade("000004", MOST_BYTES_UNWRITTEN, 10)])

    assert written(ledger) == [1, 2, 3, 4]


def test_flush__records_that_come_meanwhile__gather_for_the_next_time(keep: KeepRecords, ledger: NotingLedger) -> None:
    keep([unmade(0)])
    coming = iter(range(1, 10))
    ledger.first = lambda: keep([unmade(next(coming))])

    keep.flush()

    assert ledger.writes == [1]


def test_flush__many_records__writes_them_in_order_and_not_too_many_at_once(
    keep: KeepRecords, ledger: NotingLedger
) -> None:
    keep(many(0, 2 * MOST_AT_ONCE + 1))

    keep.flush()

    assert written(ledger) == list(range(2 * MOST_AT_ONCE + 1))
    assert ledger.writes == [MOST_AT_ONCE, MOST_AT_ONCE, 1]


def test_flush__large_records__writes_fewer_at_once(keep: KeepRecords, ledger: NotingLedger) -> None:
    keep(many(0, 5, MOST_BYTES_AT_ONCE // 2))

    assert ledger.writes == [2, 2, 1]


def test_flush__nothing_waits__asks_nothing_of_the_store(keep: KeepRecords, ledger: NotingLedger) -> None:
    ledger.unavailable = True

    keep.flush()

    assert ledger.writes == []


def test_flush__store_unavailable__holds_on_to_the_records_in_their_order(
    keep: KeepRecords, ledger: NotingLedger
) -> None:
    ledger.unavailable = True
    keep(many(0, 3))
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            keep.flush()
    keep([unmade(3)])

    ledger.unavailable = False
    keep.flush()

    assert written(ledger) == list(range(4))


def test_keep_records__store_unavailable_for_long__gives_up_the_oldest_at_once_and_counts_them(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics
) -> None:
    ledger.unavailable = True
    for first in range(0, MOST_WAITING + 300, 100):
        keep(many(first, first + 100))
    assert metrics.counts == {(RECORDS_LOST, "no_room"): 300}

    ledger.unavailable = False
    keep.flush()

    assert written(ledger) == list(range(300, MOST_WAITING + 300))
    assert metrics.counts == {(RECORDS_LOST, "no_room"): 300}


def test_keep_records__store_unavailable_and_large_records__gives_up_the_oldest_beyond_the_bytes(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics
) -> None:
    ledger.unavailable = True
    for number in range(10):
        # Taken for small ones, so their true size must be known once they are made.
        keep([Unmade(f"{number:06}", 10, MOST_BYTES_WAITING // 8)])
        with pytest.raises(StoreUnavailable):
            keep.flush()

    ledger.unavailable = False
    keep.flush()

    assert written(ledger) == list(range(2, 10))
    assert metrics.counts == {(RECORDS_LOST, "no_room"): 2}


def test_flush__record_that_cannot_be_written__is_lost_alone_counted_and_named(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics, caplog: pytest.LogCaptureFixture
) -> None:
    ledger.cannot_write = {"000007"}
    keep(many(0, 20))

    with caplog.at_level(logging.ERROR):
        keep.flush()

    assert sorted(written(ledger)) == [number for number in range(20) if number != 7]
    assert metrics.counts == {(RECORDS_LOST, "not_written"): 1}
    assert [line for line in caplog.messages if "000007" in line and "a bug" in line and "not_written" in line]
    assert "000006" not in caplog.text


def test_flush__store_that_goes_away_among_records_that_cannot_be_written__counts_none_twice(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics
) -> None:
    ledger.cannot_write = {"000000"}

    def go_away_after_two() -> None:
        ledger.unavailable = len(ledger.writes) >= 2

    ledger.first = go_away_after_two
    keep(many(0, 3))
    with pytest.raises(StoreUnavailable):
        keep.flush()
    ledger.first, ledger.unavailable = lambda: None, False

    keep.flush()

    assert sorted(written(ledger)) == [1, 2]
    assert metrics.counts == {(RECORDS_LOST, "not_written"): 1}


def test_flush__record_that_cannot_be_made__is_lost_alone_counted_and_named(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics, caplog: pytest.LogCaptureFixture
) -> None:
    keep([unmade(1), broken(2), unmade(3), broken(4)])

    with caplog.at_level(logging.ERROR):
        keep.flush()

    assert written(ledger) == [1, 3]
    assert metrics.counts == {(RECORDS_LOST, "not_made"): 2}
    assert [number in line for number, line in zip(("000002", "000004"), caplog.messages, strict=True)] == [True, True]
    assert caplog.text.count("Traceback") == 1
    assert "ValueError('a bug')" in caplog.messages[0]


def test_read_records__one_that_cannot_be_made_waits__reads_the_others(keep: KeepRecords, ledger: NotingLedger) -> None:
    keep([broken(1), unmade(2)])

    assert ReadRecords(ledger, keep).one("000002") == b"x" * 10


def test_keep_records__those_that_cannot_be_made__leave_no_trace_in_what_waits(
    keep: KeepRecords, ledger: NotingLedger
) -> None:
    for number in range(MOST_UNWRITTEN):
        keep([broken(number)])
        keep.flush()

    for one in many(0, MOST_UNWRITTEN):
        keep([one])

    assert ledger.writes == []


def test_abandon__records_that_wait__are_counted_as_lost(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics, caplog: pytest.LogCaptureFixture
) -> None:
    ledger.unavailable = True
    keep(many(0, 3))
    with pytest.raises(StoreUnavailable):
        keep.flush()
    keep([unmade(3)])

    with caplog.at_level(logging.WARNING):
        keep.abandon()

    assert metrics.counts == {(RECORDS_LOST, "shutdown"): 4}
    assert "4 records are lost" in caplog.text


def test_abandon__nothing_waits__says_nothing(
    keep: KeepRecords, metrics: PlainMetrics, caplog: pytest.LogCaptureFixture
) -> None:
    keep.abandon()

    assert metrics.counts == {}
    assert caplog.text == ""


def test_forget__records_that_wait__are_not_written_here(keep: KeepRecords, ledger: NotingLedger) -> None:
    keep([unmade(1)])

    keep.forget()
    keep([unmade(2)])
    keep.flush()

    assert written(ledger) == [2]


def test_read_records__just_kept__has_them(keep: KeepRecords, ledger: NotingLedger) -> None:
    read = ReadRecords(ledger, keep)
    keep([unmade(1)])
    assert read.one("000001") == b"x" * 10

    keep([unmade(2, 20)])
    assert read.page(ListRecordsInput(10)).documents == {"000002": b"x" * 20, "000001": b"x" * 10}
    assert read.page(ListRecordsInput(1)).last == "000002"


def test_read_records__unknown_id__is_no_record(keep: KeepRecords, ledger: NotingLedger) -> None:
    with pytest.raises(NotFound):
        ReadRecords(ledger, keep).one("000001")
