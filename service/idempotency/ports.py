"""What idempotency needs from outside."""

from typing import Protocol

from service.idempotency.kept_answers import KeptAnswer, Lease


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
