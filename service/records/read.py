"""Reads records, one by its id or page by page, and deletes those of a character."""

from dataclasses import dataclass

from service.errors import NotFound
from service.records.keep import KeepRecords
from service.records.ports import Ledger, RecordPage


@dataclass(frozen=True, slots=True)
class ListRecordsInput:
    """Which records to list."""

    limit: int
    older_than: str | None = None
    """A resolution id; None: start with the newest."""
    character_id: str | None = None


@dataclass(frozen=True, slots=True)
class ReadRecords:
    """Reads the ledger, after writing what this process still has in its queue."""

    ledger: Ledger
    keep_records: KeepRecords

    def one(self, resolution_id: str) -> bytes:
        """The record of this resolution; raises `NotFound`."""
        self.keep_records.flush()
        found = self.ledger.find(resolution_id)
        if found is None:
            raise NotFound(f"There is no record of the resolution {resolution_id!r:.80}, or it no longer exists.")
        return found

    def page(self, wanted: ListRecordsInput) -> RecordPage:
        self.keep_records.flush()
        return self.ledger.page(wanted.limit, wanted.older_than, wanted.character_id)


@dataclass(frozen=True, slots=True)
class ForgetRecords:
    """Deletes a character's records, including those in this process's queue."""

    ledger: Ledger
    keep_records: KeepRecords

    def __call__(self, character_id: str) -> None:
        """Delete the records of this character, known or not. A second call finishes an interrupted one."""
        self.keep_records.flush()
        self.ledger.forget(character_id)
