"""Reading insights, and resetting them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from service.engines.destiny.insight.report import InsightReport, report
from service.insights.count import CountInsight
from service.insights.ports import InsightStore
from service.system.ports import Clock


@dataclass(frozen=True, slots=True)
class Insight:
    """What was found in a window of whole days."""

    first: date
    last: date
    reset_at: datetime | None
    report: InsightReport


@dataclass(frozen=True, slots=True)
class ReadInsight:
    """Adds the days of a window up."""

    store: InsightStore
    count_insight: CountInsight
    clock: Clock

    def __call__(self, days: int) -> Insight:
        """The insight of so many days; the last is today."""
        self.count_insight.flush()
        last = self.clock.now().date()
        first = last - timedelta(days=days - 1)
        counted = self.store.read(first, last)
        return Insight(first, last, counted.reset_at, report(counted.counts))

    def reset(self) -> None:
        """Reset the counts."""
        self.count_insight.flush()
        self.store.reset(self.clock.now())
