"""Records: what was resolved, from what inputs, and when. They are kept to be read later, and never change."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Protocol, Self

import orjson

from service.system.clock import timestamp

VERSION: Final = 1
"""The version of a record's form. A release that changes the form reads earlier versions, and converts them."""
_WITH_VERSION: Final = re.compile(rb'\{"record_version":([1-9]\d{0,8}),')
_WITHOUT_VERSION: Final = b'{"resolution_id":'
"""How records began before they had a version. Everything else in them is as in version 1."""
MOST_OF_CHARACTER: Final = 200
"""Records in the list of one character; older ones leave it, and can still be read by their id."""


@dataclass(frozen=True, slots=True)
class Record:
    """One resolution with its inputs."""

    resolution_id: str
    document: bytes
    """The JSON text that a read answers."""
    character_ids: tuple[str, ...] = ()
    """The characters that took part, each once."""

    @classmethod
    def of(
        cls,
        resolution_id: str,
        resolved_at: datetime,
        inputs: Mapping[str, Any],
        resolution: bytes,
        character_ids: tuple[str, ...] = (),
    ) -> Self:
        """The record of this resolution, with the JSON text of its answer as it was sent."""
        document = {
            "record_version": VERSION,
            "resolution_id": resolution_id,
            "resolved_at": timestamp(resolved_at),
            "inputs": inputs,
            "resolution": orjson.Fragment(resolution),
        }
        return cls(resolution_id, orjson.dumps(document), character_ids)

    @property
    def size(self) -> int:
        """The bytes of its document."""
        return len(self.document)


class Recordable(Protocol):
    """A resolution that is to be recorded. Its record is made later, in the background."""

    @property
    def resolution_id(self) -> str:
        """The id that the record will have."""

    @property
    def size(self) -> int:
        """About how many bytes the record will have."""

    def record(self) -> Record:
        """The record."""


class UnreadableRecord(Exception):
    """A record that this release of the service cannot read."""

    def __init__(self, resolution_id: str, version: int | None) -> None:
        self.resolution_id = resolution_id
        self.version = version
        """None: the record does not say which version it has."""
        why = "it is damaged" if version is None else f"a later release wrote it, in version {version}"
        super().__init__(f"The record of the resolution {resolution_id} cannot be read: {why}.")


@dataclass(frozen=True, slots=True)
class RecordPage:
    """Some records, newest first."""

    documents: Mapping[str, bytes]
    """By the ids of their resolutions."""
    last: str | None
    """The resolution id of the last of them, where there are older ones."""


def current_document(resolution_id: str, document: bytes) -> bytes:
    """The document of a record in the present version; `UnreadableRecord` if its version is a later one."""
    if document.startswith(_WITHOUT_VERSION):
        return b'{"record_version":1,' + document[1:]
    found = _WITH_VERSION.match(document)
    version = int(found[1]) if found else None
    if version != VERSION:
        raise UnreadableRecord(resolution_id, version)
    return document
