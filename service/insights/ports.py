"""The port to the store of counts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final, Protocol

from service.engines.destiny.insight.tally import Name

MOST_DAYS: Final = 30
"""How many days a window may have."""
MOST_DECIDED: Final = 1000
"""How many pairs of a revision and what it decided are counted in a day, namely the first ones. A catalogue may have
thousands of challenges, and a day thousands of revisions."""

DecidedName = tuple[int, str, str]
"""A revision of the tuning, and what it decided: an action type, and the name of the challenge or nothing."""
DecidedFigures = Mapping[DecidedName, Sequence[int]]


@dataclass(frozen=True, slots=True)
class Increments:
    """What one process has counted since its last increments, all for one day."""

    process: str
    number: int
    """Grows by one with each that the process sends; a repeat keeps its number."""
    day: date
    counts: Mapping[Name, int]
    decided: DecidedFigures = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CountedDay:
    """What was counted on one day."""

    day: date
    counts: Mapping[Name, int]
    decided: DecidedFigures
    """Has less than the counts, where those are of an earlier release or more than `MOST_DECIDED`."""


@dataclass(frozen=True, slots=True)
class CountedDays:
    """The counts of some days."""

    days: Iterable[CountedDay]
    """Every day, oldest first. Each is read when it is its turn, so this too raises `StoreUnavailable`."""
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
        """Add these, all or none, but for what is decided beyond `MOST_DECIDED`. Repeated increments add nothing."""

    def read(self, first: date, last: date, *, decided: bool) -> CountedDays:
        """These days, the first and the last included, with or without what each revision decided."""

    def reset(self, reset: Reset) -> None:
        """Delete the counts of all days and keep who did it, in one step. Repeating a call keeps it once."""

    def resets(self, last: int | None, size: int) -> ResetPage:
        """`size` resets, from number `last` or the newest down; the oldest has the number 1."""
