"""The live tuning without a follower: it looks at the log whenever it is asked."""

from service.usecases.ports import Clock
from service.usecases.store_away import StoreAway
from service.usecases.tuning_history import TuningHistory
from service.usecases.tuning_revisions import TuningRevision
from service.usecases.tuning_standing import NotLive, TuningStanding


class InMemoryLiveTuning:
    """Answers by the newest revision of the log, or by the last one it has seen when the log is away."""

    def __init__(self, history: TuningHistory, clock: Clock) -> None:
        self._history = history
        self._clock = clock
        self._standing = TuningStanding(0, None, NotLive.STORE_AWAY)
        self._live = history.shipped

    @property
    def shipped(self) -> TuningRevision:
        return self._history.shipped

    def current(self) -> TuningRevision:
        self.refresh()
        return self._live

    def revision(self, number: int) -> TuningRevision | None:
        if number == self.current().number:
            return self._live
        kept = self._history.kept(number)
        return self._history.read(kept) if kept else None

    def refresh(self) -> None:
        try:
            self._live = self._history.read(self._history.newest())
            self._standing = TuningStanding(self._live.number, self._clock.now(), None)
        except StoreAway:
            self._standing = TuningStanding(self._live.number, self._standing.confirmed_at, NotLive.STORE_AWAY)

    def standing(self) -> TuningStanding:
        self.refresh()
        return self._standing
