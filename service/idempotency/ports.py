"""The port to the store of answers, and the errors that it raises."""

from dataclasses import dataclass
from typing import Protocol

from service.errors import StoreUnavailable


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """Everything that must be the same when an answer is replayed."""

    status: int
    media_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to answer for a key, which one request holds for a time. The token identifies the lease.

    A request that stores its answer without asking first is like one whose lease has run out.
    """

    key: bytes
    fingerprint: bytes
    token: bytes


class LeaseUncertain(StoreUnavailable):
    """The store did not answer a request for this lease, so the lease may or may not have been granted."""

    def __init__(self, lease: Lease, detail: str) -> None:
        self.lease = lease
        super().__init__(detail)


class KeyReused(Exception):
    """The key was used for another request."""


class KeyInUse(Exception):
    """A request with this key is in progress."""


class IdempotencyStoreFull(Exception):
    """The stored answers have reached their size limit."""

    def __init__(self, retry_after_s: int) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(f"The oldest answers expire in {retry_after_s} seconds.")


class AnswerUncertain(StoreUnavailable):
    """The store failed while an answer was being stored, so it may or may not have the answer.

    `IdempotencyStore.finish` with the same lease finds out.
    """

    def __init__(self, lease: Lease, detail: str) -> None:
        self.lease = lease
        super().__init__(detail)


class IdempotencyStore(Protocol):
    """Stores answers under the callers' keys for a day, and lets one request at a time hold a key.

    Keys and fingerprints are digests of 32 bytes. Each call is atomic. The connection may send a call twice, which
    must do no harm.
    """

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        """The right to answer for the key, or the answer that is stored.

        Raises `KeyReused` where the key belongs to a request with another fingerprint, `KeyInUse` where such a request
        is in progress, and `IdempotencyStoreFull` where there is no room for another answer. Raises `LeaseUncertain`
        where the store does not answer: it may have granted the lease, or may still do so.
        """

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Store the answer. None: it counts. If another request took over the lease, its answer counts and is returned.

        Raises `KeyReused` or `KeyInUse` where that request is a different one, or has no answer yet, and
        `IdempotencyStoreFull` where the lease has run out and there is no room. Raises `AnswerUncertain` where the
        store does not say whether it has the answer, and `StoreUnavailable` where it certainly does not.
        """

    def keep(self, key: bytes, fingerprint: bytes, answer: KeptAnswer) -> KeptAnswer | None:
        """Store the answer of a request that has not asked for a lease, if the key is free.

        Returns and raises the same as `finish`.
        """

    def find(self, key: bytes, fingerprint: bytes) -> KeptAnswer | None:
        """The answer that is stored, or None. Raises `KeyReused` or `KeyInUse` as `begin` does, and changes nothing."""

    def release(self, lease: Lease) -> None:
        """Give the lease back without an answer. Does nothing where the lease was lost."""
