"""Counts units in the store, for all workers and hosts together."""

from typing import Final

from service.auth.rate_limit import Allowance
from service.store import keys
from service.store.client import Client
from service.store.failures import translating_redis_errors

_MICROSECONDS: Final = 1_000_000
_MINUTE: Final = 60 * _MICROSECONDS

# The generic cell rate algorithm. It keeps one number for each caller: the time when its full limit is available again.
# Each unit moves that time forward by its share of the minute. The clock is the server's: hosts' clocks differ.
_TAKE: Final = """
local share, most, units = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window = share * most
local kept = tonumber(redis.call('GET', KEYS[1]) or now) or now
local whole_again = math.max(kept, now)
if kept > now + window then
  -- No request moves it that far: the clock was set back. Without this, nothing would pass until the clock caught up.
  whole_again = now + window
  redis.call('SET', KEYS[1], string.format('%.0f', whole_again), 'PX', math.ceil(window / 1000))
end
local left = window - (whole_again - now)
local wanted = units * share
local allowed = left >= wanted
local enough_in = math.max(wanted - left, 0)
if allowed then
  whole_again = whole_again + wanted
  left = left - wanted
  redis.call('SET', KEYS[1], string.format('%.0f', whole_again), 'PX', math.ceil((whole_again - now) / 1000))
end
local remaining = math.max(math.floor(left / share), 0)
return {allowed and 1 or 0, remaining, (remaining + 1) * share - left, enough_in}
"""


class RedisRateLimits:
    """Takes one round trip per request."""

    def __init__(self, client: Client) -> None:
        self._take = client.register_script(_TAKE)

    def take(self, caller: str, a_minute: int, units: int = 1) -> Allowance:
        with translating_redis_errors():
            allowed, remaining, next_in, enough_in = self._take(
                [keys.rate_limit(caller)], [_MINUTE // a_minute, a_minute, units]
            )
        return Allowance(bool(allowed), remaining, next_in / _MICROSECONDS, enough_in / _MICROSECONDS)
