"""Randomness, identifiers, time and background work, as the features need them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from service.engines.draws import Hand


class Dealer(Protocol):
    """Deals hands, each from a deck of its own, every hand equally likely."""

    def deal(self, hands: int) -> Sequence[Hand]:
        """So many hands, in the order in which they were drawn."""


class RandomWords(Iterator[int], Protocol):
    """Evenly distributed 32-bit words from a cryptographic source, without end."""


class Seeds(Protocol):
    """Makes the server's part of verifiable draws."""

    def new(self) -> bytes:
        """32 bytes that nobody can foresee."""


class Identifiers(Protocol):
    """Names things that are made."""

    def new(self) -> str:
        """An identifier that was never given out before; those of a later millisecond sort after it."""


class RequestIds(Protocol):
    """Gives requests their ids, so that a line of the log and an answer can be found by one another."""

    def new(self) -> str:
        """An id that no other request has."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The time now, in UTC."""


class YieldToEventLoop(Protocol):
    """Lets the other requests of this process run in the midst of long work."""

    def __call__(self) -> None:
        """Return when they have run."""


class Deferred(Protocol):
    """Work that can wait until an answer is given, but not for long."""

    def flush(self) -> None:
        """Do what waits; `StoreUnavailable` where it has to wait on."""

    def abandon(self) -> None:
        """Give up what waits, and say so: the process ends, and the store is unavailable."""

    def forget(self) -> None:
        """Forget what waits: it was copied by a fork, and the process that it was copied from does it."""


class Background(Protocol):
    """Does what no answer has to wait for."""

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        """Do this work whenever the returned function has been called, after a pause in which more of it gathers.

        The function costs next to nothing and never fails. What waits when the process ends is done at its very end.
        """


class RequestLog(Protocol):
    """Where it is written down how requests went."""

    def write(self, line: Mapping[str, object]) -> None:
        """Write one line; trouble with the log is no trouble of the request."""
