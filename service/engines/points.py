"""Points: scores, bonuses and thresholds as whole hundredths (ruling A2), so that 168.96 is 168.96."""

from decimal import Decimal
from math import isfinite
from typing import Final, TypeGuard

Hundredths = int
"""A number of points times one hundred. Every score in the rules has this type."""

POINT: Final[Hundredths] = 100
LIMIT: Final[Hundredths] = 100_000 * POINT
"""Points given by callers and by the tuning must lie between minus and plus this."""


def is_number(value: object) -> TypeGuard[float]:
    """Whether the value is a JSON number. Booleans are not, nor are the infinities of TOML and Python."""
    return type(value) is int or (type(value) is float and isfinite(value))


def scaled(number: float, places: int) -> int | None:
    """The number times ten to the power of `places`, or None if it has more decimals than that.

    A float means the decimal that it prints as: 168.96, not the double nearest to it.
    """
    if isinstance(number, int):
        return int(number * 10**places)
    shifted = Decimal(repr(number)).scaleb(places)
    return int(shifted) if shifted == shifted.to_integral_value() else None


def hundredths(number: float) -> Hundredths | None:
    """The number as hundredths, or None if it has more than two decimals."""
    if isinstance(number, int):
        return number * POINT
    shifted = number * POINT
    if not isfinite(shifted):
        return None
    # Numbers far beyond any limit round to themselves, so they pass here and fail at their bounds.
    nearest = round(shifted)
    # A float with at most two decimals is the double closest to a whole number divided by 100.
    return nearest if nearest / POINT == number else None


def as_number(points: Hundredths) -> float:
    """The points as a JSON number: 168.96, or 400 if they are whole."""
    return points / POINT if points % POINT else points // POINT


_DECIMALS: Final = ("", *(f".{part:02}".rstrip("0") for part in range(1, POINT)))
"""What follows the point, for each number of hundredths."""


def as_text(points: Hundredths) -> str:
    """The JSON text of `as_number`, in half the time."""
    if points <= 0:
        return f"-{as_text(-points)}" if points else "0"
    whole, part = divmod(points, POINT)
    return f"{whole}{_DECIMALS[part]}"


def divide_half_up(numerator: int, denominator: int) -> int:
    """The quotient rounded to the nearest whole number; halves are rounded away from zero (ruling A2)."""
    magnitude = (2 * abs(numerator) + denominator) // (2 * denominator)
    return magnitude if numerator >= 0 else -magnitude
