"""Progress of the deliveries in the store: a number, and a lease that expires."""

from hashlib import sha256
from typing import Final

from service.store.client import Client
from service.store.failures import translating_redis_errors
from service.store.keys import layout
from service.webhook.ports import Progress

_TAKE: Final = """
local holder = redis.call('GET', KEYS[2])
if holder and holder ~= ARGV[1] then
  return false
end
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[2])
local newest = redis.call('LLEN', KEYS[3])
local delivered = tonumber(redis.call('GET', KEYS[1]) or newest)
if delivered >= newest then
  delivered = newest
  redis.call('SET', KEYS[1], newest)
end
return {delivered, newest}
"""
"""The number can be higher than the log is long: after an operator has removed a damaged revision."""

_ADVANCE: Final = """
if redis.call('GET', KEYS[2]) ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2])
return 1
"""

_RELEASE: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then
  redis.call('DEL', KEYS[1])
end
"""


class RedisDeliveries:
    """Each address has its own progress, so that services on one store may report to different servers."""

    def __init__(self, client: Client, url: str) -> None:
        address = sha256(url.encode()).hexdigest()[:32]
        names = layout(client)
        self._delivered = names.webhook_delivered(address)
        self._lease = names.webhook_lease(address)
        self._log = names.tuning_log
        self._take = client.register_script(_TAKE)
        self._advance = client.register_script(_ADVANCE)
        self._release = client.register_script(_RELEASE)

    def take(self, worker: str, lease_s: float) -> Progress | None:
        with translating_redis_errors():
            found = self._take([self._delivered, self._lease, self._log], [worker, round(1000 * lease_s)])
        return Progress(*found) if found else None

    def advance(self, worker: str, revision: int) -> bool:
        with translating_redis_errors():
            return bool(self._advance([self._delivered, self._lease], [worker, revision]))

    def release(self, worker: str) -> None:
        with translating_redis_errors():
            self._release([self._lease], [worker])
