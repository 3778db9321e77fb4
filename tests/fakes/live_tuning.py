"""The live tuning without a follower: it reads the log on every call."""

from contextlib import suppress
from dataclasses import replace

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


class InMemoryLiveTuning:
    """Uses the log's newest readable revision. Keeps the last one if the log is unavailable or has another history."""

    def __init__(self, history: TuningHistory, clock: Clock) -> None:
        self._history = history
        self._clock = clock
        self._standing = TuningStanding(0, None, NotLive.STORE_UNAVAILABLE)
        self._live = history.shipped
        self._known = history.shipped_as_kept()
        self._removals = RecentRemovals(history.log)
        self._read: dict[int, tuple[KeptRevision, TuningRevision]] = {}

    @property
    def shipped(self) -> TuningRevision:
        return self._history.shipped

    def current(self) -> TuningRevision:
        self.refresh()
        return self._live

    def revision(self, number: int) -> TuningRevision | None:
        if number == self.current().number:
            return self._live
        if number != SHIPPED and self._standing.not_live is NotLive.OTHER_HISTORY:
            raise OldRevisionsUnavailable
        if number == SHIPPED:
            return self.shipped
        logged = self._logged(number)
        return logged and logged[1]

    def refresh(self) -> None:
        try:
            head = self._history.log.head()
            kept, revision = self._newest_readable(head.number)
            continues = self._history.continues(head, LogHead(self._known.number, self._known.id))
            if continues or kept.decides_against(self._known):
                self._take(head, kept, revision)
            else:
                other = OtherHistory(self._known.number, self._live.number, head.number)
                self._standing = replace(self._standing, not_live=NotLive.OTHER_HISTORY, other=other)
        except StoreUnavailable:
            self._standing = replace(self._standing, not_live=NotLive.STORE_UNAVAILABLE, other=None)

    def _take(self, head: LogHead, kept: KeptRevision, revision: TuningRevision) -> None:
        if kept.supersedes(self._known):
            self._live, self._known = self._removals.noted(kept, revision), kept
        not_live = None if self._live.number == head.number else NotLive.UNREADABLE_REVISION
        self._standing = TuningStanding(self._live.number, self._clock.now(), not_live)

    def _newest_readable(self, number: int) -> tuple[KeptRevision, TuningRevision]:
        while number:
            with suppress(UnreadableRevision):
                if logged := self._logged(number):
                    return logged
            number -= 1
        return self._history.shipped_as_kept(), self.shipped

    def _logged(self, number: int) -> tuple[KeptRevision, TuningRevision] | None:
        """The revision from the log. Parsing it takes milliseconds, so each is parsed only once."""
        for kept in self._history.log.entries(number, number):
            known, revision = self._read.get(number, (None, self.shipped))
            if known is not kept:
                revision = self._history.read(self._history.complete(kept))
                self._read[number] = kept, revision
            return kept, revision
        return None

    def standing(self) -> TuningStanding:
        self.refresh()
        return self._standing

    def last_good(self) -> KeptRevision:
        return self._known
