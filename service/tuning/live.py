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
from service.tuning.removals import RecentRemovals
from service.tuning.revisions import (
    SHIPPED,
    KeptRevision,
    LogHead,
    OldRevisionsUnavailable,
    OtherHistory,
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
    """Remembers a revision across restarts, for all processes of a machine. Neither method raises."""

    def keep(self, revision: KeptRevision) -> None:
        """Remember this revision, unless a later one is remembered."""

    def revision(self) -> KeptRevision | None:
        """The remembered revision; None where there is none. Called several times a second."""


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
        self._known = self._history.shipped_as_kept()
        self._removals = RecentRemovals(self._history.log)
        self._unread = False
        self._undecided: LogHead | None = None
        self._standing = TuningStanding(SHIPPED, None, NotLive.STORE_UNAVAILABLE)
        self._look_due = -inf
        self._follower: Thread | None = None
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

    def last_good(self) -> KeptRevision:
        """The newest revision that was ever live on this machine."""
        return self._known

    def close(self) -> None:
        """Look no more: stop the follower thread, and wait for the end of its last look."""
        self._ending.set()
        if self._follower:
            self._follower.join()

    def _look_now(self) -> None:
        # The first callers must wait. Later, one look at a time is enough, because the others have a revision already.
        if self._looking.acquire(blocking=self._follower is None):
            try:
                if self._tick() > self._look_due and not self._ending.is_set():
                    self._look()
            finally:
                self._looking.release()

    def _look(self) -> None:
        try:
            self._recall()
            head = self._history.log.head()
            if head == self._head or self._history.continues(head, _place(self._known)):
                self._follow_to(head)
            elif self._decided(head):
                self._follow_decision(head)
            else:
                self._go_on_without(head)
        except Exception as trouble:  # noqa: BLE001  no failure of the store may stop the game
            self._go_on(trouble)
        self._look_due = self._tick() + LOOK_OVERDUE_S
        if self._follower is None:
            self._follower = Thread(target=self._follow, args=(self._ending,), name="tuning-follower", daemon=True)
            self._follower.start()

    def _follow(self, ending: Event) -> None:
        while not ending.wait(self._look_every_s):
            self.refresh()

    def _recall(self) -> None:
        """Learn what was live on this machine, in an earlier process or in another one that has looked earlier.

        So a process that has missed a revision does not follow a store that has lost it.
        """
        kept = self._last_good.revision()
        if kept and kept.supersedes(self._known):
            self._known = self._history.complete(kept)
            self._head, self._undecided, self._unread = None, None, True

    def _fall_back(self) -> None:
        """Make the known revision live, if it was learned and the store does not have it."""
        if self._unread:
            self._unread = False
            try:
                self._live = self._history.read(self._known)
            except UnreadableRevision as error:
                _log.warning("%s", error)

    def _decided(self, head: LogHead) -> bool:
        """Whether an admin has decided for the store's history, against the one that was followed here."""
        if head == self._undecided:
            return False
        newest, _ = self._newest_readable(head)
        decided = newest.decides_against(self._known)
        self._undecided = None if decided else head
        return decided

    def _follow_to(self, head: LogHead) -> None:
        if self._standing.not_live is NotLive.OTHER_HISTORY:
            _log.warning("The store has the known tuning history again.")
        elif self._follower and self._standing.not_live is NotLive.STORE_UNAVAILABLE:
            _log.warning("The tuning can be read from the store again.")
        if head != self._head:
            kept, revision = self._newest_readable(head)
            if kept.number < self._known.number:  # the store can no longer read what is live here
                self._fall_back()
            if kept.number >= self._known.number or kept.number > self._live.number:
                self._live = self._removals.noted(kept, revision)
            if kept.number > self._known.number:
                self._know(kept)
            self._followed(head)
        self._stand_at(head)

    def _follow_decision(self, head: LogHead) -> None:
        """Follow whatever the store has, even if its number is lower."""
        kept, revision = self._newest_readable(head)
        self._removals.forget()
        self._live = self._removals.noted(kept, revision)
        _log.warning("An admin has decided which history of the tuning counts: the store's, up to %d.", head.number)
        self._know(kept)
        self._followed(head)
        self._stand_at(head)

    def _know(self, kept: KeptRevision) -> None:
        self._known = kept
        self._last_good.keep(kept)

    def _followed(self, head: LogHead) -> None:
        self._old.cache_clear()
        self._head, self._unread, self._undecided = head, False, None
        _log.info("Revision %d of the tuning is live.", self._live.number)

    def _stand_at(self, head: LogHead) -> None:
        not_live = None if self._live.number == head.number else NotLive.UNREADABLE_REVISION
        self._standing = TuningStanding(self._live.number, self._clock.now(), not_live)

    def _go_on_without(self, head: LogHead) -> None:
        """Keep the live revision: the store has lost revisions or is another one, and an admin must decide."""
        self._fall_back()
        found = OtherHistory(self._known.number, self._live.number, head.number)
        if self._standing.not_live is not NotLive.OTHER_HISTORY:
            # Revisions read a moment ago may belong to the other history.
            self._old.cache_clear()
            _log.error("%s", found)
        self._standing = replace(
            self._standing, revision=self._live.number, not_live=NotLive.OTHER_HISTORY, other=found
        )

    def _newest_readable(self, head: LogHead) -> tuple[KeptRevision, TuningRevision]:
        if remembered := self._history.remembered(head):
            return remembered
        for number in range(head.number, SHIPPED, -1):
            try:
                if kept := self._history.kept(number):
                    revision = self._history.read(kept)
                    self._history.remember(kept, revision)
                    return kept, revision
            except UnreadableRevision as error:
                _log.error("%s", error)
        return self._history.shipped_as_kept(), self.shipped

    def _go_on(self, trouble: Exception) -> None:
        self._fall_back()
        if self._follower is None or self._standing.not_live is not NotLive.STORE_UNAVAILABLE:
            cause = None if isinstance(trouble, StoreUnavailable) else trouble
            text = "Cannot read the tuning from the store; revision %d stays live: %s"
            _log.warning(text, self._live.number, trouble, exc_info=cause)
        self._standing = replace(
            self._standing, revision=self._live.number, not_live=NotLive.STORE_UNAVAILABLE, other=None
        )

    def _fetch(self, number: int) -> TuningRevision:
        if number != SHIPPED and self._standing.not_live is NotLive.OTHER_HISTORY:
            raise OldRevisionsUnavailable
        kept = self._history.kept(number)
        if kept is None:
            raise LookupError(number)
        return self._history.read(kept)


def _place(kept: KeptRevision) -> LogHead:
    return LogHead(kept.number, kept.id)
