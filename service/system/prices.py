"""What requests cost, in units: an ordinary request costs one, which is about a millisecond of a worker."""

from math import ceil
from typing import Final

HIGHEST_PRICE: Final = 100
"""Units of the most expensive requests. Each kind of work has a bound of its own, and takes about as long there."""


def price(share: float) -> int:
    """The units of work that is this share of the most that its bound allows."""
    units = ceil(round(HIGHEST_PRICE * share, 6))  # a sum of shares may be a hair above a whole number
    return min(HIGHEST_PRICE, max(1, units))
