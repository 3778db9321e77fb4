"""The system clock, timestamps, and yielding to the event loop."""

import time
from datetime import UTC, datetime
from typing import Final


class SystemClock:
    """The machine's clock, in UTC."""

    def now(self) -> datetime:
        return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """Format a UTC moment as RFC 3339, to the millisecond: 2026-01-01T00:00:00.000Z."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


_SHORTEST_S: Final = 1e-6
"""Not 0: gevent would run whatever is ready, up to fifty times over, before it looks for requests."""


def yield_to_event_loop() -> None:
    """Let every other ready request run first; in a gevent worker, `time.sleep` is gevent's own."""
    time.sleep(_SHORTEST_S)
