"""Finds which revisions of the tuning went live on which day."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Final

from service.insights.window import Window
from service.tuning.history import records
from service.tuning.ports import TuningLog
from service.tuning.revisions import Change, RevisionRecord, UnreadableRevision

MOST_WENT_LIVE: Final = 100
"""How many revisions are listed for a window."""
_AT_ONCE: Final = 10
_UNKNOWN: Final = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class WentLive:
    """A revision, and the change that made it."""

    number: int
    change: Change

    @property
    def day(self) -> date:
        return self.change.time.date()


@dataclass(frozen=True, slots=True)
class LiveRevisions:
    """The revisions that went live in a window, newest first."""

    revisions: Sequence[WentLive]
    truncated: bool
    """Whether there are more than `MOST_WENT_LIVE`, of which these are the newest."""


def live_revisions(log: TuningLog, window: Window) -> LiveRevisions:
    """Those of the window. A damaged revision is left out."""
    first, after = _start(window.first), _start(window.last + timedelta(days=1))
    # Numbers grow with time, so the newest is found in a few steps, however many came after the window.
    newest = bisect_left(range(1, log.head().number + 1), after, key=lambda number: _time(log, number))
    oldest = max(newest - MOST_WENT_LIVE, 0)
    found = list[WentLive]()
    for end in range(newest, oldest, -_AT_ONCE):
        for kept in _readable(log, max(end - _AT_ONCE, oldest) + 1, end):
            if kept.change is None or kept.change.time < first:
                return LiveRevisions(found, truncated=False)
            found.append(WentLive(kept.number, kept.change))
    return LiveRevisions(found, truncated=oldest > 0 and _time(log, oldest) >= first)


def _start(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def _time(log: TuningLog, number: int) -> datetime:
    kept = next(_readable(log, number, number), None)
    if kept is None:
        following = log.first_from(number)
        # Where a store has lost revisions, the next one is that of the decision to continue without them.
        return _UNKNOWN if following in (None, number) else _time(log, following)
    return kept.change.time if kept.change else _UNKNOWN


def _readable(log: TuningLog, first: int, last: int) -> Iterator[RevisionRecord]:
    """The records of the revisions from `last` down to `first` that are not damaged."""
    try:
        yield from list(records(log, last, first, differences=False))
    except UnreadableRevision:
        if first < last:
            middle = (first + last) // 2
            yield from _readable(log, middle + 1, last)
            yield from _readable(log, first, middle)
