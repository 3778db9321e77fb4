"""The port to the store of records."""

from collections.abc import Sequence
from typing import Protocol

from service.records.record import Record, RecordPage


class Ledger(Protocol):
    """Stores records within a limit: new ones push out the oldest, and no record ever changes."""

    def write(self, records: Sequence[Record]) -> None:
        """Store these. A record that exists already stays as it is, so writing twice does no harm."""

    def find(self, resolution_id: str) -> bytes | None:
        """The document of this resolution's record; None where there is none."""

    def page(self, limit: int, older_than: str | None, character_id: str | None) -> RecordPage:
        """At most `limit` records, newest first: all, or those of a character, or those older than a resolution.

        A page with large records is shorter, but has at least one record if any matches.
        """

    def forget(self, character_id: str) -> None:
        """Delete this character's records, including those that have left its list.

        A record in which other characters took part too stays unchanged, for them. If this is interrupted, every
        remaining record is whole, and a second call deletes the rest.
        """
