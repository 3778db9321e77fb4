"""Counts resolutions and their outcomes in the background."""

import logging
import threading
from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from service.actions.resolve import Resolved, each_once
from service.engines.destiny.actions import Action
from service.engines.destiny.insight.figures import Decided, none_decided
from service.engines.destiny.insight.tally import ChallengeKind, Counts, kind_of, sample, tally, tally_kind
from service.engines.destiny.resolution import ChallengeResolution, Resolution
from service.engines.destiny.tuning import Tuning
from service.engines.pauses import Pause, each, no_pause
from service.errors import StoreUnavailable
from service.insights.ports import Increments, InsightStore
from service.system.ports import Background, Identifiers
from service.system.single_flight import SingleFlight

PAUSE_S: Final = 0.25
"""How long counts gather before they are sent, and so how far a report may lag behind."""
MOST_SAMPLED: Final = 20
"""How many resolutions are compared with their exact odds per flush. Odds take up to a tenth of a millisecond: at four
flushes a second that is at most 1 % of a core, and no request waits longer than for the odds of twenty."""

_Challenges = tuple[date, int, ChallengeKind]
"""Challenges of one kind on one day under one revision of the tuning."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Day:
    """What one process has counted of one day but not yet sent to the store."""

    counts: Counts = field(default_factory=lambda: defaultdict(int))
    decided: defaultdict[int, Decided] = field(default_factory=lambda: defaultdict(none_decided))
    """What each revision of the tuning decided."""

    def increments(self, process: str, number: int, day: date) -> Increments:
        decided = {
            (revision, *subject): figures
            for revision, subjects in self.decided.items()
            for subject, figures in subjects.items()
        }
        return Increments(process, number, day, self.counts, decided)


@dataclass(slots=True)
class _Books:
    """What one process has counted but not yet sent to the store."""

    process: str | None = None
    sent: int = 0
    days: dict[date, _Day] = field(default_factory=dict)
    challenges: deque[tuple[_Challenges, int]] = field(default_factory=deque)
    """Challenges and how many of them there were, until all of a kind are counted together. Appending costs a tenth of
    counting, and needs no lock."""
    to_sample: list[Resolved] = field(default_factory=list)
    in_flight: Increments | None = None
    """Sent without a reply. The store may have it, so it is sent again unchanged, with the same number."""
    # Looked up when it is made: gevent patches the module after the service was imported.
    counting: threading.Lock = field(default_factory=lambda: threading.Lock())  # noqa: PLW0108
    sending: SingleFlight = field(default_factory=SingleFlight)

    def add(self, resolved: Resolved, count: Callable[[Action, Resolution, Tuning, Counts, Decided], object]) -> None:
        revision = resolved.revision
        with self.counting:
            counted = self._counted(resolved.resolved_at.date())
            count(
                resolved.action,
                resolved.resolution,
                revision.tuning,
                counted.counts,
                counted.decided[revision.number],
            )

    def count_challenges(self) -> None:
        """Count the waiting challenges, each kind at once."""
        waiting = self.challenges
        kinds = defaultdict[_Challenges, int](int)
        for _ in range(len(waiting)):
            challenges, times = waiting.popleft()
            kinds[challenges] += times
        with self.counting:
            for (day, revision, kind), times in kinds.items():
                counted = self._counted(day)
                tally_kind(kind, times, counted.counts, counted.decided[revision])

    def _counted(self, day: date) -> _Day:
        counted = self.days.get(day)
        if counted is None:
            counted = self.days[day] = _Day()
        return counted


class CountInsight:
    """Counts resolutions in memory, and soon after sends the counts to the store."""

    def __init__(
        self, store: InsightStore, background: Background, identifiers: Identifiers, pause: Pause = no_pause
    ) -> None:
        self._store = store
        self._pause = pause
        self._identifiers = identifiers
        self._books = _Books()
        self._wake = background.take_on(self, PAUSE_S)

    def __call__(self, those: Sequence[Resolved]) -> None:
        """Count these resolutions. Never fails and never blocks on the store."""
        books = self._books
        for resolved, times in each_once(those):
            action, resolution = resolved.action, resolved.resolution
            if isinstance(resolution, ChallengeResolution):
                kind = kind_of(action, resolution)
                books.challenges.append(((resolved.resolved_at.date(), resolved.revision.number, kind), times))
            else:
                for _ in range(times):
                    books.add(resolved, tally)
        # Whether a resolution is sampled depends on the recent rate, not on its outcome, so the sample is fair.
        books.to_sample += those[: MOST_SAMPLED - len(books.to_sample)]
        self._wake()

    def flush(self) -> None:
        """Send the counts to the store. While it is unavailable, they grow here, and this raises `StoreUnavailable`."""
        books = self._books
        with books.sending.hold():
            books.count_challenges()
            sampled, books.to_sample = books.to_sample, []
            for resolved in each(sampled, self._pause):
                books.add(resolved, sample)
            if books.in_flight:
                self._send(books, books.in_flight)
            # What is counted meanwhile waits for the next time, or under load this would never end.
            for _ in range(len(books.days)):
                self._send(books, self._next(books))

    def abandon(self) -> None:
        """Log that counts are lost, as the process exits."""
        if self._books.in_flight or self._books.days or self._books.challenges:
            _log.warning("Counts for insights are lost: the process exits while the store is unavailable.")

    def forget(self) -> None:
        """Start with no counts, in a process that was forked."""
        self._books = _Books()

    def _send(self, books: _Books, increments: Increments) -> None:
        books.in_flight = None
        try:
            self._store.add(increments)
        except StoreUnavailable:
            books.in_flight = increments
            raise

    def _next(self, books: _Books) -> Increments:
        with books.counting:
            day, counted = books.days.popitem()
        books.process = books.process or self._identifiers.new()
        books.sent += 1
        return counted.increments(books.process, books.sent, day)
