"""What insights needs from outside."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Protocol

from service.engines.destiny.insight.tally import Name

MOST_DAYS: Final = 30
"""How far back a window may reach."""


@dataclass(frozen=True, slots=True)
class Increments:
    """What one process has counted since its last increments, all of one day."""

    process: str
    number: int
    """Grows by one with each that the process sends. One that is sent again keeps its number."""
    day: date
    counts: Mapping[Name, int]


@dataclass(frozen=True, slots=True)
class CountedDays:
    """The counts of some days together."""

    counts: Mapping[Name, int]
    reset_at: datetime | None
    """When the counts were last reset; None: never."""


class InsightStore(Protocol):
    """Keeps counts by day, those of all processes added up, for a few days more than a window may have."""

    def add(self, increments: Increments) -> None:
        """Add these, all or none. Increments that are sent again add nothing."""

    def read(self, first: date, last: date) -> CountedDays:
        """The sum of these days."""

    def reset(self, now: datetime) -> None:
        """Forget the counts of all days at once."""
