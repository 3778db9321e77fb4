"""Limits how many units a minute each caller may spend on requests."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Protocol

from service.errors import StoreUnavailable
from service.system.ports import Clock
from service.tuning.ports import LiveTuning, NotLive


@dataclass(frozen=True, slots=True)
class Allowance:
    """The units that a caller has left."""

    allowed: bool
    """Whether the caller had the units that were asked for."""
    remaining: int
    next_in_s: float
    """Seconds until the caller has one more."""
    enough_in_s: float = 0
    """Seconds until the caller has as many as were asked for; 0 if they are taken."""


class RateLimits(Protocol):
    """Counts units. A caller may use its whole minute at once, and then gets one more at regular intervals."""

    def take(self, caller: str, a_minute: int, units: int = 1) -> Allowance:
        """Take these units, or none if there are fewer; `a_minute` at most. Raises `StoreUnavailable`."""


PAUSE: Final = timedelta(seconds=1)
"""How long to leave an unavailable store alone: each attempt could cost a request the store's timeout."""


class TooManyRequests(Exception):
    """The caller does not have enough units left for the request."""

    def __init__(self, cost: int, remaining: int, retry_after_s: int) -> None:
        self.retry_after_s = retry_after_s
        units = "unit" if cost == 1 else "units"
        super().__init__(
            f"The request costs {cost} {units} and the caller has {remaining} left. Send it again after the seconds in "
            "Retry-After; RateLimit-Policy states the limit."
        )


@dataclass(slots=True)
class LimitRate:
    """Enforces the limit; lets every request through while the store is unavailable."""

    limits: RateLimits
    clock: Clock
    a_minute: int
    tunings: LiveTuning
    """Already knows whether the store is available, so no request has to wait to find out."""
    _ask_again: datetime | None = field(default=None, init=False)

    def __call__(self, caller: str, units: int = 1) -> Allowance | None:
        """Take these units; return what the caller has left, None if that is unknown."""
        if self.tunings.standing().not_live is NotLive.STORE_UNAVAILABLE:
            return None
        if self._ask_again:
            # It is further off than a pause only if the clock was set back.
            if timedelta(0) < self._ask_again - self.clock.now() <= PAUSE:
                return None
            self._pause()  # this request asks; those that arrive in the meantime do not wait for it
        try:
            allowance = self.limits.take(caller, self.a_minute, units)
        except StoreUnavailable:
            self._pause()
            return None
        self._ask_again = None
        return allowance

    def _pause(self) -> None:
        self._ask_again = self.clock.now() + PAUSE
