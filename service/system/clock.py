"""The system clock, timestamps, and yielding to the event loop."""

import time
from collections import deque
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from math import inf
from typing import Final

from gevent import get_hub
from gevent.hub import Waiter
from gevent.monkey import is_module_patched


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


@lru_cache(maxsize=64)
def timestamp(moment: datetime) -> str:
    """Format a UTC moment as RFC 3339, to the millisecond: 2026-01-01T00:00:00.000Z."""
    second = _second(moment.year, moment.month, moment.day, moment.hour, moment.minute, moment.second)
    return f"{second}.{moment.microsecond // 1000:03}Z"


@lru_cache(maxsize=64)
def _second(year: int, month: int, day: int, hour: int, minute: int, second: int) -> str:  # noqa: PLR0913, PLR0917
    # Most moments that are formatted are of the last second, and formatting all of one takes three times as long. The
    # actions of a batch share one moment.
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}"


_LOWEST: Final = -2
"""The lowest priority that libev has."""


class YieldToEventLoop:
    """Lets every other ready request run first. Of the works that yield, one at a time goes on, in turn."""

    def __init__(self) -> None:
        self._waiting: deque[Waiter[None]] = deque()

    def __call__(self) -> None:
        if not is_module_patched("time"):  # not a gevent worker
            time.sleep(0)
            return
        waiter: Waiter[None] = Waiter()
        self._waiting.append(waiter)
        if len(self._waiting) == 1:
            self._wait_for_the_loop()
        waiter.get()

    def _wait_for_the_loop(self) -> None:
        # A time that has passed, with the lowest priority: the event loop first looks for requests, and answers them
        # all. gevent's own `sleep(0)` comes back before it has looked, and a short sleep takes a millisecond.
        get_hub().loop.timer(0, priority=_LOWEST).start(self._go_on)

    def _go_on(self) -> None:
        waiter = self._waiting.popleft()
        if self._waiting:
            self._wait_for_the_loop()
        waiter.switch(None)


yield_to_event_loop: Final = YieldToEventLoop()


STRETCH_S: Final = 0.0005
"""For how long work may keep the others waiting. To yield costs some microseconds."""


class YieldAfterStretch:
    """Yields to the event loop if the process has not done so for a stretch. A call that does not yield is cheap."""

    def __init__(
        self, tick: Callable[[], float] = time.perf_counter, yield_now: Callable[[], None] = yield_to_event_loop
    ) -> None:
        self._tick: Final = tick
        self._yield_now: Final = yield_now
        self._yielded = -inf

    def begin(self) -> None:
        """Begin a stretch, with a request that runs from now on. A short request then never yields.

        Work that yields comes after all requests. Where these never end, a short one would be starved by the others.
        """
        self._yielded = self._tick()

    def __call__(self) -> None:
        if self._tick() - self._yielded > STRETCH_S:
            self._yield_now()
            self._yielded = self._tick()


give_way: Final = YieldAfterStretch()
"""The one of this process: what matters is when the process last yielded, whatever work it is that calls."""
