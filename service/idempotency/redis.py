"""The store of answers in Redis, which packs each answer into a few bytes."""

import zlib
from collections.abc import Callable
from typing import Any, Final

from service.engines.pauses import byte_parts
from service.errors import StoreTooOld, StoreUnavailable, StoreUnusable
from service.idempotency.ports import (
    AnswerUncertain,
    IdempotencyStoreFull,
    KeptAnswer,
    KeyInUse,
    KeyReused,
    Lease,
    LeaseUncertain,
)
from service.store.client import Client
from service.store.durable import DurableWrites
from service.store.failures import may_have_executed, translating_redis_errors
from service.store.keys import layout
from service.store.wait import NO_WAIT, Wait
from service.system.clock import give_way
from service.system.identifiers import NumberedTokens

_PLAIN: Final = b"-"
_DEFLATED: Final = b"z"
_QUICKEST: Final = 1
_SMALL: Final = 4096
"""In bytes. Nearly all answers but those of batches are shorter."""
_SMALL_WINDOW: Final = 12
"""The logarithm of how far back a repeat may be, in bytes: all of a small answer."""
_SMALL_TABLES: Final = 5
"""How much memory is for finding repeats; zlib's own choice is 8, and each step doubles it."""


def pack(answer: KeptAnswer) -> bytes:
    """The answer as bytes: a mark, the status, the media type, a line end, and the body, compressed if that helps."""
    deflated = _deflated(answer.body)
    mark, body = (_DEFLATED, deflated) if len(deflated) < len(answer.body) else (_PLAIN, answer.body)
    return b"%b%d%b\n%b" % (mark, answer.status, answer.media_type.encode(), body)


def _deflated(body: bytes) -> bytes:
    if len(body) > _SMALL:
        packer = zlib.compressobj(_QUICKEST)
        return b"".join([*map(packer.compress, byte_parts(body, give_way)), packer.flush()])
    # zlib prepares 256 KB of memory for any text. Where the C library has to get it from the system each time, a usual
    # answer takes 47 µs instead of 6. This takes an eighth of the memory, the result has the same size, and any zlib
    # reads it.
    deflating = zlib.compressobj(_QUICKEST, zlib.DEFLATED, _SMALL_WINDOW, _SMALL_TABLES)
    return deflating.compress(body) + deflating.flush()


def unpack(packed: bytes) -> KeptAnswer:
    head, _, body = packed.partition(b"\n")
    if head[:1] == _DEFLATED:
        body = zlib.decompress(body)
    return KeptAnswer(int(head[1:4]), head[4:].decode(), body)


LEASE_S: Final = 3.0
"""How long a key stays in use if its lease is not given back. Most requests take a thousandth of it. A request that
takes longer may be overtaken by another with its key; then its own answer is not sent."""
KEEP_S: Final = 24 * 3600.0
"""How long an answer is kept, if the operator has not set another time."""
SLICE_S: Final = 900.0
"""Bytes are counted by the slice of time in which they were stored, and dropped slice by slice as they expire. All
times that an operator can set have slices of one length, so the counts stay right when that is changed."""
_FEWEST_SLICES: Final = 4
ENTRY_BYTES: Final = 256
"""What an entry takes in addition to its answer: its key, fingerprint and token, and the store's own bookkeeping."""
TOKEN_BYTES: Final = NumberedTokens.LENGTH

BUDGET_STEPS: Final = 256
"""The counts of all slices are added up whenever that of the current slice passes another such part of the budget."""

# An entry is a mark ("R" while its request runs, "A" once it has an answer), the fingerprint (32 bytes), the token of
# the attempt (16 bytes), and the packed answer. A call with the entry's own token is a repeat after a lost reply.
_RUNNING, _ANSWERED = b"R", b"A"
_FINGERPRINT: Final = slice(1, 33)
_TOKEN: Final = slice(33, 49)
_ANSWER: Final = slice(49, None)

_SLICE: Final = """
local time = redis.call('TIME')
local now_ms = time[1] * 1000 + math.floor(time[2] / 1000)
local slice = math.floor(now_ms / slice_ms)
"""
# An answer stored at the very end of a slice lasts for all of the following ones. So one slice more is counted than
# fits into the time, and the count is never too low.
_COUNT: Final = """
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
local full = {'full', (oldest + slices + 1) * slice_ms - now_ms}
"""
_BEGIN: Final = f"""
local entry = redis.call('GET', KEYS[1])
if entry then return {{entry}} end
{_SLICE}{_COUNT}
if bytes >= budget then return full end
redis.call('SET', KEYS[1], ARGV[1], 'PX', lease_ms)
return {{}}
"""
# The entry is written first and taken back where there is no room, because there nearly always is. A lease has been
# granted room. Between two sums, the counts grow by less than a step, so that at most one answer exceeds the budget.
_KEEP: Final = f"""
local entry = redis.call('SET', KEYS[1], ARGV[1], 'NX', 'GET', 'PX', keep_ms)
if entry then
    if string.sub(entry, 1, 49) ~= 'R' .. string.sub(ARGV[1], 2, 49) then return {{entry}} end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', keep_ms)
end
local size = tonumber(ARGV[2])
{_SLICE}
local sum = redis.call('HINCRBY', KEYS[2], slice, size)
if sum == size then redis.call('PEXPIRE', KEYS[2], keep_ms + slice_ms) end
if entry or (sum > size and math.floor(sum / step) == math.floor((sum - size) / step)) then return {{}} end
{_COUNT}
if bytes - size <= budget - step then return {{}} end
redis.call('DEL', KEYS[1])
redis.call('HINCRBY', KEYS[2], slice, -size)
return full
"""
_RELEASE: Final = """
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
"""


def _bounds(budget: int, lease_ms: int, keep_ms: int) -> str:
    """The beginning of the scripts. Numbers that never change cost less in their text than as arguments."""
    slice_ms = min(round(SLICE_S * 1000), keep_ms // _FEWEST_SLICES)
    return (
        f"local budget, step, slices = {budget}, {max(1, budget // BUDGET_STEPS)}, {keep_ms // slice_ms}\n"
        f"local lease_ms, keep_ms, slice_ms = {lease_ms}, {keep_ms}, {slice_ms}\n"
    )


class RedisIdempotencyStore:
    """Stores answers in Redis: one round trip for each call.

    In a cluster, each group of answers has its share of the budget.
    """

    def __init__(  # noqa: PLR0913  tests give the last ones
        self,
        client: Client,
        budget: int,
        *,
        wait: Wait = NO_WAIT,
        lease_s: float = LEASE_S,
        keep_s: float = KEEP_S,
        new_token: Callable[[], bytes] | None = None,
    ) -> None:
        self._writes = DurableWrites(client, wait)
        plain = DurableWrites(client)
        self._get = plain.execute
        self._keys = layout(client)
        bounds = _bounds(budget // self._keys.groups, round(lease_s * 1000), round(keep_s * 1000))
        self._begin = plain.script(bounds + _BEGIN)
        self._keep = self._writes.script(bounds + _KEEP)
        self._release = plain.script(_RELEASE)
        self._new_token = new_token or NumberedTokens()

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        lease = Lease(key, fingerprint, self._new_token())
        try:
            with translating_redis_errors():
                found = self._begin(self._names(key), [_entry(_RUNNING, lease)])
            entry = _found(found)
            return lease if entry is None or _is_of(entry, lease) else self._replayed(key, fingerprint, entry)
        except (StoreTooOld, StoreUnusable):  # the store refused, so it granted nothing
            raise
        except StoreUnavailable as error:
            raise LeaseUncertain(lease, str(error)) from error

    def keep(self, key: bytes, fingerprint: bytes, answer: KeptAnswer) -> KeptAnswer | None:
        return self.finish(Lease(key, fingerprint, self._new_token()), answer)

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        packed = pack(answer)
        entry = _entry(_ANSWERED, lease) + packed
        try:
            with translating_redis_errors():
                found = self._keep(self._names(lease.key), [entry, entry_bytes(packed)])
        except StoreUnavailable as error:
            if may_have_executed(error):
                raise AnswerUncertain(lease, str(error)) from error
            raise
        other = _found(found)
        return None if other is None or _is_of(other, lease) else _answer_of(other, lease.fingerprint)

    def find(self, key: bytes, fingerprint: bytes) -> KeptAnswer | None:
        name = self._keys.idempotency(key)
        with translating_redis_errors():
            entry = self._get(name, "GET", name)
        return None if entry is None else self._replayed(key, fingerprint, entry)

    def release(self, lease: Lease) -> None:
        with translating_redis_errors():
            self._release([self._keys.idempotency(lease.key)], [_entry(_RUNNING, lease)])

    def _names(self, key: bytes) -> list[str]:
        return [self._keys.idempotency(key), self._keys.idempotency_bytes(key)]

    def _replayed(self, key: bytes, fingerprint: bytes, entry: bytes) -> KeptAnswer:
        answer = _answer_of(entry, fingerprint)
        if self._writes.need_replica:
            # Asked again, because no replica may have the answer: its own request may not have reached one. A
            # new lease needs no replica: where it is lost and granted again, only one of the two requests can store
            # its answer.
            name = self._keys.idempotency(key)
            with translating_redis_errors():
                again = self._writes.execute(name, "GET", name)
            if again != entry:
                raise StoreUnavailable("The answer has expired.")
        return answer


def _entry(mark: bytes, lease: Lease) -> bytes:
    return mark + lease.fingerprint + lease.token


def _is_of(entry: bytes, lease: Lease) -> bool:
    return entry[_FINGERPRINT] == lease.fingerprint and entry[_TOKEN] == lease.token


def _found(reply: list[Any]) -> bytes | None:
    """The entry of another attempt, or of this one; raises where there is no room."""
    match reply:
        case [b"full", wait_ms]:
            raise IdempotencyStoreFull(-(-wait_ms // 1000))
        case [entry]:
            found: bytes = entry
            return found
    return None


def _answer_of(entry: bytes, fingerprint: bytes) -> KeptAnswer:
    if entry[_FINGERPRINT] != fingerprint:
        raise KeyReused
    if not entry.startswith(_ANSWERED):
        raise KeyInUse
    return unpack(entry[_ANSWER])


def entry_bytes(packed: bytes) -> int:
    """An upper estimate of the memory of an entry: the store allocates in steps of up to a quarter."""
    return len(packed) * 5 // 4 + ENTRY_BYTES
