"""What records needs from outside."""

from collections.abc import Sequence
from typing import Protocol

from service.records.record import Record, RecordPage


class Ledger(Protocol):
    """Keeps records, as many as there is room for: new ones push out the oldest, and none is ever changed."""

    def write(self, records: Sequence[Record]) -> None:
        """Keep these. One that is there already stays as it is, so writing twice does no harm."""

    def find(self, resolution_id: str) -> bytes | None:
        """The document of this resolution, if it is there."""

    def page(self, limit: int, older_than: str | None, character_id: str | None) -> RecordPage:
        """At most so many records, newest first: those older than a resolution, those of a character, or all.

        Large records make a page shorter; it has one record at least, where there is one.
        """

    def forget(self, character_id: str) -> None:
        """Forget this character's records, also those that have left its list.

        A record that other characters took part in as well stays theirs, and stays as it is. To break off leaves every
        record whole, and forgetting again goes on with the rest.
        """
