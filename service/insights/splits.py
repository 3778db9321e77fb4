"""Counts of a window split by day, by revision of the tuning, or by crime and skill check."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import itemgetter
from typing import Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt

from service.engines.destiny.actions import ActionType
from service.engines.destiny.insight.figures import THRESHOLD_AT, Subject
from service.engines.destiny.insight.outcomes import ByType, Outcomes, by_type, without
from service.insights.ports import CountedDay, DecidedName
from service.insights.went_live import WentLive
from service.insights.window import Window

MOST_REVISIONS: Final = 20
"""How many revisions are listed with a crime."""

Integers = npt.NDArray[np.int64]
Group = TypeVar("Group")
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class DayRow:
    """One day, with what went live on it, newest first."""

    day: date
    outcomes: ByType
    went_live: Sequence[WentLive]


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """What one revision decided in the window, and the days on which it first and last did."""

    revision: int
    first: date
    last: date
    outcomes: ByType


@dataclass(frozen=True, slots=True)
class Tries:
    """The attempts at one challenge under one revision."""

    revision: int
    first: date
    last: date
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class CrimeRow:
    """A crime or a skill check."""

    action_type: ActionType
    name: str
    revisions: Sequence[Tries]
    """Newest first."""
    truncated: bool
    """Whether there are more revisions, older than these."""


@dataclass(frozen=True, slots=True)
class InsightByDay:
    window: Window
    reset_at: datetime | None
    days: Sequence[DayRow]
    truncated: bool
    """Whether revisions are missing from the days because too many went live."""


@dataclass(frozen=True, slots=True)
class InsightByRevision:
    window: Window
    reset_at: datetime | None
    revisions: Sequence[RevisionRow]
    """Newest first."""
    without_revision: ByType
    following: int | None
    """The revision with which the next page begins; None: there is none."""


@dataclass(frozen=True, slots=True)
class InsightByCrime:
    window: Window
    reset_at: datetime | None
    crimes: Sequence[CrimeRow]
    """Crimes first, then skill checks, both by name."""
    without_revision: ByType
    following: int | None
    """The number of the crime with which the next page begins; None: there is none."""


@dataclass(slots=True)
class _Span:
    """Figures of some days."""

    first: date
    last: date
    figures: Sequence[int]

    @property
    def is_tried(self) -> bool:
        """Whether more than a sample is left: the counts can be reset before the sample of some of them is sent."""
        return any(self.figures[:THRESHOLD_AT])


Spans = Mapping[Part, _Span]
"""The parts of a group."""


class Split(Generic[Group, Part]):
    """What was decided in some days, by two names that `by` makes of each; None: not wanted.

    A month may have thirty thousand figures for each split, so they are added up as arrays.
    """

    def __init__(self, by: Callable[[DecidedName], tuple[Group, Part] | None]) -> None:
        self._by = by
        self._rows: dict[tuple[Group, Part], int] = {}
        self._days: list[date] = []
        self._added: list[tuple[Integers, Integers]] = []
        """By day: the row of each figures, and the figures."""
        self._sums = by_type(())

    def add(self, counted: CountedDay) -> None:
        """Add one more day, later than those before."""
        if not counted.decided:
            return
        figures = np.array(list(counted.decided.values()), dtype=np.int64)
        kinds = np.array([name[1] for name in counted.decided])
        sums = [(kind.value, figures[kinds == kind.value].sum(axis=0).tolist()) for kind in ActionType]
        self._sums = by_type([*((kind.value, before.figures) for kind, before in self._sums.items()), *sums])
        rows, by = self._rows, self._by
        found = [rows.setdefault(names, len(rows)) if (names := by(name)) else -1 for name in counted.decided]
        self._days.append(counted.day)
        self._added.append((np.array(found, dtype=np.int64), figures))

    def groups(self) -> Mapping[Group, Spans[Part]]:
        """Every group, with what there is of each of its parts."""
        groups: dict[Group, dict[Part, _Span]] = {}
        if not self._rows:
            return groups
        rows, figures = (np.concatenate(some) for some in zip(*self._added, strict=True))
        days = np.repeat(np.arange(len(self._days)), [len(some) for some, _ in self._added])
        order = np.argsort(rows, kind="stable")[np.count_nonzero(rows < 0) :]
        # Rows are numbered without a gap. In each, the days are in order.
        starts = np.flatnonzero(np.diff(rows[order], prepend=-1))
        sums = np.add.reduceat(figures[order], starts).tolist()
        firsts, lasts = days[order[starts]], days[order[np.append(starts[1:], len(order)) - 1]]
        for (group, part), first, last, sum_ in zip(self._rows, firsts.tolist(), lasts.tolist(), sums, strict=True):
            groups.setdefault(group, {})[part] = _Span(self._days[first], self._days[last], sum_)
        return groups

    def missing_in(self, outcomes: ByType) -> ByType:
        """These outcomes without all that was decided, wanted or not."""
        return without(outcomes, self._sums)


def _page(groups: Sequence[tuple[Group, Spans[Part]]], size: int) -> tuple[list[tuple[Group, Spans[Part]]], int | None]:
    """The first `size` of these groups that have anything, and the place of the group after them."""
    found: list[tuple[Group, Spans[Part]]] = []
    for place, (group, parts) in enumerate(groups):
        if spans := {part: span for part, span in parts.items() if span.is_tried}:
            if len(found) == size:
                return found, place
            found.append((group, spans))
    return found, None


def by_revision() -> Split[int, str]:
    """A split by revision, and in it by action type."""
    return Split(lambda name: name[:2])


def revision_rows(split: Split[int, str], start: int | None, size: int) -> tuple[list[RevisionRow], int | None]:
    """`size` revisions, newest first, from `start` or the newest down, and the one that follows."""
    groups = split.groups()
    numbers = sorted((number for number in groups if start is None or number <= start), reverse=True)
    found, following = _page([(number, groups[number]) for number in numbers], size)
    rows = [
        RevisionRow(
            number,
            min(span.first for span in spans.values()),
            max(span.last for span in spans.values()),
            by_type((kind, span.figures) for kind, span in spans.items()),
        )
        for number, spans in found
    ]
    return rows, None if following is None else numbers[following]


def by_crime(wanted: Subject | None) -> Split[Subject, int]:
    """A split by crime and skill check, or of the wanted one, and in it by revision."""

    def names(name: DecidedName) -> tuple[Subject, int] | None:
        revision, kind, challenge = name
        subject = kind, challenge
        return (subject, revision) if challenge and wanted in (None, subject) else None

    return Split(names)


def crime_rows(split: Split[Subject, int], start: int, size: int) -> tuple[list[CrimeRow], int | None]:
    """`size` crimes and skill checks, from this number on, and the number that follows."""
    found, following = _page(sorted(split.groups().items(), key=itemgetter(0))[start:], size)
    return [_crime_row(subject, spans) for subject, spans in found], None if following is None else start + following


def _crime_row(subject: Subject, spans: Spans[int]) -> CrimeRow:
    kind, name = subject
    newest = sorted(spans, reverse=True)
    tries = [
        Tries(number, spans[number].first, spans[number].last, Outcomes(spans[number].figures))
        for number in newest[:MOST_REVISIONS]
    ]
    return CrimeRow(ActionType(kind), name, tries, len(newest) > MOST_REVISIONS)
