"""Reads insights, and resets them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from service.engines.destiny.insight.report import InsightReport, report
from service.insights.count import CountInsight
from service.insights.ports import InsightStore, Reset, ResetPage
from service.system.ports import Clock


@dataclass(frozen=True, slots=True)
class Insight:
    """The report on a window of whole days."""

    first: date
    last: date
    reset_at: datetime | None
    report: InsightReport


@dataclass(frozen=True, slots=True)
class ReadInsight:
    store: InsightStore
    count_insight: CountInsight
    clock: Clock

    def __call__(self, days: int) -> Insight:
        """The report on this many days, of which today is the last."""
        self.count_insight.flush()
        last = self.clock.now().date()
        first = last - timedelta(days=days - 1)
        counted = self.store.read(first, last)
        return Insight(first, last, counted.reset_at, report(counted.counts))

    def reset(self, author: str) -> None:
        """Delete all counts, those of this process that were not sent yet included."""
        self.count_insight.flush()
        self.store.reset(Reset(author, self.clock.now()))

    def resets(self, last: int | None, size: int) -> ResetPage:
        """A page of the resets, from number `last` or the newest down."""
        return self.store.resets(last, size)
