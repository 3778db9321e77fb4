"""What auth needs from outside."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a caller has left of its requests."""

    allowed: bool
    """Whether this one is within them."""
    remaining: int
    next_in_s: float
    """When there will be one more."""


class RateLimits(Protocol):
    """Counts requests. A caller may make all of a minute at once; then one more each time that its share has passed."""

    def take(self, caller: str, a_minute: int) -> Allowance:
        """Take one of so many a minute; what is refused is not taken. `StoreUnavailable` where nobody can count."""
