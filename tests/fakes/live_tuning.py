"""The live tuning without a follower: it reads the log on every call."""

from contextlib import suppress
from dataclasses import replace

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


class InMemoryLiveTuning:
    """Uses the log's newest readable revision. Keeps the last one if the log is unavailable or has another history."""

    def __init__(self, history: TuningHistory, clock: Clock) -> None:
        self._history = history
        self._clock = clock
        self._standing = TuningStanding(0, None, NotLive.STORE_UNAVAILABLE)
        self._live = history.shipped
        self._known = EMPTY_LOG
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
        return self.shipped if number == SHIPPED else self._logged(number)

    def refresh(self) -> None:
        try:
            head = self._history.log.head()
            if self._history.continues(head, self._known):
                self._take(head)
            else:
                self._standing = replace(self._standing, not_live=NotLive.OTHER_HISTORY)
        except StoreUnavailable:
            self._standing = replace(self._standing, not_live=NotLive.STORE_UNAVAILABLE)

    def _take(self, head: LogHead) -> None:
        self._live = max(self._live, self._newest_readable(head.number), key=lambda revision: revision.number)
        not_live = None if self._live.number == head.number else NotLive.UNREADABLE_REVISION
        self._standing = TuningStanding(self._live.number, self._clock.now(), not_live)
        if self._live.number > self._known.number:
            self._known = LogHead(self._live.number, self._history.log.id_of(self._live.number) or "")

    def _newest_readable(self, number: int) -> TuningRevision:
        while number:
            with suppress(UnreadableRevision):
                if logged := self._logged(number):
                    return logged
            number -= 1
        return self.shipped

    def _logged(self, number: int) -> TuningRevision | None:
        """The revision from the log. Parsing it takes milliseconds, so each is parsed only once."""
        for kept in self._history.log.entries(number, number):
            known, revision = self._read.get(number, (None, self.shipped))
            if known is not kept:
                revision = self._history.read(self._history.complete(kept))
                self._read[number] = kept, revision
            return revision
        return None

    def standing(self) -> TuningStanding:
        self.refresh()
        return self._standing
