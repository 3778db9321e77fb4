"""Giving back leases that the store may have given out while it could not be heard."""

from collections import deque
from typing import Final

from service.errors import StoreUnavailable
from service.idempotency.kept_answers import KeptAnswer, Lease, LeaseUncertain
from service.idempotency.ports import IdempotencyStore
from service.system.ports import Background

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
