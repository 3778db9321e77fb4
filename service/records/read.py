"""Reading records back: one by its id, or page by page."""

from dataclasses import dataclass

from service.errors import NotFound
from service.records.keep import KeepRecords
from service.records.ports import Ledger
from service.records.record import RecordPage


@dataclass(frozen=True, slots=True)
class ListRecordsInput:
    """Which records are asked for."""

    limit: int
    older_than: str | None = None
    """A resolution id; None: from the newest on."""
    character_id: str | None = None


@dataclass(frozen=True, slots=True)
class ReadRecords:
    """Reads the ledger, with what this process has just kept already in it."""

    ledger: Ledger
    keep_records: KeepRecords

    def one(self, resolution_id: str) -> bytes:
        """The record of this resolution, or `NotFound`."""
        self.keep_records.flush()
        found = self.ledger.find(resolution_id)
        if found is None:
            raise NotFound(f"There is no record of the resolution {resolution_id!r:.80}, or not any more.")
        return found

    def page(self, wanted: ListRecordsInput) -> RecordPage:
        """The records asked for, newest first."""
        self.keep_records.flush()
        return self.ledger.page(wanted.limit, wanted.older_than, wanted.character_id)


@dataclass(frozen=True, slots=True)
class ForgetRecords:
    """Removes a character's records from the ledger, those that this process has yet to write included."""

    ledger: Ledger
    keep_records: KeepRecords

    def __call__(self, character_id: str) -> None:
        """Forget the records of this character, known or not. Doing it again finishes what broke off."""
        self.keep_records.flush()
        self.ledger.forget(character_id)
