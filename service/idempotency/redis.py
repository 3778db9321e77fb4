"""The store of answers in Redis, which packs each answer into a few bytes."""

import os
import zlib
from collections.abc import Callable
from typing import Any, Final

from service.errors import StoreTooOld, StoreUnavailable, StoreUnusable
from service.idempotency.ports import (
    IdempotencyStoreFull,
    KeptAnswer,
    KeyInUse,
    KeyReused,
    Lease,
    LeaseUncertain,
)
from service.store.client import Client
from service.store.durable import DurableWrites
from service.store.failures import translating_redis_errors
from service.store.keys import layout

_PLAIN: Final = b"-"
_DEFLATED: Final = b"z"
_QUICKEST: Final = 1


def pack(answer: KeptAnswer) -> bytes:
    """The answer as bytes: a mark, the status, the media type, a line end, and the body, compressed if that helps."""
    deflated = zlib.compress(answer.body, _QUICKEST)
    mark, body = (_DEFLATED, deflated) if len(deflated) < len(answer.body) else (_PLAIN, answer.body)
    return b"%b%d%b\n%b" % (mark, answer.status, answer.media_type.encode(), body)


def unpack(packed: bytes) -> KeptAnswer:
    head, _, body = packed.partition(b"\n")
    if head[:1] == _DEFLATED:
        body = zlib.decompress(body)
    return KeptAnswer(int(head[1:4]), head[4:].decode(), body)


LEASE_S: Final = 3.0
"""How long a key stays in use if its lease is not given back. Most requests take a thousandth of it. A request that
takes longer may be overtaken by another with its key; then its own answer is not sent."""
KEEP_S: Final = 24 * 3600.0
SLICES: Final = 24
"""Bytes are counted by the slice of time in which they were stored, and dropped slice by slice as they expire."""
ENTRY_BYTES: Final = 256
"""What an entry takes besides its answer: its key, fingerprint and token, and the store's own bookkeeping."""
TOKEN_BYTES: Final = 16

# An entry is a mark ("R" while its request runs, "A" once it has an answer), the fingerprint (32 bytes), the token of
# the lease (16 bytes), and the packed answer. A call with the entry's own token is a repeat after a lost reply.
_LOOK: Final = """
local entry = redis.call('GET', KEYS[1])
if entry and string.sub(entry, 34, 49) ~= ARGV[2] then
    if string.sub(entry, 2, 33) ~= ARGV[1] then return {'reused'} end
    if string.sub(entry, 1, 1) == 'R' then return {'in use'} end
    return {'answered', string.sub(entry, 50)}
end
"""
_SLICE: Final = """
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
local slice = math.floor(now_ms / slice_ms)
"""
# An answer stored at the very end of a slice lasts for all of the following ones. So one slice more is counted than
# fits into KEEP_S, and the count is never too low.
_BEGIN: Final = f"""
{_LOOK}
if entry then return {{'done'}} end
local lease_ms, budget, slice_ms, slices = ARGV[3], tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
{_SLICE}
local bytes, oldest = 0, slice
local counts = redis.call('HGETALL', KEYS[2])
for i = 1, #counts, 2 do
    local counted = tonumber(counts[i])
    if counted < slice - slices then
        redis.call('HDEL', KEYS[2], counts[i])
    else
        bytes = bytes + counts[i + 1]
        oldest = math.min(oldest, counted)
    end
end
if bytes >= budget then return {{'full', (oldest + slices + 1) * slice_ms - now_ms}} end
redis.call('SET', KEYS[1], 'R' .. ARGV[1] .. ARGV[2], 'PX', lease_ms)
return {{'done'}}
"""
_FINISH: Final = f"""
{_LOOK}
if entry and string.sub(entry, 1, 1) == 'A' then return {{'done'}} end
local answer, keep_ms, slice_ms, size = ARGV[3], ARGV[4], tonumber(ARGV[5]), ARGV[6]
{_SLICE}
redis.call('SET', KEYS[1], 'A' .. ARGV[1] .. ARGV[2] .. answer, 'PX', keep_ms)
redis.call('HINCRBY', KEYS[2], slice, size)
redis.call('PEXPIRE', KEYS[2], keep_ms + slice_ms)
return {{'done'}}
"""
_RELEASE: Final = """
if redis.call('GET', KEYS[1]) == 'R' .. ARGV[1] .. ARGV[2] then redis.call('DEL', KEYS[1]) end
"""


def _new_token() -> bytes:
    return os.urandom(TOKEN_BYTES)


class RedisIdempotencyStore:
    """Stores answers in Redis: one round trip to begin, and one to finish.

    In a cluster, each group of answers has its share of the budget.
    """

    def __init__(  # noqa: PLR0913  tests give the last ones
        self,
        client: Client,
        budget: int,
        *,
        wait_ms: int = 0,
        lease_s: float = LEASE_S,
        keep_s: float = KEEP_S,
        new_token: Callable[[], bytes] = _new_token,
    ) -> None:
        writes = DurableWrites(client, wait_ms)
        self._begin = client.register_script(_BEGIN)
        self._replay = writes.script(_BEGIN) if writes.need_replica else None
        self._finish = writes.script(_FINISH)
        self._release = client.register_script(_RELEASE)
        self._keys = layout(client)
        self._budget = budget // self._keys.groups
        self._lease_ms = round(lease_s * 1000)
        self._keep_ms = round(keep_s * 1000)
        self._slice_ms = self._keep_ms // SLICES
        self._new_token = new_token

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        lease = Lease(key, fingerprint, self._new_token())
        try:
            return self._begun(lease) or lease
        except (StoreTooOld, StoreUnusable):  # the store refused, so it granted nothing
            raise
        except StoreUnavailable as error:
            raise LeaseUncertain(lease, str(error)) from error

    def _begun(self, lease: Lease) -> KeptAnswer | None:
        arguments = (self._lease_ms, self._budget, self._slice_ms, SLICES)
        found = self._run(self._begin, lease, *arguments)
        if found is None or self._replay is None:
            return found
        # Asked again, because no replica may have the answer: its own request may have waited for one in vain. A new
        # lease needs no replica: where it is lost and granted again, only one of the two requests can store its answer.
        return self._run(self._replay, lease, *arguments)

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        packed = pack(answer)
        return self._run(self._finish, lease, packed, self._keep_ms, self._slice_ms, entry_bytes(packed))

    def release(self, lease: Lease) -> None:
        with translating_redis_errors():
            self._release([self._keys.idempotency(lease.key)], [lease.fingerprint, lease.token])

    def _run(self, script: Callable[..., Any], lease: Lease, *arguments: object) -> KeptAnswer | None:
        with translating_redis_errors():
            said, *more = script(
                [self._keys.idempotency(lease.key), self._keys.idempotency_bytes(lease.key)],
                [lease.fingerprint, lease.token, *arguments],
            )
        match said:
            case b"answered":
                return unpack(more[0])
            case b"reused":
                raise KeyReused
            case b"in use":
                raise KeyInUse
            case b"full":
                raise IdempotencyStoreFull(-(-more[0] // 1000))
        return None


def entry_bytes(packed: bytes) -> int:
    """An upper estimate of the memory of an entry: the store allocates in steps of up to a quarter."""
    return len(packed) * 5 // 4 + ENTRY_BYTES
