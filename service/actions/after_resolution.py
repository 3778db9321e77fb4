"""What is left to do once resolutions have been told: keep their records, and count them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from service.actions.resolve import Resolved
from service.records.answers import ToldResolution
from service.records.keep import KeepRecords


class Remember(Protocol):
    """What routes that resolve do around it."""

    def wait_for_room(self) -> None:
        """Wait, before a draw, for as long as earlier resolutions have to be written first."""

    def __call__(self, told: Sequence[ToldResolution]) -> None:
        """Remember these, after an answer that counts."""


@dataclass(frozen=True, slots=True)
class RememberResolutions:
    """Comes after an answer that counts; one that was never given leaves neither record nor count."""

    keep_records: KeepRecords
    count: Callable[[Resolved], None]

    def wait_for_room(self) -> None:
        """Wait until no more records than the bound wait to be written. Never fails."""
        self.keep_records.wait_for_room()

    def __call__(self, told: Sequence[ToldResolution]) -> None:
        """Remember these. Never fails; it may write records first, if too many wait."""
        for one in told:
            self.count(one.resolved)
        self.keep_records(told)
