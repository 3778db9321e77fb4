"""Counts resolutions and their outcomes in the background."""

import logging
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from threading import Lock
from typing import Final

from service.actions.resolve import Resolved
from service.engines.destiny.actions import Action
from service.engines.destiny.insight.tally import Counts, sample, tally
from service.engines.destiny.resolution import Resolution
from service.engines.destiny.tuning import Tuning
from service.errors import StoreUnavailable
from service.insights.ports import Increments, InsightStore
from service.system.ports import Background, Identifiers
from service.system.single_flight import SingleFlight

PAUSE_S: Final = 0.25
"""How long counts gather before they are sent, and so how far a report may lag behind."""
MOST_SAMPLED: Final = 20
"""How many resolutions are compared with their exact odds per flush. Odds take up to a tenth of a millisecond: at four
flushes a second that is at most 1 % of a core, and no request waits longer than for the odds of twenty."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Books:
    """What one process has counted but not yet sent to the store."""

    process: str | None = None
    sent: int = 0
    counts: dict[date, Counts] = field(default_factory=dict)
    to_sample: list[Resolved] = field(default_factory=list)
    in_flight: Increments | None = None
    """Sent without a reply. The store may have it, so it is sent again unchanged, with the same number."""
    counting: Lock = field(default_factory=Lock)
    sending: SingleFlight = field(default_factory=SingleFlight)

    def add(self, resolved: Resolved, count: Callable[[Action, Resolution, Tuning, Counts], object]) -> None:
        with self.counting:
            counts = self.counts.setdefault(resolved.resolved_at.date(), defaultdict(int))
            count(resolved.action, resolved.resolution, resolved.revision.tuning, counts)


class CountInsight:
    """Counts resolutions in memory, and soon after sends the counts to the store."""

    def __init__(self, store: InsightStore, background: Background, identifiers: Identifiers) -> None:
        self._store = store
        self._identifiers = identifiers
        self._books = _Books()
        self._wake = background.take_on(self, PAUSE_S)

    def __call__(self, resolved: Resolved) -> None:
        """Count this resolution. Never fails and never blocks on the store."""
        books = self._books
        books.add(resolved, tally)
        # Whether a resolution is sampled depends on the recent rate, not on its outcome, so the sample is fair.
        if len(books.to_sample) < MOST_SAMPLED:
            books.to_sample.append(resolved)
        self._wake()

    def flush(self) -> None:
        """Send the counts to the store. While it is unavailable, they grow here, and this raises `StoreUnavailable`."""
        books = self._books
        with books.sending.hold():
            sampled, books.to_sample = books.to_sample, []
            for resolved in sampled:
                books.add(resolved, sample)
            while books.in_flight or books.counts:
                increments, books.in_flight = books.in_flight or self._next(books), None
                try:
                    self._store.add(increments)
                except StoreUnavailable:
                    books.in_flight = increments
                    raise

    def abandon(self) -> None:
        """Log that counts are lost, as the process exits."""
        if self._books.in_flight or self._books.counts:
            _log.warning("Counts for insights are lost: the process exits while the store is unavailable.")

    def forget(self) -> None:
        """Start with no counts, in a process that was forked."""
        self._books = _Books()

    def _next(self, books: _Books) -> Increments:
        with books.counting:
            day, counts = books.counts.popitem()
        books.process = books.process or self._identifiers.new()
        books.sent += 1
        return Increments(books.process, books.sent, day, counts)
