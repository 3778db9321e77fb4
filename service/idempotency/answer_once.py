"""Runs a request that draws at most once per key, however often it is sent and whichever worker gets it."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from service.errors import StoreUnavailable
from service.idempotency.ports import AnswerUncertain, IdempotencyStore, KeptAnswer, Lease

Afterwards = Callable[[], None]
"""Runs once the answer counts, and so must not raise."""
Draw = Callable[[], tuple[KeptAnswer, Afterwards]]


@dataclass(frozen=True, slots=True)
class CertainAnswer:
    """The answer that counts, and whether an earlier request produced it."""

    answer: KeptAnswer
    replayed: bool


@dataclass(frozen=True, slots=True)
class AnswerOnce:
    """Draws, stores the answer, and only then returns it: an answer that was not stored is never sent."""

    store: IdempotencyStore

    def __call__(self, key: bytes, fingerprint: bytes, draw: Draw) -> CertainAnswer:
        """The stored answer for this key, or else the answer of `draw`.

        Raises `KeyReused`, `KeyInUse`, `IdempotencyStoreFull` or `StoreUnavailable` before drawing, and
        `AnswerUncertain` where the answer was drawn but could not be stored.
        """
        begun = self.store.begin(key, fingerprint)
        if isinstance(begun, KeptAnswer):
            return CertainAnswer(begun, replayed=True)
        answer, afterwards = self._drawn(begun, draw)
        if not 200 <= answer.status < 300:
            self._release(begun)
            return CertainAnswer(answer, replayed=False)
        if other := self._kept(begun, answer):
            return CertainAnswer(other, replayed=True)
        afterwards()
        return CertainAnswer(answer, replayed=False)

    def _drawn(self, lease: Lease, draw: Draw) -> tuple[KeptAnswer, Afterwards]:
        try:
            return draw()
        except Exception:
            self._release(lease)
            raise

    def _kept(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        try:
            return self.store.finish(lease, answer)
        except StoreUnavailable as error:
            # No release here: the store may have the answer, and a retry must get it.
            raise AnswerUncertain(str(error)) from error

    def _release(self, lease: Lease) -> None:
        # If the store is unavailable, the key becomes free when the lease expires.
        with suppress(StoreUnavailable):
            self.store.release(lease)
