"""The record of a resolution, and the ledger that keeps records."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple, Protocol, Self

from service.system.clock import timestamp

VERSION: Final = 1
"""The version of the record format. A release that changes the format still reads earlier versions."""
_WITH_VERSION: Final = re.compile(rb'\{"record_version":([1-9]\d{0,8}),')
_WITHOUT_VERSION: Final = b'{"resolution_id":'
"""How records began before they had a version. Otherwise they are like version 1."""
MOST_OF_CHARACTER: Final = 200
"""How many records the list of one character has. Older ones leave the list, but can still be read by their id."""


_FORM: Final = (
    b'{"record_version":%d,"resolution_id":"%%b","resolved_at":"%%b","inputs":%%b,"resolution":%%b}' % VERSION
)
"""A record, with places for its parts."""


def record_template(inputs: bytes) -> bytes:
    """A record with these inputs, which may have places too, and places for the other parts."""
    return _FORM % (b"%b", b"%b", inputs, b"%b")


class Record(NamedTuple):
    """One resolution with its inputs."""

    resolution_id: str
    document: bytes
    """The JSON text that is sent when the record is read."""
    character_ids: tuple[str, ...] = ()
    """The characters that took part, without duplicates."""

    @classmethod
    def of(
        cls,
        resolution_id: str,
        resolved_at: datetime,
        inputs: bytes,
        resolution: bytes,
        character_ids: tuple[str, ...] = (),
    ) -> Self:
        """The record of this resolution; `resolution` is the JSON text of the answer as it was sent."""
        document = _FORM % (resolution_id.encode(), timestamp(resolved_at).encode(), inputs, resolution)
        return cls(resolution_id, document, character_ids)

    @property
    def size(self) -> int:
        return len(self.document)


class Recordable(Protocol):
    """A resolution to record. Its record is made later, in the background."""

    @property
    def resolution_id(self) -> str:
        """The id of the record."""

    @property
    def size(self) -> int:
        """An estimate of the bytes of the record."""

    def record(self) -> Record:
        """Make the record."""


class UnreadableRecord(Exception):
    """A record that this release of the service cannot read."""

    def __init__(self, resolution_id: str, version: int | None) -> None:
        self.resolution_id = resolution_id
        self.version = version
        """None where the record has no readable version."""
        why = "it is damaged" if version is None else f"a later release wrote it, in version {version}"
        super().__init__(f"The record of the resolution {resolution_id} cannot be read: {why}.")


@dataclass(frozen=True, slots=True)
class RecordPage:
    """A page of records, newest first."""

    documents: Mapping[str, bytes]
    """By resolution id."""
    last: str | None
    """The resolution id of the last record on the page; None where no older record follows."""


def current_document(resolution_id: str, document: bytes) -> bytes:
    """The document in the current version; raises `UnreadableRecord` where it is damaged or of a later version."""
    if document.startswith(_WITHOUT_VERSION):
        return b'{"record_version":1,' + document[1:]
    found = _WITH_VERSION.match(document)
    version = int(found[1]) if found else None
    if version != VERSION:
        raise UnreadableRecord(resolution_id, version)
    return document


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
