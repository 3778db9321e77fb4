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
    """What one process has counted since it last told, all of one day."""

    process: str
    number: int
    """Grows by one with each that the process tells. One that is told again has its old number."""
    day: date
    counts: Mapping[Name, int]


@dataclass(frozen=True, slots=True)
class CountedDays:
    """The counts of some days together."""

    counts: Mapping[Name, int]
    reset_at: datetime | None
    """When counting last began anew; None: it never did."""


class InsightStore(Protocol):
    """Keeps counts by day, those of all processes added up, for a few days more than a window may have."""

    def add(self, increments: Increments) -> None:
        """Add these, all or none. Of increments that are told again nothing is added."""

    def read(self, first: date, last: date) -> CountedDays:
        """The sum of these days."""

    def reset(self, now: datetime) -> None:
        """Forget the counts of all days at once."""
