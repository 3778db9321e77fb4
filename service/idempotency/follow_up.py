"""Finds out which answers count that the store did not confirm, and does what follows from those that do."""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NamedTuple

from service.errors import StoreUnavailable
from service.idempotency.ports import IdempotencyStore, IdempotencyStoreFull, KeptAnswer, KeyInUse, KeyReused, Lease
from service.system.ports import Background

Afterwards = Callable[[], None]
"""Runs once the answer counts, and so must not raise."""

PAUSE_S: Final = 0.05
MOST_WAITING: Final = 1_000
MOST_BYTES_WAITING: Final = 16 << 20
"""What one process remembers. Beyond either limit it drops the oldest: they may count without what follows."""


class _Unconfirmed(NamedTuple):
    lease: Lease
    answer: KeptAnswer
    afterwards: Afterwards

    @property
    def size(self) -> int:
        return len(self.answer.body)


class FollowUpLater:
    """Stores such answers again in the background, which does no harm: the token of a lease is stored once."""

    def __init__(self, store: IdempotencyStore, background: Background) -> None:
        self._store = store
        self._waiting: deque[_Unconfirmed] = deque()
        self._size = 0
        self._wake = background.take_on(self, PAUSE_S)

    def __call__(self, lease: Lease, answer: KeptAnswer, afterwards: Afterwards) -> None:
        """Find out whether this answer counts, as soon as the store answers. Never fails."""
        self._add(_Unconfirmed(lease, answer, afterwards))
        while len(self._waiting) > MOST_WAITING or self._size > MOST_BYTES_WAITING:
            self._take()
        self._wake()

    def flush(self) -> None:
        """Do all that waits; raises `StoreUnavailable` where some of it must keep waiting."""
        while self._waiting:
            one = self._take()
            try:
                self._follow_up(one)
            except StoreUnavailable:
                self._add(one)  # behind the others, which may fare better
                raise

    def abandon(self) -> None:
        """Drop what waits, as the process exits."""
        self._waiting.clear()
        self._size = 0

    def forget(self) -> None:
        """Drop what waits in the parent process after a fork."""
        self._waiting = deque()
        self._size = 0

    def _follow_up(self, one: _Unconfirmed) -> None:
        with suppress(KeyReused, KeyInUse, IdempotencyStoreFull):
            if self._store.finish(one.lease, one.answer) is None:
                one.afterwards()

    def _add(self, one: _Unconfirmed) -> None:
        self._waiting.append(one)
        self._size += one.size

    def _take(self) -> _Unconfirmed:
        one = self._waiting.popleft()
        self._size -= one.size
        return one
