"""Records as JSON: an answer as it was given, with what it was made from."""

import re
from dataclasses import dataclass
from typing import Final

import orjson

from service.rules.destiny.actions import character_ids
from service.usecases.records import Record, RecordPage, UnreadableRecord
from service.usecases.resolve_action import Resolved
from service.web.answers.inputs import inputs_of
from service.web.answers.resolutions import resolved_answer
from service.web.answers.times import timestamp

VERSION: Final = 1
"""Of the form of a record. One that changes it reads the earlier ones too, and turns them into its own."""
_WITH_VERSION: Final = re.compile(rb'\{"record_version":([1-9]\d{0,8}),')
_WITHOUT_VERSION: Final = b'{"resolution_id":'
"""How records began before they had a version; else they are as those of version 1."""


@dataclass(frozen=True, slots=True)
class ToldResolution:
    """A resolution, and the JSON text that tells it."""

    resolved: Resolved
    text: bytes

    @classmethod
    def of(cls, resolved: Resolved) -> "ToldResolution":
        """The resolution put into words, once: they are the answer, and they are the record."""
        return cls(resolved, orjson.dumps(resolved_answer(resolved)))

    @property
    def resolution_id(self) -> str:
        """The id of the resolution, and of its record."""
        return self.resolved.resolution_id

    @property
    def size(self) -> int:
        """Of the text alone: the inputs are written down with the record."""
        return len(self.text)

    def record(self) -> Record:
        """The record: the answer as it was given, with what it was made from."""
        resolved = self.resolved
        document = {
            "record_version": VERSION,
            "resolution_id": resolved.resolution_id,
            "resolved_at": timestamp(resolved.resolved_at),
            "inputs": inputs_of(resolved),
            "resolution": orjson.Fragment(self.text),
        }
        return Record(resolved.resolution_id, orjson.dumps(document), tuple(character_ids(resolved.action)))


def record_answer(resolution_id: str, document: bytes) -> bytes:
    """A record as it is told, in the present version; `UnreadableRecord` where it has a later one."""
    if document.startswith(_WITHOUT_VERSION):
        return b'{"record_version":1,' + document[1:]
    found = _WITH_VERSION.match(document)
    version = int(found[1]) if found else None
    if version != VERSION:
        raise UnreadableRecord(resolution_id, version)
    return document


def records_answer(page: RecordPage) -> dict[str, object]:
    """A page of records."""
    resolutions: list[orjson.Fragment] = []
    unreadable: list[dict[str, object]] = []
    for resolution_id, document in page.documents.items():
        try:
            resolutions.append(orjson.Fragment(record_answer(resolution_id, document)))
        except UnreadableRecord as error:
            unreadable.append({"resolution_id": resolution_id, "record_version": error.version})
    return {"resolutions": resolutions, "unreadable": unreadable, "next_cursor": page.last}
