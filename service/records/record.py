"""Records: what was resolved, from what, and when, kept to be read again and never changed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

MOST_OF_CHARACTER: Final = 200
"""Records in the list of one character; older ones leave it, and can still be read by their id."""


@dataclass(frozen=True, slots=True)
class Record:
    """One resolution with its inputs, written down for good."""

    resolution_id: str
    document: bytes
    """As it is told."""
    character_ids: tuple[str, ...] = ()
    """The characters that took part, each once."""

    @property
    def size(self) -> int:
        """The bytes of its document."""
        return len(self.document)


class Recordable(Protocol):
    """A resolution that is to be recorded. Its record is made later, when no answer waits for it."""

    @property
    def resolution_id(self) -> str:
        """The id that the record will have."""

    @property
    def size(self) -> int:
        """About how many bytes the record will have."""

    def record(self) -> Record:
        """The record."""


class UnreadableRecord(Exception):
    """A record is there, and this release of the service cannot make sense of it."""

    def __init__(self, resolution_id: str, version: int | None) -> None:
        self.resolution_id = resolution_id
        self.version = version
        """None: the record does not even say which version it has."""
        why = "it is damaged" if version is None else f"a later release wrote it, in version {version}"
        super().__init__(f"The record of the resolution {resolution_id} cannot be read: {why}.")


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Some records, newest first."""

    documents: Mapping[str, bytes]
    """By the ids of their resolutions."""
    last: str | None
    """The resolution id of the last of them, where there are older ones."""
