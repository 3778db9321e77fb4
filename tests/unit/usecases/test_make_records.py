"""Making records: as many as are written next, so that other requests have their turn in between."""

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from service.records.keep import MOST_AT_ONCE, MOST_BYTES_AT_ONCE, KeepRecords
from service.records.ports import Record
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import NotedBackground


@dataclass
class Making(InMemoryLedger):
    """Knows how many records have been made, and notes at each write how many there were."""

    made: int = 0

    def __post_init__(self) -> None:
        self.at_each_write: list[int] = []

    def write(self, records: Sequence[Record]) -> None:
        self.at_each_write.append(self.made)
        super().write(records)


@dataclass(frozen=True)
class Unmade:
    """A resolution whose record has so many bytes."""

    resolution_id: str
    size: int
    making: Making

    def record(self) -> Record:
        self.making.made += 1
        return Record(self.resolution_id, b"x" * self.size)


@pytest.mark.parametrize(
    ("number", "size", "expected"),
    [
        (3 * MOST_AT_ONCE, 10, [MOST_AT_ONCE, 2 * MOST_AT_ONCE, 3 * MOST_AT_ONCE]),
        (3, MOST_BYTES_AT_ONCE, [1, 2, 3]),
    ],
    ids=["many", "large"],
)
def test_keep_records__beyond_the_bound__makes_no_more_than_it_writes_next(
    number: int, size: int, expected: list[int]
) -> None:
    ledger = Making()
    keep = KeepRecords(ledger, NotedBackground(), PlainMetrics())

    keep([Unmade(f"{one:06}", size, ledger) for one in range(number)])

    assert ledger.at_each_write == expected
