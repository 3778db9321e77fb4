"""Answers that are kept under a key, so that a request sent again gets the first one, and what can be in the way."""

from dataclasses import dataclass

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
    """The key stands for another request."""


class KeyInUse(Exception):
    """A request with this key is under way."""


class IdempotencyStoreFull(Exception):
    """All kept answers together have reached their bound."""

    def __init__(self, retry_after_s: int) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(f"The oldest answers run out in {retry_after_s} seconds.")


class AnswerUncertain(StoreUnavailable):
    """The store became unavailable while it was given an answer to keep; whether it has it cannot be known now."""
