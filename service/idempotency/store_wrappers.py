"""Wrappers around an idempotency store: one counts requests, one gives back leases that were granted too late."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from service.errors import StoreUnavailable
from service.idempotency.ports import (
    AnswerUncertain,
    IdempotencyStore,
    IdempotencyStoreFull,
    KeptAnswer,
    KeyInUse,
    KeyReused,
    Lease,
    LeaseUncertain,
)
from service.metrics.definitions import KEYED_REQUESTS, Metrics
from service.system.ports import Background

_REFUSED: Final = {KeyReused: "reused", KeyInUse: "in_use", IdempotencyStoreFull: "full"}


@dataclass(frozen=True, slots=True)
class CountingIdempotencyStore:
    """Counts the outcomes of requests with a key, by the labels of `KEYED_REQUESTS`."""

    store: IdempotencyStore
    metrics: Metrics

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        with self._counting_refusals():
            begun = self.store.begin(key, fingerprint)
        if isinstance(begun, KeptAnswer):
            self._count("replayed")
        return begun

    def keep(self, key: bytes, fingerprint: bytes, answer: KeptAnswer) -> KeptAnswer | None:
        try:
            with self._counting_refusals():
                other = self.store.keep(key, fingerprint, answer)
        except AnswerUncertain:
            self._count("uncertain")
            raise
        self._count("replayed" if other else "kept")
        return other

    def find(self, key: bytes, fingerprint: bytes) -> KeptAnswer | None:
        with self._counting_refusals():
            found = self.store.find(key, fingerprint)
        if found:
            self._count("replayed")
        return found

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        try:
            other = self.store.finish(lease, answer)
        except (KeyReused, KeyInUse, IdempotencyStoreFull):
            self._count("lost")
            raise
        except StoreUnavailable:
            self._count("uncertain")
            raise
        self._count("lost" if other else "kept")
        return other

    def release(self, lease: Lease) -> None:
        self.store.release(lease)

    @contextmanager
    def _counting_refusals(self) -> Iterator[None]:
        try:
            yield
        except (KeyReused, KeyInUse, IdempotencyStoreFull) as refused:
            self._count(_REFUSED[type(refused)])
            raise

    def _count(self, result: str) -> None:
        self.metrics.count(KEYED_REQUESTS, label=result)


PAUSE_S: Final = 0.05
MOST_WAITING: Final = 1_000
"""How many leases one process keeps to give back. By the time that there are more, the oldest have expired."""


class LeaseReturningStore:
    """Gives back in the background the leases that their requests could neither use nor give back.

    A store that hangs may grant a lease after its request has given up. Without this, the key would stay in use until
    the lease expires.
    """

    def __init__(self, store: IdempotencyStore, background: Background) -> None:
        self._store = store
        self._leases: deque[Lease] = deque(maxlen=MOST_WAITING)
        self._wake = background.take_on(self, PAUSE_S)

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        try:
            return self._store.begin(key, fingerprint)
        except LeaseUncertain as uncertain:
            self._return_later(uncertain.lease)
            raise

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        try:
            return self._store.finish(lease, answer)
        except AnswerUncertain:
            raise  # the answer may count, and then there is no lease to give back
        except StoreUnavailable:
            self._return_later(lease)
            raise

    def keep(self, key: bytes, fingerprint: bytes, answer: KeptAnswer) -> KeptAnswer | None:
        """Store the answer; there is no lease."""
        return self._store.keep(key, fingerprint, answer)

    def find(self, key: bytes, fingerprint: bytes) -> KeptAnswer | None:
        """Look for an answer; there is no lease."""
        return self._store.find(key, fingerprint)

    def release(self, lease: Lease) -> None:
        """Give the lease back now, or as soon as the store is available."""
        try:
            self._store.release(lease)
        except StoreUnavailable:
            self._return_later(lease)
            raise

    def flush(self) -> None:
        """Give back all waiting leases; raises `StoreUnavailable` and keeps the rest where that fails."""
        while self._leases:
            lease = self._leases.popleft()
            try:
                self._store.release(lease)
            except StoreUnavailable:
                self._leases.appendleft(lease)
                raise

    def abandon(self) -> None:
        """Drop the waiting leases, which then expire by themselves."""
        self._leases.clear()

    def forget(self) -> None:
        """Drop the leases of the parent process after a fork."""
        self._leases = deque(maxlen=MOST_WAITING)

    def _return_later(self, lease: Lease) -> None:
        self._leases.append(lease)
        self._wake()
