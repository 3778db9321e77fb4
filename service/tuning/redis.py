"""The log of tuning revisions in Redis: a list in which entry n - 1 is revision n."""

from collections.abc import Sequence
from typing import Any, Final

import redis

from service.store.failures import translating_redis_errors
from service.store.keys import TUNING_LOG
from service.tuning.revisions import EMPTY_LOG, KeptRevision, LogHead, StaleRevision, decode, encode

_HEAD: Final = """
local newest = redis.call('LINDEX', KEYS[1], -1)
return newest and {redis.call('LLEN', KEYS[1]), string.sub(newest, 8, 43)}
"""
"""An entry begins with {"id":" and 36 characters. This runs several times a second, so it returns nothing else."""

_ID: Final = """
local entry = redis.call('LINDEX', KEYS[1], ARGV[1] - 1)
return entry and string.sub(entry, 8, 43)
"""

_APPEND: Final = """
local newest = redis.call('LLEN', KEYS[1])
if newest == tonumber(ARGV[1]) then
  return redis.call('RPUSH', KEYS[1], ARGV[2]) and -1
end
return redis.call('LINDEX', KEYS[1], ARGV[1]) == ARGV[2] and -1 or newest
"""
"""-1 for success, or the number of the newest revision where it is not the preceding one. After a lost reply the client
repeats the command; then the entry is already in its place."""


class RedisTuningLog:
    """A revision's number is its place in the list, so there are no gaps. It is one element, so it is always whole."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._head = client.register_script(_HEAD)
        self._id = client.register_script(_ID)
        self._append = client.register_script(_APPEND)

    def head(self) -> LogHead:
        with translating_redis_errors():
            found = self._head(keys=[TUNING_LOG])
        return LogHead(found[0], found[1].decode(errors="replace")) if found else EMPTY_LOG

    def id_of(self, number: int) -> str | None:
        with translating_redis_errors():
            found: bytes | None = self._id(keys=[TUNING_LOG], args=[number])
        return None if found is None else found.decode(errors="replace")

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        if first > last:  # LRANGE would read a last of -1 as the end of the list
            return []
        with translating_redis_errors():
            found: Any = self._client.lrange(TUNING_LOG, first - 1, last - 1)
        return [decode(number, entry) for number, entry in enumerate(found, first)]

    def append(self, revision: KeptRevision) -> None:
        with translating_redis_errors():
            newest = self._append(keys=[TUNING_LOG], args=[revision.number - 1, encode(revision)])
        if newest >= 0:
            raise StaleRevision(newest)
