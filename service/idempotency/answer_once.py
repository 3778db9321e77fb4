"""Answering a request that draws at most once for each key, however often and to whichever worker it is sent."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from service.errors import StoreUnavailable
from service.idempotency.ports import AnswerUncertain, IdempotencyStore, KeptAnswer, Lease

Afterwards = Callable[[], None]
"""What is left to do once an answer is certain. It must not raise: the answer counts by then."""
Draw = Callable[[], tuple[KeptAnswer, Afterwards]]


@dataclass(frozen=True, slots=True)
class CertainAnswer:
    """The answer that counts, and whether it was there before this request."""

    answer: KeptAnswer
    replayed: bool


@dataclass(frozen=True, slots=True)
class AnswerOnce:
    """Draws, keeps the answer, and only then sends it: an answer that was not kept is not sent."""

    store: IdempotencyStore

    def __call__(self, key: bytes, fingerprint: bytes, draw: Draw) -> CertainAnswer:
        """The answer kept for this key, or else what `draw` comes to.

        `KeyReused`, `KeyInUse`, `IdempotencyStoreFull` or `StoreUnavailable`, and no draw, where the key cannot be had;
        `AnswerUncertain` where the answer was drawn and could not be kept.
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
            # No release here: the store may have the answer, and whoever asks again shall get it.
            raise AnswerUncertain(str(error)) from error

    def _release(self, lease: Lease) -> None:
        # At best; otherwise the key frees itself when the lease runs out.
        with suppress(StoreUnavailable):
            self.store.release(lease)
