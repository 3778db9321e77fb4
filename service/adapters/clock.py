"""The system's clock."""

from datetime import UTC, datetime


class SystemClock:
    """Tells the time of the machine, in UTC."""

    def now(self) -> datetime:
        """The time now."""
        return datetime.now(UTC)
