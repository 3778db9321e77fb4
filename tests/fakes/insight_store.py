"""An in-memory store of daily counts."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, datetime

from service.engines.destiny.insight.tally import Name
from service.errors import StoreUnavailable
from service.insights.ports import CountedDays, Increments


@dataclass
class InMemoryInsightStore:
    """Adds up increments; ignores one that it has already counted."""

    unavailable: bool = False
    days: defaultdict[date, Counter[Name]] = field(default_factory=lambda: defaultdict(Counter))
    told: dict[str, int] = field(default_factory=dict)
    reset_at: datetime | None = None

    def add(self, increments: Increments) -> None:
        self._answer()
        if increments.number > self.told.get(increments.process, 0):
            self.told[increments.process] = increments.number
            self.days[increments.day].update(increments.counts)

    def read(self, first: date, last: date) -> CountedDays:
        self._answer()
        counts: Counter[Name] = Counter()
        for day, counted in self.days.items():
            if first <= day <= last:
                counts.update(counted)
        return CountedDays(counts, self.reset_at)

    def reset(self, now: datetime) -> None:
        self._answer()
        self.days.clear()
        self.reset_at = now

    def _answer(self) -> None:
        if self.unavailable:
            raise StoreUnavailable("The test made the store unavailable.")
