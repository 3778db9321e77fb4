"""The ports to what was delivered so far, and to the server that is to hear of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the deliveries are."""

    delivered: int
    """The newest revision that needs no delivery any more."""
    newest: int
    """The newest revision in the log."""


class Deliveries(Protocol):
    """Says, for all workers on all hosts together, which revision is next, and which worker delivers it."""

    def take(self, worker: str, lease_s: float) -> Progress | None:
        """Take or renew the lease; None while another worker has it.

        The first of all leases begins with the newest revision: older ones need no delivery.
        """

    def advance(self, worker: str, revision: int) -> bool:
        """Note that this revision needs no delivery any more. False: the lease has passed to another worker."""

    def release(self, worker: str) -> None:
        """Give the lease back, if this worker has it."""


class NotDelivered(Exception):
    """The server did not take a message: it was not reached in time, or it answered with an error."""


class Receiver(Protocol):
    """The server that takes the messages."""

    def post(self, body: bytes, headers: Mapping[str, str]) -> None:
        """Send one message; raises `NotDelivered` unless the server confirms it."""
