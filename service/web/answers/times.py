"""Moments as JSON values."""

from datetime import datetime


def timestamp(moment: datetime) -> str:
    """The moment by RFC 3339, in UTC to the millisecond: 2026-01-01T00:00:00.000Z."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
