"""In-memory rate limits."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.auth.rate_limit import Allowance
from service.errors import StoreUnavailable
from service.system.ports import Clock


@dataclass(slots=True)
class InMemoryRateLimits:
    """Keeps the time at which each caller has the full allowance again."""

    clock: Clock
    unavailable: bool = False
    asked: int = 0
    waiting: Callable[[], object] = lambda: None
    """Called while a request waits for the answer."""
    _whole_again: dict[str, datetime] = field(default_factory=dict)

    def take(self, caller: str, a_minute: int, units: int = 1) -> Allowance:
        """Take so many of `a_minute` units. A refused request does not count."""
        self.asked += 1
        self.waiting()
        if self.unavailable:
            raise StoreUnavailable
        now, share = self.clock.now(), timedelta(microseconds=60_000_000 // a_minute)
        window = share * a_minute
        whole_again = max(self._whole_again.get(caller, now), now)
        if whole_again > now + window:
            self._whole_again[caller] = whole_again = now + window
        enough_in = max(whole_again + units * share - now - window, timedelta(0))
        if allowed := not enough_in:
            whole_again += units * share
            self._whole_again[caller] = whole_again
        left = window - (whole_again - now)
        remaining = max(left // share, 0)
        next_in = share * (remaining + 1) - left
        return Allowance(allowed, remaining, next_in.total_seconds(), enough_in.total_seconds())
