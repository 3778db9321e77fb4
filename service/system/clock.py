"""The system's clock, how a moment is written, and yielding to the event loop."""

import time
from datetime import UTC, datetime
from typing import Final


class SystemClock:
    """Tells the time of the machine, in UTC."""

    def now(self) -> datetime:
        """The time now."""
        return datetime.now(UTC)


def timestamp(moment: datetime) -> str:
    """The moment by RFC 3339, in UTC to the millisecond: 2026-01-01T00:00:00.000Z."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


_SHORTEST_S: Final = 1e-6
"""Not 0: gevent would go on with whatever needs no waiting, up to fifty times over, before it looks for requests."""


def yield_to_event_loop() -> None:
    """Let every other request that is ready run first; in a gevent worker, `time.sleep` is gevent's own."""
    time.sleep(_SHORTEST_S)
