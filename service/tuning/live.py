"""The live tuning of a process: kept in memory, and updated from the log."""

import logging
import os
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from math import inf
from threading import Event, Lock, Thread
from time import monotonic
from typing import Final, Protocol

from service.errors import StoreUnavailable
from service.system.ports import Clock
from service.tuning.history import TuningHistory
from service.tuning.ports import NotLive, TuningStanding
from service.tuning.revisions import (
    EMPTY_LOG,
    SHIPPED,
    KeptRevision,
    LogHead,
    OldRevisionsUnavailable,
    TuningRevision,
    UnreadableRevision,
)

LOOK_EVERY_S: Final = 0.25
LOOK_OVERDUE_S: Final = 0.75
"""A long computation can delay the follower thread. After this long, the next use of the tuning looks for itself, so
that no answer uses a revision that was replaced a second ago."""
OLD_REVISIONS: Final = 64
"""How many old revisions to keep in memory, for calls that name a revision."""

_log = logging.getLogger(__name__)


class LastGood(Protocol):
    """Remembers a revision across restarts. Neither method raises."""

    def keep(self, revision: KeptRevision) -> None:
        """Remember this revision."""

    def revision(self) -> KeptRevision | None:
        """The remembered revision; None where there is none."""


class LiveTunings:
    """The live revision; the last good one while the store is unavailable or has another history.

    Each worker process follows the log for itself, starting with its first use. A forked process starts from nothing.
    """

    def __init__(
        self,
        history: TuningHistory,
        clock: Clock,
        last_good: LastGood,
        tick: Callable[[], float] = monotonic,
        look_every_s: float = LOOK_EVERY_S,
    ) -> None:
        self._history = history
        self._clock = clock
        self._last_good = last_good
        self._tick = tick
        self._look_every_s = look_every_s
        self._begin()
        os.register_at_fork(after_in_child=self._begin)

    def _begin(self) -> None:
        self._live = self._history.shipped
        self._head: LogHead | None = None
        self._known = EMPTY_LOG
        self._standing = TuningStanding(SHIPPED, None, NotLive.STORE_UNAVAILABLE)
        self._look_due = -inf
        self._following = False
        self._looking = Lock()
        self._ending = Event()
        self._old = lru_cache(OLD_REVISIONS)(self._fetch)

    @property
    def shipped(self) -> TuningRevision:
        """Revision 0."""
        return self._history.shipped

    def current(self) -> TuningRevision:
        """The live revision, from memory unless a look at the store is overdue. Never fails."""
        if self._tick() > self._look_due:
            self._look_now()
        return self._live

    def revision(self, number: int) -> TuningRevision | None:
        """An old revision, from memory if it was used before, else from the store. None: no such revision."""
        live = self.current()
        if number == live.number:
            return live
        try:
            return self._old(number)
        except LookupError:
            return None

    def refresh(self) -> None:
        """Look at the log now. Never fails: problems show in `standing`."""
        with self._looking:
            self._look()

    def standing(self) -> TuningStanding:
        """The state as of the last look."""
        self.current()
        return self._standing

    def close(self) -> None:
        """Stop the follower thread."""
        self._ending.set()

    def _look_now(self) -> None:
        # The first callers must wait. Later, one look at a time is enough, because the others have a revision already.
        if self._looking.acquire(blocking=not self._following):
            try:
                if self._tick() > self._look_due:
                    self._look()
            finally:
                self._looking.release()

    def _look(self) -> None:
        if not self._following:
            self._live, self._known = self._left_behind()
        try:
            head = self._history.log.head()
            if head == self._head or self._history.continues(head, self._known):
                self._follow_to(head)
            else:
                self._go_on_without(head)
        except Exception as trouble:  # noqa: BLE001  no failure of the store may stop the game
            self._go_on(trouble)
        self._look_due = self._tick() + LOOK_OVERDUE_S
        if not self._following:
            self._following = True
            Thread(target=self._follow, args=(self._ending,), name="tuning-follower", daemon=True).start()

    def _follow(self, ending: Event) -> None:
        while not ending.wait(self._look_every_s):
            self.refresh()

    def _follow_to(self, head: LogHead) -> None:
        if self._standing.not_live is NotLive.OTHER_HISTORY:
            _log.warning("The store has the known tuning history again.")
        if head != self._head:
            self._take(head)
        not_live = None if self._live.number == head.number else NotLive.UNREADABLE_REVISION
        self._standing = TuningStanding(self._live.number, self._clock.now(), not_live)

    def _take(self, head: LogHead) -> None:
        kept, revision = self._newest_readable(head.number)
        self._old.cache_clear()
        self._head = head
        if revision.number >= self._live.number:  # otherwise the store can no longer read what is live here
            self._live = revision
        if kept.number > self._known.number:
            self._known = LogHead(kept.number, kept.id)
            self._last_good.keep(kept)
        _log.info("Revision %d of the tuning is live.", self._live.number)

    def _go_on_without(self, head: LogHead) -> None:
        """Keep the live revision: the store has lost revisions or is another one, and an operator must decide."""
        if self._standing.not_live is not NotLive.OTHER_HISTORY:
            # Revisions read a moment ago may belong to the other history.
            self._old.cache_clear()
            text = (
                "The store's tuning history is not the one that was followed here up to revision %d: it ends "
                "with revision %d. Revision %d stays live, and changes are refused; "
                "see docs/operators/operating.md."
            )
            _log.error(text, self._known.number, head.number, self._live.number)
        self._standing = replace(self._standing, revision=self._live.number, not_live=NotLive.OTHER_HISTORY)

    def _newest_readable(self, newest: int) -> tuple[KeptRevision, TuningRevision]:
        for number in range(newest, SHIPPED, -1):
            try:
                if kept := self._history.kept(number):
                    return kept, self._history.read(kept)
            except UnreadableRevision as error:
                _log.error("%s", error)
        return self._history.shipped_as_kept(), self.shipped

    def _go_on(self, trouble: Exception) -> None:
        if not self._following or self._standing.not_live is not NotLive.STORE_UNAVAILABLE:
            cause = None if isinstance(trouble, StoreUnavailable) else trouble
            text = "Cannot read the tuning from the store; revision %d stays live: %s"
            _log.warning(text, self._live.number, trouble, exc_info=cause)
        self._standing = replace(self._standing, revision=self._live.number, not_live=NotLive.STORE_UNAVAILABLE)

    def _left_behind(self) -> tuple[TuningRevision, LogHead]:
        """The last good revision of an earlier process, and its place in the log, to recognize the same history."""
        kept = self._last_good.revision()
        if kept is None:
            return self.shipped, EMPTY_LOG
        try:
            revision = self._history.read(self._history.complete(kept))
        except UnreadableRevision as error:
            _log.warning("%s", error)
            revision = self.shipped
        return revision, LogHead(kept.number, kept.id)

    def _fetch(self, number: int) -> TuningRevision:
        if number != SHIPPED and self._standing.not_live is NotLive.OTHER_HISTORY:
            raise OldRevisionsUnavailable
        kept = self._history.kept(number)
        if kept is None:
            raise LookupError(number)
        return self._history.read(kept)
