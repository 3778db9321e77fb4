"""Wrappers around an idempotency store: one counts what happens, one returns leases that were given out late."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from service.errors import StoreUnavailable
from service.idempotency.ports import (
    IdempotencyStore,
    IdempotencyStoreFull,
    KeptAnswer,
    KeyInUse,
    KeyReused,
    Lease,
    LeaseUncertain,
)
from service.metrics.definitions import KEYED_REQUESTS
from service.metrics.ports import Metrics
from service.system.ports import Background

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


PAUSE_S: Final = 0.05
MOST_WAITING: Final = 1_000
"""Leases to give back that one process holds. The oldest have run out by the time that there are more."""


class LeaseReturningStore:
    """A store of answers; a lease that its request could not use or give back is given back in the background.

    A store that hangs carries out late what it was asked to, for requests that have given up by then. Their keys would
    be in use until the leases run out.
    """

    def __init__(self, store: IdempotencyStore, background: Background) -> None:
        self._store = store
        self._leases: deque[Lease] = deque(maxlen=MOST_WAITING)
        self._wake = background.take_on(self, PAUSE_S)

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        """The right to answer for the key, or the answer that is kept."""
        try:
            return self._store.begin(key, fingerprint)
        except LeaseUncertain as uncertain:
            self._return_later(uncertain.lease)
            raise

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Keep the answer, if the lease is still good for it."""
        try:
            return self._store.finish(lease, answer)
        except StoreUnavailable:
            # If the store has kept the answer, or does so late, that stays so: there is no lease to give back then.
            self._return_later(lease)
            raise

    def release(self, lease: Lease) -> None:
        """Give the right back without an answer, now or as soon as the store can be asked."""
        try:
            self._store.release(lease)
        except StoreUnavailable:
            self._return_later(lease)
            raise

    def flush(self) -> None:
        """Give back all that wait."""
        while self._leases:
            lease = self._leases.popleft()
            try:
                self._store.release(lease)
            except StoreUnavailable:
                self._leases.appendleft(lease)
                raise

    def abandon(self) -> None:
        """Leave them to run out."""
        self._leases.clear()

    def forget(self) -> None:
        """Start with none."""
        self._leases = deque(maxlen=MOST_WAITING)

    def _return_later(self, lease: Lease) -> None:
        self._leases.append(lease)
        self._wake()
