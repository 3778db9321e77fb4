"""Counting what comes of idempotency keys, around whatever keeps the answers."""

from dataclasses import dataclass
from typing import Final

from service.errors import StoreUnavailable
from service.idempotency.kept_answers import IdempotencyStoreFull, KeptAnswer, KeyInUse, KeyReused, Lease
from service.idempotency.ports import IdempotencyStore
from service.metrics.definitions import KEYED_REQUESTS
from service.metrics.ports import Metrics

_REFUSED: Final = {KeyReused: "reused", KeyInUse: "in_use", IdempotencyStoreFull: "full"}


@dataclass(frozen=True, slots=True)
class CountingIdempotencyStore:
    """A store of answers that counts."""

    store: IdempotencyStore
    metrics: Metrics

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        """The right to answer for the key, or the answer that is kept."""
        try:
            begun = self.store.begin(key, fingerprint)
        except (KeyReused, KeyInUse, IdempotencyStoreFull) as refused:
            self._count(_REFUSED[type(refused)])
            raise
        if isinstance(begun, KeptAnswer):
            self._count("replayed")
        return begun

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Keep the answer. None: it counts. Else the answer that does, as the lease was lost to another request."""
        try:
            other = self.store.finish(lease, answer)
        except (KeyReused, KeyInUse):
            self._count("lost")
            raise
        except StoreUnavailable:
            self._count("uncertain")
            raise
        self._count("lost" if other else "kept")
        return other

    def release(self, lease: Lease) -> None:
        """Give the right back without an answer; nothing where it was lost already."""
        self.store.release(lease)

    def _count(self, result: str) -> None:
        self.metrics.count(KEYED_REQUESTS, label=result)
