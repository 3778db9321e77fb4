"""Keeping records: taken in at once, written soon, held on to while the store is away, within bounds."""

from collections.abc import Sequence
from functools import partial

import pytest

from service.usecases import keep_records
from service.usecases.keep_records import (
    MOST_AT_ONCE,
    MOST_BYTES_AT_ONCE,
    MOST_BYTES_WAITING,
    MOST_WAITING,
    KeepRecords,
)
from service.usecases.measures import RECORDS_LOST
from service.usecases.not_there import NotThere
from service.usecases.read_records import PageWanted, ReadRecords
from service.usecases.records import Record
from service.usecases.store_away import StoreAway
from tests.fakes import PlainMetrics
from tests.in_memory.ledger import InMemoryLedger
from tests.unit.usecases.fakes import NotedBackground


class NotingLedger(InMemoryLedger):
    """Notes how many records each write has, and fails with a bug if it is told to."""

    def __init__(self) -> None:
        super().__init__(most=100_000)
        self.writes: list[int] = []
        self.broken = False

    def write(self, records: Sequence[Record]) -> None:
        if self.broken:
            raise ValueError("a bug")
        super().write(records)
        self.writes.append(len(records))


@pytest.fixture
def ledger() -> NotingLedger:
    return NotingLedger()


@pytest.fixture
def background() -> NotedBackground:
    return NotedBackground()


@pytest.fixture
def metrics() -> PlainMetrics:
    return PlainMetrics()


@pytest.fixture
def keep(ledger: NotingLedger, background: NotedBackground, metrics: PlainMetrics) -> KeepRecords:
    return KeepRecords(ledger, background, metrics)


def record(number: int, size: int = 10) -> Record:
    return Record(f"{number:06}", b"x" * size)


def test_keep_record__any__waits_for_the_background(
    keep: KeepRecords, ledger: NotingLedger, background: NotedBackground
) -> None:
    keep(partial(record, 1))

    assert ledger.records == {}
    assert background.taken_on == [(keep, keep_records.PAUSE_S)]
    assert background.woken == 1


def test_flush__many_records__writes_them_in_order_and_not_too_many_at_once(
    keep: KeepRecords, ledger: NotingLedger
) -> None:
    for number in range(2 * MOST_AT_ONCE + 1):
        keep(partial(record, number))

    keep.flush()

    assert list(ledger.records) == [record(number).resolution_id for number in range(2 * MOST_AT_ONCE + 1)]
    assert ledger.writes == [MOST_AT_ONCE, MOST_AT_ONCE, 1]


def test_flush__large_records__writes_fewer_at_once(keep: KeepRecords, ledger: NotingLedger) -> None:
    for number in range(5):
        keep(partial(record, number, MOST_BYTES_AT_ONCE // 2))

    keep.flush()

    assert ledger.writes == [2, 2, 1]


def test_flush__nothing_waits__asks_nothing_of_the_store(keep: KeepRecords, ledger: NotingLedger) -> None:
    ledger.away = True

    keep.flush()

    assert ledger.writes == []


def test_flush__store_away__holds_on_to_the_records_in_their_order(keep: KeepRecords, ledger: NotingLedger) -> None:
    ledger.away = True
    for number in range(3):
        keep(partial(record, number))
    for _ in range(2):
        with pytest.raises(StoreAway):
            keep.flush()
    keep(partial(record, 3))

    ledger.away = False
    keep.flush()

    assert list(ledger.records) == [record(number).resolution_id for number in range(4)]
    assert ledger.writes == [4]


def test_flush__store_away_for_long__gives_up_the_oldest_and_counts_them(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics
) -> None:
    ledger.away = True
    for number in range(MOST_WAITING + 3):
        keep(partial(record, number))
    with pytest.raises(StoreAway):
        keep.flush()

    ledger.away = False
    keep.flush()

    assert len(ledger.records) == MOST_WAITING
    assert min(ledger.records) == record(3).resolution_id
    assert metrics.counts == {(RECORDS_LOST, ""): 3}


def test_flush__store_away_and_large_records__gives_up_the_oldest_beyond_the_bytes(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics
) -> None:
    ledger.away = True
    for number in range(10):
        keep(partial(record, number, MOST_BYTES_WAITING // 8))
    with pytest.raises(StoreAway):
        keep.flush()

    ledger.away = False
    keep.flush()

    assert sorted(ledger.records) == [record(number).resolution_id for number in range(2, 10)]
    assert metrics.counts == {(RECORDS_LOST, ""): 2}


def test_flush__write_that_fails_by_a_bug__does_not_come_again(
    keep: KeepRecords, ledger: NotingLedger, metrics: PlainMetrics
) -> None:
    keep(partial(record, 1))
    ledger.broken = True
    with pytest.raises(ValueError, match="a bug"):
        keep.flush()

    ledger.broken = False
    keep(partial(record, 2))
    keep.flush()

    assert list(ledger.records) == [record(2).resolution_id]
    assert metrics.counts == {(RECORDS_LOST, ""): 1}


def test_flush__record_that_cannot_be_made__keeps_no_other_from_being_written(
    keep: KeepRecords, ledger: NotingLedger
) -> None:
    def fail() -> Record:
        raise ValueError("a bug")

    keep(fail)
    keep(partial(record, 1))
    with pytest.raises(ValueError, match="a bug"):
        keep.flush()
    keep.flush()

    assert list(ledger.records) == [record(1).resolution_id]


def test_forget__records_that_wait__are_not_written_here(keep: KeepRecords, ledger: NotingLedger) -> None:
    keep(partial(record, 1))

    keep.forget()
    keep(partial(record, 2))
    keep.flush()

    assert list(ledger.records) == [record(2).resolution_id]


def test_read_records__just_kept__has_them(keep: KeepRecords, ledger: NotingLedger) -> None:
    read = ReadRecords(ledger, keep)
    keep(partial(record, 1))
    assert read.one("000001") == record(1).document

    keep(partial(record, 2))
    assert list(read.page(PageWanted(10)).documents) == [record(2).document, record(1).document]
    assert read.page(PageWanted(1)).last == "000002"


def test_read_records__unknown_id__is_no_record(keep: KeepRecords, ledger: NotingLedger) -> None:
    with pytest.raises(NotThere):
        ReadRecords(ledger, keep).one("000001")
