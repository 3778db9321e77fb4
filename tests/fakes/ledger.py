"""An in-memory ledger of records."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from service.errors import StoreUnavailable
from service.records.ports import MOST_OF_CHARACTER, Record, RecordPage


@dataclass
class InMemoryLedger:
    """Keeps the `most` newest records."""

    most: int = 1000
    unavailable: bool = False
    records: dict[str, Record] = field(default_factory=dict)

    def write(self, records: Sequence[Record]) -> None:
        self._answer()
        for record in records:
            self.records.setdefault(record.resolution_id, record)
        for oldest in sorted(self.records)[: -self.most]:
            del self.records[oldest]

    def find(self, resolution_id: str) -> bytes | None:
        self._answer()
        found = self.records.get(resolution_id)
        return found.document if found else None

    def page(self, limit: int, older_than: str | None, character_id: str | None) -> RecordPage:
        self._answer()
        ids = sorted(self.records, reverse=True)
        if character_id is not None:
            ids = [one for one in ids if character_id in self.records[one].character_ids][:MOST_OF_CHARACTER]
        ids = [one for one in ids if older_than is None or one < older_than]
        page = ids[:limit]
        return RecordPage({one: self.records[one].document for one in page}, page[-1] if len(ids) > limit else None)

    def forget(self, character_id: str) -> None:
        self._answer()
        for one, record in list(self.records.items()):
            if character_id not in record.character_ids:
                continue
            others = tuple(other for other in record.character_ids if other != character_id)
            if others:
                self.records[one] = record._replace(character_ids=others)
            else:
                del self.records[one]

    def _answer(self) -> None:
        if self.unavailable:
            raise StoreUnavailable("The test made the store unavailable.")


class NotingLedger(InMemoryLedger):
    """Notes how many records each write tries, fails for named ones, and does `first` before each write."""

    def __init__(self) -> None:
        super().__init__(most=100_000)
        self.writes: list[int] = []
        self.cannot_write: set[str] = set()
        self.first: Callable[[], object] = lambda: None

    def write(self, records: Sequence[Record]) -> None:
        self.first()
        self.writes.append(len(records))
        if self.cannot_write & {record.resolution_id for record in records}:
            raise ValueError("a bug")
        super().write(records)
