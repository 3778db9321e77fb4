"""An in-memory store of daily counts."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import date, timedelta

from service.engines.destiny.insight.tally import Name
from service.errors import StoreUnavailable
from service.insights.ports import (
    MOST_DECIDED,
    CountedDay,
    CountedDays,
    DecidedName,
    Increments,
    Reset,
    ResetPage,
)


@dataclass
class InMemoryInsightStore:
    """Adds up increments; ignores one that it has already counted."""

    unavailable: bool = False
    days: defaultdict[date, Counter[Name]] = field(default_factory=lambda: defaultdict(Counter))
    decided: defaultdict[date, dict[DecidedName, list[int]]] = field(default_factory=lambda: defaultdict(dict))
    received: dict[str, int] = field(default_factory=dict)
    made: list[Reset] = field(default_factory=list)
    """Every reset, oldest first."""

    def add(self, increments: Increments) -> None:
        self._answer()
        if increments.number > self.received.get(increments.process, 0):
            self.received[increments.process] = increments.number
            self.days[increments.day].update(increments.counts)
            decided = self.decided[increments.day]
            for name, figures in increments.decided.items():
                if name in decided:
                    decided[name] = [one + more for one, more in zip(decided[name], figures, strict=True)]
                elif len(decided) < MOST_DECIDED:
                    decided[name] = list(figures)

    def read(self, first: date, last: date, *, decided: bool) -> CountedDays:
        self._answer()
        days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
        counted = [
            CountedDay(day, dict(self.days.get(day, {})), dict(self.decided.get(day, {})) if decided else {})
            for day in days
        ]
        return CountedDays(counted, self.made[-1].time if self.made else None)

    def reset(self, reset: Reset) -> None:
        self._answer()
        self.days.clear()
        self.decided.clear()
        if reset not in self.made:
            self.made.append(reset)

    def resets(self, last: int | None, size: int) -> ResetPage:
        self._answer()
        upto = self.made if last is None else self.made[:last]
        older = max(len(upto) - size, 0)
        return ResetPage(upto[older:][::-1], older)

    def _answer(self) -> None:
        if self.unavailable:
            raise StoreUnavailable("The test made the store unavailable.")
