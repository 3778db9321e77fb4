"""What idempotency needs from outside: a store that keeps answers under keys, and what it can refuse."""

from dataclasses import dataclass
from typing import Protocol

from service.errors import StoreUnavailable


@dataclass(frozen=True, slots=True)
class KeptAnswer:
    """All that has to be the same when an answer is given again."""

    status: int
    media_type: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to answer for a key, held by one request for a time; its token tells it from all others."""

    key: bytes
    fingerprint: bytes
    token: bytes


class LeaseUncertain(StoreUnavailable):
    """The store did not answer when it was asked for this lease; whether it has given it cannot be known now."""

    def __init__(self, lease: Lease, detail: str) -> None:
        self.lease = lease
        super().__init__(detail)


class KeyReused(Exception):
    """The key was used for another request."""


class KeyInUse(Exception):
    """A request with this key is under way."""


class IdempotencyStoreFull(Exception):
    """All kept answers together have reached their bound."""

    def __init__(self, retry_after_s: int) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(f"The oldest answers run out in {retry_after_s} seconds.")


class AnswerUncertain(StoreUnavailable):
    """The store became unavailable while it was given an answer to keep; whether it has it cannot be known now."""


class IdempotencyStore(Protocol):
    """Keeps answers under the keys that callers name, for a day, and sees to it that one request at a time has a key.

    Keys and fingerprints are digests of 32 bytes. Each call is one step: nothing comes between its question and its
    deed. Each may be sent twice by an unsure connection, and does no harm then.
    """

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        """The right to answer for the key, or the answer that is kept.

        `KeyReused` where the key stands for a request with another fingerprint, `KeyInUse` where one is under way,
        `IdempotencyStoreFull` where there is no room for another answer. `LeaseUncertain` where the store does not
        answer: it may have given the lease all the same, or do so late.
        """

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Keep the answer. None: it counts. Another answer counts where the lease was lost to a request that has one.

        `KeyReused` or `KeyInUse` where it was lost to one that is for something else, or has no answer yet.
        """

    def release(self, lease: Lease) -> None:
        """Give the right back without an answer; nothing where it was lost already."""
