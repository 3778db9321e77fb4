"""Limiting how many requests a minute each caller may make."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, Protocol

from service.errors import StoreUnavailable
from service.system.ports import Clock
from service.tuning.ports import LiveTuning, NotLive


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


PAUSE: Final = timedelta(seconds=1)
"""How long a store that was unavailable is not asked again: each time could cost a request the store's timeout."""


class TooManyRequests(Exception):
    """The caller has used up its requests."""

    def __init__(self, retry_after_s: int) -> None:
        self.retry_after_s = retry_after_s
        super().__init__(f"No more requests for {retry_after_s} s.")


@dataclass(slots=True)
class LimitRate:
    """Lets through as many requests a minute as are allowed; all of them while the store is unavailable."""

    limits: RateLimits
    clock: Clock
    a_minute: int
    tunings: LiveTuning
    """What follows them finds out whether the store is there, so that no request has to wait for that."""
    _ask_again: datetime | None = field(default=None, init=False)

    def __call__(self, caller: str) -> Allowance | None:
        """What the caller has left after this request; None where nobody knows."""
        if self.tunings.standing().not_live is NotLive.STORE_UNAVAILABLE:
            return None
        if self._ask_again:
            # Further off than a pause it is only where the clock has been set back.
            if timedelta(0) < self._ask_again - self.clock.now() <= PAUSE:
                return None
            self._pause()  # this request finds out, and those that come meanwhile need not wait for it
        try:
            allowance = self.limits.take(caller, self.a_minute)
        except StoreUnavailable:
            self._pause()
            return None
        self._ask_again = None
        return allowance

    def _pause(self) -> None:
        self._ask_again = self.clock.now() + PAUSE
