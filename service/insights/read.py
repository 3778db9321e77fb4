"""Reads insights, and resets them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from service.engines.destiny.insight.figures import Subject
from service.engines.destiny.insight.outcomes import ByType, outcomes_in
from service.engines.destiny.insight.report import InsightReport, report
from service.engines.destiny.insight.tally import Name
from service.engines.pauses import Pause
from service.insights.count import CountInsight
from service.insights.ports import MOST_DAYS, CountedDay, CountedDays, InsightStore, Reset, ResetPage
from service.insights.splits import (
    DayRow,
    InsightByCrime,
    InsightByDay,
    InsightByRevision,
    Split,
    by_crime,
    by_revision,
    crime_rows,
    revision_rows,
)
from service.insights.went_live import live_revisions
from service.insights.window import WantedDays, Window
from service.system.ports import Clock, TakeTurn
from service.system.prices import price
from service.tuning.ports import TuningLog


@dataclass(frozen=True, slots=True)
class Insight:
    """The report on a window of whole days."""

    window: Window
    reset_at: datetime | None
    report: InsightReport


@dataclass(frozen=True, slots=True)
class ReadInsight:
    store: InsightStore
    count_insight: CountInsight
    log: TuningLog
    clock: Clock
    pause: Pause
    take_turn: TakeTurn

    def __call__(self, wanted: WantedDays) -> Insight:
        """The report on these days together; this and the others raise `InvalidInput` for days that are not kept."""
        window, counted = self._read(wanted, decided=False)
        counts: Counter[Name] = Counter()
        for day in self._each(counted):
            counts.update(day.counts)
        return Insight(window, counted.reset_at, report(counts))

    def by_day(self, wanted: WantedDays) -> InsightByDay:
        """Each of these days."""
        window, counted = self._read(wanted, decided=False)
        live = live_revisions(self.log, window)
        days = [
            DayRow(counts.day, outcomes_in(counts.counts), [one for one in live.revisions if one.day == counts.day])
            for counts in self._each(counted)
        ]
        return InsightByDay(window, counted.reset_at, days, live.truncated)

    def by_revision(self, wanted: WantedDays, start: int | None, size: int) -> InsightByRevision:
        """`size` revisions that decided something in these days, newest first, from `start` or the newest down."""
        split = by_revision()
        window, reset_at, outcomes = self._split(wanted, split)
        rows, following = revision_rows(split, start, size)
        return InsightByRevision(window, reset_at, rows, split.missing_in(outcomes), following)

    def by_crime(self, wanted: WantedDays, start: int, size: int, challenge: Subject | None) -> InsightByCrime:
        """`size` crimes and skill checks that were tried in these days, from this number on, or only the named one."""
        split = by_crime(challenge)
        window, reset_at, outcomes = self._split(wanted, split)
        rows, following = crime_rows(split, start, size)
        return InsightByCrime(window, reset_at, rows, split.missing_in(outcomes), following)

    def reset(self, author: str) -> None:
        """Delete all counts, those of this process that were not sent yet included."""
        self.count_insight.flush()
        self.store.reset(Reset(author, self.clock.now()))

    def resets(self, last: int | None, size: int) -> ResetPage:
        """A page of the resets, from number `last` or the newest down."""
        return self.store.resets(last, size)

    def _read(self, wanted: WantedDays, *, decided: bool) -> tuple[Window, CountedDays]:
        window = wanted.until(self.clock.now().date())
        self.count_insight.flush()
        return window, self.store.read(window.first, window.last, decided=decided)

    def _split(self, wanted: WantedDays, split: Split[Any, Any]) -> tuple[Window, datetime | None, ByType]:
        """Add these days to the split; return the window and all outcomes in it, with or without a revision."""
        window, counted = self._read(wanted, decided=True)
        counts: Counter[Name] = Counter()
        with self.take_turn(price(window.days / MOST_DAYS)):
            for day in self._each(counted):
                counts.update(day.counts)
                split.add(day)
            self.pause()
        return window, counted.reset_at, outcomes_in(counts)

    def _each(self, counted: CountedDays) -> Iterator[CountedDay]:
        """Every day; before each, other requests have their turn, as a full day takes some milliseconds."""
        for day in counted.days:
            self.pause()
            yield day
