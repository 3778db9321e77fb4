"""Checks the health of the store: a ping each time, and at intervals a trial of every command."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import inf
from time import monotonic
from typing import Any, Final

import orjson
import redis

from service.errors import StoreUnavailable
from service.store import keys
from service.store.condition import UP, StoreCondition, StoreState
from service.store.durable import DurableWrites
from service.store.failures import diagnosis, error_of, translating_redis_errors

COMMANDS: Final[Sequence[Sequence[str | int]]] = (
    ("GET",),
    ("GETEX", "PX", 60_000),
    ("DECRBY", "none"),
    ("INCRBY", "none"),
    ("HDEL", "field"),
    ("HGET", "field"),
    ("HGETALL",),
    ("HINCRBY", "field", 1),
    ("HKEYS",),
    ("HLEN",),
    ("HPEXPIREAT", 1, "FIELDS", 1, "field"),
    ("HPTTL", "FIELDS", 1, "field"),
    ("HSCAN", 0),
    ("HSET", "field", "value"),
    ("HSETNX", "field", "value"),
    ("HSTRLEN", "field"),
    ("LINDEX", -1),
    ("LLEN",),
    ("LRANGE", 0, 0),
    ("RPUSH", "value"),
    ("ZADD", 0, "member"),
    ("ZCARD",),
    ("ZPOPMIN",),
    ("ZRANGE", 0, 0),
    ("ZREM", "member"),
    ("ZREMRANGEBYRANK", 0, 0),
    ("ZREVRANGEBYLEX", "+", "-"),
    ("EXPIRE", 60),
    ("PEXPIRE", 60_000),
    ("DEL",),
)
"""Every command that the service sends for a key, tried on a string. Servers check permissions and memory first; a
command for another type writes nothing."""

TYPES: Final[Mapping[str, str]] = {
    keys.TUNING_LOG: "list",
    keys.IDEMPOTENCY_BYTES: "hash",
    keys.RECORDS: "hash",
    keys.RECORD_ORDER: "zset",
    keys.RECORD_CHARACTERS: "hash",
    keys.RECORD_BYTES: "string",
    keys.INSIGHT_RESET: "string",
    keys.INSIGHT_RESETS: "zset",
    keys.TOUCHED: "string",
}
"""The types of the permanent keys."""

# SET with XX writes nothing if the key is missing, and these keys always are.
_TRIAL: Final = """
local failed = {}
local function try(...)
  local reply = redis.pcall(...)
  if type(reply) == 'table' and reply.err then failed[#failed + 1] = reply.err end
  return reply
end
try('TIME')
try('SCAN', 0, 'COUNT', 1)
try('SET', KEYS[1], '', 'PX', 60000)
for _, command in ipairs(cjson.decode(ARGV[1])) do
  try(command[1], KEYS[1], unpack(command, 2))
end
local types, unused = cjson.decode(ARGV[2]), tonumber(ARGV[3])
for place = 2, 1 + unused do
  try('SET', KEYS[place], '', 'XX', 'PX', 1)
end
for place = 2 + unused, #KEYS do
  local found = try('TYPE', KEYS[place]).ok or 'none'
  if found ~= 'none' and found ~= types[KEYS[place]] then
    failed[#failed + 1] = 'WRONGTYPE The key ' .. KEYS[place] .. ' is a ' .. found .. '.'
  end
end
return failed
"""
_EXPECTED: Final = "WRONGTYPE Operation"
"""The server's reply to a command that it allows but that is not for strings."""


class StoreTrial:
    """Tries every command in one script, and reads the server's configuration."""

    def __init__(self, client: redis.Redis, writes: DurableWrites) -> None:
        self._client = client
        self._writes = writes
        self._trial = client.register_script(_TRIAL)

    def __call__(self) -> StoreCondition:
        """Return the condition of the store; raises `StoreUnavailable` if the trial itself fails."""
        with translating_redis_errors():
            # A transaction, as the reset of the insight counts uses one.
            several = self._client.pipeline(transaction=True)
            several.script_load(_TRIAL)  # even if it is loaded already: this tries the permission to load the others
            several.execute()
            failed: list[bytes] = self._trial(
                [keys.TRIAL, *keys.UNUSED, *TYPES],
                [orjson.dumps(COMMANDS), orjson.dumps(dict(TYPES)), len(keys.UNUSED)],
            )
        for reply in failed:
            error = error_of(reply.decode(errors="replace"))
            state = diagnosis(error)
            if state is not None and not reply.startswith(_EXPECTED.encode()):
                return StoreCondition(state, str(error) if state in _SAYS_MORE else None)
        if self._writes.need_replica:
            with translating_redis_errors():
                # The server shows this number only if it demands replicas. It needs no CONFIG, which few users have.
                if "min_slaves_good_slaves" not in self._client.info("replication"):
                    return StoreCondition(StoreState.NOT_REPLICATED)
                self._writes.execute("PING")
        return StoreCondition(UP.state, warnings=tuple(self._risks()))

    def _risks(self) -> Iterator[str]:
        try:
            with translating_redis_errors():
                policy = str(self._client.info("memory")["maxmemory_policy"])
                appends = self._client.info("persistence")["aof_enabled"]
        except StoreUnavailable:
            yield UNSEEN
            return
        if policy != "noeviction":
            yield EVICTS.format(policy)
        if not appends:
            yield SNAPSHOTS if self._saves() else KEEPS_NOTHING

    def _saves(self) -> bool:
        try:
            with translating_redis_errors():
                found: Any = self._client.config_get("save")
        except StoreUnavailable:
            return True  # Managed servers have no CONFIG, and most of them take snapshots.
        return bool(found.get("save") != "")


_SAYS_MORE: Final = (StoreState.FORBIDDEN, StoreState.WRONG_TYPE)
EVICTS: Final = (
    "The store evicts keys when its memory is full (maxmemory-policy {}): the tuning history and kept answers could be "
    "lost. Set maxmemory-policy noeviction."
)
KEEPS_NOTHING: Final = "The store keeps nothing on disk: a restart would empty it. Set appendonly yes."
RISKS: Final = (EVICTS.partition("{")[0], KEEPS_NOTHING)
"""How the warnings begin with which a service should not start."""
SNAPSHOTS: Final = (
    "The store only saves snapshots (appendonly no): a restart would lose all later writes. Set appendonly yes."
)
UNSEEN: Final = (
    "The store does not show its configuration (INFO is forbidden): it may evict keys or keep nothing on disk. "
    "Allow INFO with ACL SETUSER ... +info."
)


TRUSTED_S: Final = 5.0
"""How long a successful trial counts, so that health checks cannot keep the store busy."""


class RedisStoreHealth:
    """Checks the store over its Redis connection."""

    def __init__(self, client: redis.Redis, tick: Callable[[], float] = monotonic, *, wait_ms: int = 0) -> None:
        self._client = client
        self._trial = StoreTrial(client, DurableWrites(client, wait_ms))
        self._tick = tick
        self._tried = UP
        self._trusted_until = -inf

    def reachable(self) -> bool:
        try:
            with translating_redis_errors():
                return bool(self._client.ping())
        except (StoreUnavailable, redis.ResponseError):
            return False

    def condition(self) -> StoreCondition:
        try:
            with translating_redis_errors():
                self._client.ping()
            if self._tick() < self._trusted_until:
                return self._tried
            self._tried = self._trial()
        except (StoreUnavailable, redis.ResponseError) as error:
            self._tried = _in_trouble(error)
        went_well = self._tried.state is StoreState.UP
        self._trusted_until = self._tick() + TRUSTED_S if went_well else -inf
        return self._tried


def _in_trouble(error: Exception) -> StoreCondition:
    cause = error.__cause__ if isinstance(error, StoreUnavailable) else error
    state = diagnosis(cause) or StoreState.DOWN
    if isinstance(cause, redis.ResponseError):
        return StoreCondition(state, said=str(cause))
    return StoreCondition(state, connection=str(cause))
