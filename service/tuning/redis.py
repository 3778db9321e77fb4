"""The log of tuning revisions in Redis: a list in which entry n - 1 is revision n."""

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

from service.store.client import Client
from service.store.durable import DurableWrites
from service.store.failures import translating_redis_errors
from service.store.keys import layout
from service.store.wait import NO_WAIT, Wait
from service.tuning.revisions import (
    EMPTY_LOG,
    KeptRevision,
    LogHead,
    RevisionRecord,
    StaleRevision,
    decode,
    decode_record,
    encode,
)

_HEAD: Final = """
local newest = redis.call('LINDEX', KEYS[1], -1)
return newest and {redis.call('LLEN', KEYS[1]), string.sub(newest, 8, 43)}
"""
"""An entry begins with {"id":" and 36 characters. This runs several times a second, so it returns nothing else."""

_LOST: Final = b'{"lost":true}'
"""The entry of a revision that an earlier store has lost."""

_ID: Final = """
local entry = redis.call('LINDEX', KEYS[1], ARGV[1] - 1)
return entry and entry ~= ARGV[2] and string.sub(entry, 8, 43)
"""

_FIRST_FROM: Final = """
for number = tonumber(ARGV[1]), redis.call('LLEN', KEYS[1]) do
  if redis.call('LINDEX', KEYS[1], number - 1) ~= ARGV[2] then
    return number
  end
end
return false
"""

_RECORDS: Final = """
local found, bytes = {}, 0
for number = tonumber(ARGV[1]), tonumber(ARGV[2]), -1 do
  local entry = redis.call('LINDEX', KEYS[1], number - 1)
  if entry and entry ~= ARGV[3] then
    local cut = string.match(entry, ARGV[4])
    entry = cut and string.sub(entry, 1, cut - 1) .. '}' or entry
    found[#found + 1] = {number, entry}
    bytes = bytes + #entry
    if #found == tonumber(ARGV[5]) or bytes > tonumber(ARGV[6]) then
      return found
    end
  end
end
return found
"""
"""Cuts off each entry where the pattern matches. Quotes in texts are escaped, so that it matches keys alone."""
_UP_TO_VALUES: Final = ',"adopted":[^,{%[]*(),"values":'
"""An entry of the catalogue may be called `values`, but none has such a field before it."""
_UP_TO_DIFFERENCES: Final = '(),"differences":'
_MOST_RECORDS: Final = 50
_MOST_BYTES: Final = 1 << 18
"""How much is read in one call at most, beyond a last record."""

_APPEND: Final = """
local newest = redis.call('LLEN', KEYS[1])
if newest == tonumber(ARGV[1]) then
  return redis.call('RPUSH', KEYS[1], ARGV[2]) and -1
end
return redis.call('LINDEX', KEYS[1], ARGV[1]) == ARGV[2] and -1 or newest
"""
"""-1 for success, or the number of the newest revision where it is not the preceding one. After a lost reply the client
repeats the command; then the entry is already in its place."""

_APPEND_AFTER: Final = """
local length = redis.call('LLEN', KEYS[1])
if redis.call('LINDEX', KEYS[1], ARGV[#ARGV - 1] - 1) == ARGV[#ARGV] then
  return -1
end
local newest = redis.call('LINDEX', KEYS[1], -1)
if length ~= tonumber(ARGV[1]) or (newest and string.sub(newest, 8, 43) or '') ~= ARGV[2] then
  return length
end
for at = 4, #ARGV, 2 do
  for number = length + 1, ARGV[at] - 1 do
    redis.call('RPUSH', KEYS[1], ARGV[3])
  end
  length = redis.call('RPUSH', KEYS[1], ARGV[at + 1])
end
return -1
"""
"""Takes the head, the entry of a lost revision, then the number and the entry of each revision."""


class RedisTuningLog:
    """A revision's number is its place in the list. It is one element, so it is always whole."""

    def __init__(self, client: Client, *, wait: Wait = NO_WAIT) -> None:
        writes = DurableWrites(client, wait)
        self._client = client
        self._log = layout(client).tuning_log
        self._head = client.register_script(_HEAD)
        self._durable_head = writes.script(_HEAD) if writes.need_replica else None
        self._id = client.register_script(_ID)
        self._records = client.register_script(_RECORDS)
        self._first_from = client.register_script(_FIRST_FROM)
        self._append = writes.script(_APPEND)
        self._append_after = writes.script(_APPEND_AFTER)
        self._counts = EMPTY_LOG

    def head(self) -> LogHead:
        with translating_redis_errors():
            head = _head(self._head([self._log], []))
            # A new revision may still be lost in a failover, and workers that followed it could not follow another.
            if self._durable_head and head != self._counts:
                head = self._counts = _head(self._durable_head([self._log], []))
        return head

    def id_of(self, number: int) -> str | None:
        with translating_redis_errors():
            found: bytes | None = self._id(keys=[self._log], args=[number, _LOST])
        return None if found is None else found.decode(errors="replace")

    def entries(self, first: int, last: int) -> Sequence[KeptRevision]:
        if first > last:  # LRANGE would read a last of -1 as the end of the list
            return []
        with translating_redis_errors():
            found: Any = self._client.lrange(self._log, first - 1, last - 1)
        return [decode(number, entry) for number, entry in enumerate(found, first) if entry != _LOST]

    def records(self, last: int, first: int, *, differences: bool) -> Sequence[RevisionRecord]:
        pattern = _UP_TO_VALUES if differences else _UP_TO_DIFFERENCES
        with translating_redis_errors():
            found = self._records([self._log], [last, first, _LOST, pattern, _MOST_RECORDS, _MOST_BYTES])
        return [decode_record(number, entry) for number, entry in found]

    def first_from(self, number: int) -> int | None:
        with translating_redis_errors():
            found: int | None = self._first_from(keys=[self._log], args=[number, _LOST])
        return found

    def append(self, revision: KeptRevision) -> None:
        with translating_redis_errors():
            newest = self._append([self._log], [revision.number - 1, encode(revision)])
        if newest >= 0:
            raise StaleRevision(newest)

    def append_after(self, head: LogHead, revisions: Sequence[KeptRevision]) -> None:
        entries = chain.from_iterable((revision.number, encode(revision)) for revision in revisions)
        with translating_redis_errors():
            newest = self._append_after([self._log], [head.number, head.id, _LOST, *entries])
        if newest >= 0:
            raise StaleRevision(newest)


def _head(found: Any) -> LogHead:
    return LogHead(found[0], found[1].decode(errors="replace")) if found else EMPTY_LOG
