"""The days that a request asks for."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from service.engines.errors import InvalidInput, Mistake
from service.insights.ports import MOST_DAYS


@dataclass(frozen=True, slots=True)
class Window:
    """Some whole days, the first and the last included."""

    first: date
    last: date

    @property
    def days(self) -> int:
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class LastDays:
    """So many days, the last of which is today."""

    number: int

    def until(self, today: date) -> Window:
        return Window(today - timedelta(days=self.number - 1), today)


@dataclass(frozen=True, slots=True)
class DaysBetween:
    """The days from one to another, or to today."""

    first: date
    last: date | None = None

    def until(self, today: date) -> Window:
        """The window; raises `InvalidInput` for days that have not begun or whose counts may be gone."""
        mistakes = list(self._mistakes(today))
        if mistakes:
            raise InvalidInput(mistakes)
        return Window(self.first, self.last or today)

    def _mistakes(self, today: date) -> Iterator[Mistake]:
        oldest = today - timedelta(days=MOST_DAYS - 1)
        kept = f"from {oldest} to {today}: the last {MOST_DAYS} days, in UTC."
        if not oldest <= self.first <= today:
            yield Mistake(("from",), f"Must be a day {kept}")
        if self.last is None:
            return
        if not oldest <= self.last <= today:
            yield Mistake(("to",), f"Must be a day {kept}")
        elif self.last < self.first:
            yield Mistake(("to",), f"Must not be before from, which is {self.first}.")


WantedDays = LastDays | DaysBetween
