"""Turns at expensive work: a process does one piece at a time, and callers who have some waiting alternate."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import ceil
from typing import Final

from service.engines.pauses import Pause
from service.system.prices import HIGHEST_PRICE

MOST_WAITING: Final = 20 * HIGHEST_PRICE
"""How many units of one caller may wait in a process: about two seconds of work."""
UNITS_A_SECOND: Final = 1_000


class TooMuchWaiting(Exception):
    """The caller has so much expensive work waiting that this process takes no more of it."""

    def __init__(self, waiting: int, units: int) -> None:
        self.units = units
        self.left = MOST_WAITING - waiting
        self.retry_after_s = ceil(waiting / UNITS_A_SECOND)
        super().__init__(
            f"The caller has expensive requests of {waiting} units waiting, and at most {MOST_WAITING} may wait. "
            "Send fewer of them at once."
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Waiter:
    units: int
    # Made at run time, and so gevent's own even where the service was loaded before gevent patched this module.
    turn: threading.Lock = field(default_factory=lambda: threading.Lock())  # noqa: PLW0108

    def __post_init__(self) -> None:
        self.turn.acquire()


class Turns:
    """Who works, and who waits for it: by caller, in the order in which the callers have their next turn."""

    def __init__(self, yield_to_event_loop: Pause) -> None:
        self._yield_to_event_loop = yield_to_event_loop
        self._guard = threading.Lock()  # never held while anything waits
        self._taken = False
        self._waiting: dict[str, deque[_Waiter]] = {}

    def waiting(self, caller: str) -> int:
        """How many units of this caller wait for a turn."""
        # A copy, which no other thread can change while it is added up.
        return sum(one.units for one in tuple(self._waiting.get(caller, ())))

    def require_room(self, caller: str, units: int) -> None:
        """Raise `TooMuchWaiting` where the caller would have to wait and has too much waiting already."""
        waiting = self.waiting(caller)
        if self._taken and waiting + units > MOST_WAITING:
            raise TooMuchWaiting(waiting, units)

    @contextmanager
    def hold(self, caller: str, units: int) -> Iterator[None]:
        """Wait for a turn, and have it within this context. Raises `TooMuchWaiting`."""
        self._begin(caller, units)
        try:
            yield
        finally:
            self._end()

    def _begin(self, caller: str, units: int) -> None:
        with self._guard:
            if not self._taken:
                self._taken = True
                return
            self.require_room(caller, units)
            waiter = _Waiter(units)
            self._waiting.setdefault(caller, deque()).append(waiter)
        try:
            waiter.turn.acquire()
            self._yield_to_event_loop()  # others have waited for the work before this one
        except BaseException:  # the process ends
            self._give_up(caller, waiter)
            raise

    def _end(self) -> None:
        with self._guard:
            caller = next(iter(self._waiting), None)
            if caller is None:
                self._taken = False
                return
            queue = self._waiting.pop(caller)
            waiter = queue.popleft()
            if queue:
                self._waiting[caller] = queue  # behind all other callers
        waiter.turn.release()

    def _give_up(self, caller: str, waiter: _Waiter) -> None:
        with self._guard:
            queue = self._waiting.get(caller, deque())
            has_turn = waiter not in queue
            if not has_turn:
                queue.remove(waiter)
                if not queue:
                    del self._waiting[caller]
        if has_turn:
            self._end()
