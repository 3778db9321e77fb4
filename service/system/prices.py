"""What requests cost, in units: an ordinary request costs one, which is about a millisecond of a worker."""

from math import ceil
from typing import Final

DEAREST: Final = 100
"""Units of the dearest request of any kind. Each kind of work has a bound of its own, and takes about as long there."""


def price(share: float) -> int:
    """The units of work that is this share of the most that its bound allows."""
    units = ceil(round(DEAREST * share, 6))  # a sum of shares may be a hair above a whole number
    return min(DEAREST, max(1, units))
