"""What follows a resolution, once its answer is certain: keep its record, and count it for the insights."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from service.actions.resolve import Resolved
from service.actions.serialized import SerializedResolution
from service.records.keep import KeepRecords


class AfterResolution(Protocol):
    """What the routes that resolve actions call before and after a draw."""

    def wait_for_room(self) -> None:
        """Before a draw: wait while too many earlier records have to be written first. Never fails."""

    def __call__(self, resolutions: Sequence[SerializedResolution]) -> None:
        """After an answer that counts. Never fails; it may write records first, if too many wait."""


@dataclass(frozen=True, slots=True)
class RecordAndCount:
    """Records and counts each resolution of an answer that counts; all others leave neither record nor count."""

    keep_records: KeepRecords
    count: Callable[[Resolved], None]

    def wait_for_room(self) -> None:
        self.keep_records.wait_for_room()

    def __call__(self, resolutions: Sequence[SerializedResolution]) -> None:
        for one in resolutions:
            self.count(one.resolved)
        self.keep_records(resolutions)
