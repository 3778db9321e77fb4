"""Serializes resolutions and makes their records; after an answer, records and counts them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, Protocol, Self

from service.actions.alike import ResolvedAlike
from service.actions.inputs import inputs_text
from service.actions.resolve import Resolved
from service.actions.texts import Shared, resolved_text
from service.engines.destiny.actions import character_ids
from service.engines.pauses import Pause
from service.records.keep import KeepRecords
from service.records.ports import Record

COUNTED_AT_ONCE: Final = 100
"""How many resolutions of a batch are counted before other requests have their turn."""


class SerializedResolution(NamedTuple):
    """A resolution, and the JSON text of its answer."""

    resolved: Resolved
    text: bytes
    shared: Shared | None = None
    """What it shares with those of equal actions. None: no other is known, and what is written is not kept."""

    @classmethod
    def of(cls, resolved: Resolved, shared: Shared | None = None) -> Self:
        """Serialize the resolution once; the text goes into the answer and into the record."""
        return cls(resolved, resolved_text(resolved, {} if shared is None else shared), shared)

    @property
    def resolution_id(self) -> str:
        return self.resolved.resolution_id

    @property
    def size(self) -> int:
        """The bytes of the text alone; the inputs are serialized later, with the record."""
        return len(self.text)

    def record(self) -> Record:
        """Make the record. This runs in the background, after the answer was sent."""
        resolved = self.resolved
        return Record.of(
            resolved.resolution_id,
            resolved.resolved_at,
            inputs_text(resolved, {} if self.shared is None else self.shared),
            self.text,
            character_ids(resolved.action),
        )


Serialized = SerializedResolution | ResolvedAlike


class AfterResolution(Protocol):
    """What the routes that resolve actions call before and after drawing."""

    def wait_for_room(self) -> None:
        """Before a draw: wait while too many earlier records are unwritten. Never fails."""

    def wait_for_batches(self) -> None:
        """Before the draws of a batch: wait while the records of another are being written. Never fails."""

    def __call__(self, resolutions: Sequence[Serialized]) -> None:
        """After an answer that counts. Never fails; it may first write records, if too many wait."""


@dataclass(frozen=True, slots=True)
class RecordAndCount:
    """Records each resolution and counts it for the insights. Resolutions whose answer was withheld get neither."""

    keep_records: KeepRecords
    count: Callable[[Sequence[Resolved]], None]
    pause: Pause

    def wait_for_room(self) -> None:
        self.keep_records.wait_for_room()

    def wait_for_batches(self) -> None:
        self.keep_records.wait_for_batches()

    def __call__(self, resolutions: Sequence[Serialized]) -> None:
        for start in range(0, len(resolutions), COUNTED_AT_ONCE):
            if start:
                self.pause()
            self.count([one.resolved for one in resolutions[start : start + COUNTED_AT_ONCE]])
        self.keep_records(resolutions)
