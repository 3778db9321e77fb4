"""What the use cases need from outside, and nothing of how it is done."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Protocol

from service.rules.draws import Hand
from service.usecases.tuning_revisions import TuningRevision
from service.usecases.verifiable_draws import TakenDraw


class Dealer(Protocol):
    """Deals hands, each from a deck of its own, every hand equally likely."""

    def deal(self, hands: int) -> Sequence[Hand]:
        """So many hands, in the order in which they were drawn."""


class RandomWords(Iterator[int], Protocol):
    """Evenly distributed 32-bit words from a cryptographic source, without end."""


class Identifiers(Protocol):
    """Names things that are made."""

    def new(self) -> str:
        """An identifier that was never given out before; those of a later millisecond sort after it."""


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The time now, in UTC."""


class TuningStore(Protocol):
    """Knows the revisions of the tuning."""

    def current(self) -> TuningRevision:
        """The revision that is live now."""

    def revision(self, number: int) -> TuningRevision | None:
        """The revision with this number, if there is one."""


class Store(Protocol):
    """What the service keeps its state in, as far as its health goes."""

    def reachable(self) -> bool:
        """Whether it answers; trouble is an answer here, never an exception."""


class Pause(Protocol):
    """Lets the other requests of this process have a turn in the midst of long work."""

    def __call__(self) -> None:
        """Come back when they have had it."""


class Seeds(Protocol):
    """Makes the server's part of verifiable draws."""

    def new(self) -> bytes:
        """32 bytes that nobody can foresee."""


class DrawStore(Protocol):
    """Keeps the promised draws until they expire, whether they are taken or not. Both calls may be `StoreAway`."""

    def promise(self, draw_id: str, server_seed: bytes, lifetime_s: int) -> None:
        """Keep a draw that nobody has taken."""

    def take(self, draw_id: str, resolution_id: str) -> TakenDraw | None:
        """The draw as it is taken, if there is one: by this resolution, or by the one that was first.

        Asked again by the same resolution it says the same again, so that a lost answer costs no draw.
        """
