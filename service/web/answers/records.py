"""Records as JSON: an answer as it was given, with what it was made from."""

from dataclasses import dataclass

import orjson

from service.rules.destiny.actions import character_ids
from service.usecases.records import Record, RecordPage
from service.usecases.resolve_action import Resolved
from service.web.answers.inputs import inputs_of
from service.web.answers.resolutions import resolved_answer
from service.web.answers.times import timestamp


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
            "resolution_id": resolved.resolution_id,
            "resolved_at": timestamp(resolved.resolved_at),
            "inputs": inputs_of(resolved),
            "resolution": orjson.Fragment(self.text),
        }
        return Record(resolved.resolution_id, orjson.dumps(document), tuple(character_ids(resolved.action)))


def records_answer(page: RecordPage) -> dict[str, object]:
    """A page of records."""
    return {"resolutions": [orjson.Fragment(document) for document in page.documents], "next_cursor": page.last}
