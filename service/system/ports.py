"""Ports for randomness, identifiers, time, background work and the log."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from service.engines.draws import Hand


class Dealer(Protocol):
    """Deals hands, each from its own deck, every hand equally likely."""

    def deal(self, hands: int) -> Sequence[Hand]:
        """Return this number of hands, in the order in which they were drawn."""


class RandomWords(Iterator[int], Protocol):
    """An endless supply of uniform 32-bit words from a cryptographic source."""


class Seeds(Protocol):
    """Makes the server's part of verifiable draws."""

    def new(self) -> bytes:
        """Return 32 unpredictable bytes."""


class Identifiers(Protocol):
    """Makes identifiers for resolutions, draws and revisions."""

    def new(self) -> str:
        """Return a unique identifier; those of a later millisecond sort after it."""


class RequestIds(Protocol):
    """Makes request ids, which link an answer to its log line."""

    def new(self) -> str:
        """Return an id that no other request has."""


class Clock(Protocol):
    """A source of the current time."""

    def now(self) -> datetime:
        """Return the current time, in UTC."""


class TakeTurn(Protocol):
    """Makes expensive work of a request wait until it may begin, so that one caller cannot use up a process."""

    def __call__(self, units: int) -> AbstractContextManager[None]:
        """Charge the caller this price, and wait for a turn. Raises where the caller has no units or turns left.

        The work is done within the context. Work at the price of an ordinary request never waits.
        """


class Deferred(Protocol):
    """Work that may be done shortly after the answer is sent."""

    def flush(self) -> None:
        """Do the pending work; raises `StoreUnavailable` if it must keep waiting."""

    def abandon(self) -> None:
        """Drop the pending work and log that: the process is ending, and the store is unavailable."""

    def forget(self) -> None:
        """Forget the pending work: a fork copied it, and the parent process does it."""


class Background(Protocol):
    """Does work that no answer has to wait for."""

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        """Return a function that schedules this work. The work runs after a pause, in which more of it can gather.

        The function costs next to nothing and never fails. Work that is pending when the process ends is done then.
        """


class RequestLog(Protocol):
    """Records how each request went."""

    def write(self, line: Mapping[str, object]) -> None:
        """Write one line; a failure to write must not fail the request."""
