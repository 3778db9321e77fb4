"""The system clock, timestamps, and yielding to the event loop."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import lru_cache
from math import inf
from typing import Final


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


_SHORTEST_S: Final = 1e-6
"""Not 0: gevent would run whatever is ready, up to fifty times over, before it looks for requests."""


def yield_to_event_loop() -> None:
    """Let every other ready request run first; in a gevent worker, `time.sleep` is gevent's own."""
    time.sleep(_SHORTEST_S)
    time.sleep(0)  # gevent has just looked for requests, but wakes sleepers before it answers them


STRETCH_S: Final = 0.004
"""For how long work may keep the others waiting. To yield costs some ten microseconds."""


class YieldAfterStretch:
    """Yields to the event loop if the process has not done so for a stretch. A call that does not yield is cheap."""

    def __init__(
        self, tick: Callable[[], float] = time.perf_counter, give_way: Callable[[], None] = yield_to_event_loop
    ) -> None:
        self._tick: Final = tick
        self._give_way: Final = give_way
        self._yielded = -inf

    def __call__(self) -> None:
        if self._tick() - self._yielded > STRETCH_S:
            self._give_way()
            self._yielded = self._tick()


give_way: Final = YieldAfterStretch()
"""The one of this process: what matters is when the process last yielded, whatever work it is that calls."""
