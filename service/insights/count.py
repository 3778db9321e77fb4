"""Counting what resolutions come to, behind the answers."""

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
from service.system.single_flight import TakingTurns

PAUSE_S: Final = 0.25
"""How long counts gather, and so how long a report may not have them yet."""
MOST_SAMPLED: Final = 20
"""Resolutions that are held against their exact odds in one go. Odds take up to a tenth of a millisecond: with four
goes a second that is at most 1 % of a core, and no request waits for longer than for the odds of twenty."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Books:
    """What one process has counted and not told yet."""

    process: str | None = None
    told: int = 0
    counts: dict[date, Counts] = field(default_factory=dict)
    to_sample: list[Resolved] = field(default_factory=list)
    unsure: Increments | None = None
    """What was told, and whether it arrived is not known: it must be told again as it was."""
    counting: Lock = field(default_factory=Lock)
    telling: TakingTurns = field(default_factory=TakingTurns)

    def add(self, resolved: Resolved, count: Callable[[Action, Resolution, Tuning, Counts], object]) -> None:
        """Count the resolution in this way."""
        with self.counting:
            counts = self.counts.setdefault(resolved.resolved_at.date(), defaultdict(int))
            count(resolved.action, resolved.resolution, resolved.revision.tuning, counts)


class CountInsight:
    """Counts resolutions at once, and tells the store soon after."""

    def __init__(self, store: InsightStore, background: Background, identifiers: Identifiers) -> None:
        self._store = store
        self._identifiers = identifiers
        self._books = _Books()
        self._wake = background.take_on(self, PAUSE_S)

    def __call__(self, resolved: Resolved) -> None:
        """Count this resolution. Never fails, and waits for nothing."""
        books = self._books
        books.add(resolved, tally)
        # By how often it was asked lately, not by how it went: so the sample is a fair one.
        if len(books.to_sample) < MOST_SAMPLED:
            books.to_sample.append(resolved)
        self._wake()

    def flush(self) -> None:
        """Tell the store what was counted; while it is unavailable, the counts grow here."""
        books = self._books
        with books.telling.turn():
            sampled, books.to_sample = books.to_sample, []
            for resolved in sampled:
                books.add(resolved, sample)
            while books.unsure or books.counts:
                telling, books.unsure = books.unsure or self._next(books), None
                try:
                    self._store.add(telling)
                except StoreUnavailable:
                    books.unsure = telling
                    raise

    def abandon(self) -> None:
        """Say that counts are lost: the process ends."""
        if self._books.unsure or self._books.counts:
            _log.warning("Counts for insight are lost: the process ends while the store is unavailable.")

    def forget(self) -> None:
        """Begin new books, as another process."""
        self._books = _Books()

    def _next(self, books: _Books) -> Increments:
        with books.counting:
            day, counts = books.counts.popitem()
        books.process = books.process or self._identifiers.new()
        books.told += 1
        return Increments(books.process, books.told, day, counts)
