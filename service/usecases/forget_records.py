"""Forgetting the records of one character."""

from dataclasses import dataclass

from service.usecases.keep_records import KeepRecords
from service.usecases.ports import Ledger


@dataclass(frozen=True, slots=True)
class ForgetRecords:
    """Removes a character's records from the ledger, those that this process has yet to write included."""

    ledger: Ledger
    keep_records: KeepRecords

    def __call__(self, character_id: str) -> None:
        """Forget the records of this character, known or not. Doing it again finishes what broke off."""
        self.keep_records.flush()
        self.ledger.forget(character_id)
