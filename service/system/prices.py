"""What requests cost, in units: an ordinary request costs one, which is about a millisecond of a worker."""

from math import ceil
from typing import Final

HIGHEST_PRICE: Final = 100
"""Units of the most that a bound allows. Each kind of work has a bound, and all but one take about as long there."""


def price(share: float) -> int:
    """The units of work that is this share of the most that its bound allows."""
    return min(HIGHEST_PRICE, price_beyond(share))


def price_beyond(share: float) -> int:
    """The units of work that may take longer at its bound than others at theirs: a share of 2 takes twice as long."""
    return max(1, ceil(round(HIGHEST_PRICE * share, 6)))  # a sum of shares may be a hair above a whole number
