"""The port to the store of counts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final, Protocol

from service.engines.destiny.insight.tally import Name

MOST_DAYS: Final = 30
"""How many days a window may have."""


@dataclass(frozen=True, slots=True)
class Increments:
    """What one process has counted since its last increments, all for one day."""

    process: str
    number: int
    """Grows by one with each that the process sends; a repeat keeps its number."""
    day: date
    counts: Mapping[Name, int]


@dataclass(frozen=True, slots=True)
class CountedDays:
    """The sum of the counts of some days."""

    counts: Mapping[Name, int]
    reset_at: datetime | None
    """When the counts were last reset; None: never."""


@dataclass(frozen=True, slots=True)
class Reset:
    """Who reset the counts, and when."""

    author: str
    time: datetime


@dataclass(frozen=True, slots=True)
class ResetPage:
    """Some resets, newest first."""

    resets: Sequence[Reset]
    older: int
    """How many there are before these."""


class InsightStore(Protocol):
    """Stores counts by day, summed over all processes, for a few days longer than a window may reach.

    It keeps every reset for good.
    """

    def add(self, increments: Increments) -> None:
        """Add these, all or none. Repeated increments add nothing."""

    def read(self, first: date, last: date) -> CountedDays:
        """The sum of these days, the first and the last included."""

    def reset(self, reset: Reset) -> None:
        """Delete the counts of all days and keep who did it, in one step. Repeating a call keeps it once."""

    def resets(self, last: int | None, size: int) -> ResetPage:
        """`size` resets, from number `last` or the newest down; the oldest has the number 1."""
