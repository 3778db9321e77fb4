"""What a rate limit leaves to a caller."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a caller has left of its requests."""

    allowed: bool
    """Whether this one is within them."""
    remaining: int
    next_in_s: float
    """When there will be one more."""
