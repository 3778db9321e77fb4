"""Counting requests in a table."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.auth.rate_limit import Allowance
from service.errors import StoreUnavailable
from service.system.ports import Clock


@dataclass(slots=True)
class InMemoryRateLimits:
    """Keeps when the requests of each caller will all be there again."""

    clock: Clock
    unavailable: bool = False
    asked: int = 0
    waiting: Callable[[], object] = lambda: None
    """What happens while a request waits for the answer."""
    _whole_again: dict[str, datetime] = field(default_factory=dict)

    def take(self, caller: str, a_minute: int) -> Allowance:
        """Take one of so many a minute; what is refused is not taken."""
        self.asked += 1
        self.waiting()
        if self.unavailable:
            raise StoreUnavailable
        now, share = self.clock.now(), timedelta(microseconds=60_000_000 // a_minute)
        window = share * a_minute
        whole_again = max(self._whole_again.get(caller, now), now)
        if whole_again > now + window:
            self._whole_again[caller] = whole_again = now + window
        if allowed := whole_again + share - now <= window:
            whole_again += share
            self._whole_again[caller] = whole_again
        left = window - (whole_again - now)
        remaining = max(left // share, 0)
        return Allowance(allowed, remaining, (share * (remaining + 1) - left).total_seconds())
