"""Runs a request that draws so that one draw counts per key, however often it is sent and whichever worker gets it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from service.errors import StoreUnavailable
from service.idempotency.follow_up import Afterwards, FollowUpLater
from service.idempotency.ports import AnswerUncertain, IdempotencyStore, KeptAnswer, Lease

Draw = Callable[[], tuple[KeptAnswer, Afterwards]]


@dataclass(frozen=True, slots=True)
class CertainAnswer:
    """The answer that counts, and whether an earlier request produced it."""

    answer: KeptAnswer
    replayed: bool


@dataclass(slots=True)
class AnswerOnce:
    """Draws, stores the answer, and only then returns it: an answer that was not stored is never sent."""

    store: IdempotencyStore
    follow_up_later: FollowUpLater
    looks_first: bool = field(default=False, init=False)
    """Whether the last request in one step was a replay. Replays come in storms, and a look is cheaper than a draw."""

    def under_lease(self, key: bytes, fingerprint: bytes, draw: Draw) -> CertainAnswer:
        """The stored answer for this key, or else the answer of `draw`, which runs for one request at a time.

        Raises `KeyReused`, `KeyInUse`, `IdempotencyStoreFull` or `StoreUnavailable` before drawing, and
        `AnswerUncertain` where the answer was drawn but could not be stored.
        """
        begun = self.store.begin(key, fingerprint)
        if isinstance(begun, KeptAnswer):
            return CertainAnswer(begun, replayed=True)
        try:
            answer, afterwards = draw()
        except Exception:
            self._release(begun)
            raise
        if not _counts(answer):
            self._release(begun)
            return CertainAnswer(answer, replayed=False)
        try:
            return self._kept(lambda: self.store.finish(begun, answer), answer, afterwards)
        except AnswerUncertain:
            raise
        except StoreUnavailable as error:
            raise AnswerUncertain(begun, str(error)) from error

    def in_one_step(self, key: bytes, fingerprint: bytes, draw: Draw) -> CertainAnswer:
        """The same for a `draw` without effects, whose result may be dropped: the first answer that is stored counts.

        Errors may come after drawing, and what was drawn then is dropped.
        """
        if self.looks_first and (kept := self.store.find(key, fingerprint)):
            return CertainAnswer(kept, replayed=True)
        certain = self._drawn_first(key, fingerprint, draw)
        self.looks_first = certain.replayed
        return certain

    def _drawn_first(self, key: bytes, fingerprint: bytes, draw: Draw) -> CertainAnswer:
        try:
            answer, afterwards = draw()
        except Exception:
            # The request may have been valid before, and its answer counts.
            if kept := self.store.find(key, fingerprint):
                return CertainAnswer(kept, replayed=True)
            raise
        if not _counts(answer):
            kept = self.store.find(key, fingerprint)
            return CertainAnswer(kept or answer, replayed=kept is not None)
        return self._kept(lambda: self.store.keep(key, fingerprint, answer), answer, afterwards)

    def _kept(self, keep: Callable[[], KeptAnswer | None], answer: KeptAnswer, afterwards: Afterwards) -> CertainAnswer:
        try:
            other = keep()
        except AnswerUncertain as uncertain:
            # Not released: the store may have the answer, and a retry must get it.
            self.follow_up_later(uncertain.lease, answer, afterwards)
            raise
        if other:
            return CertainAnswer(other, replayed=True)
        afterwards()
        return CertainAnswer(answer, replayed=False)

    def _release(self, lease: Lease) -> None:
        # If the store is unavailable, the key becomes free when the lease expires.
        with suppress(StoreUnavailable):
            self.store.release(lease)


def _counts(answer: KeptAnswer) -> bool:
    return 200 <= answer.status < 300
