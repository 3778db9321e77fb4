"""Checks the health of the store: a ping each time, and at intervals a trial of every command."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from threading import Lock
from time import monotonic
from typing import Any, Final

import orjson
import redis
from redis.crc import key_slot

from service.errors import StoreUnavailable
from service.store.client import Client, servers
from service.store.cluster import ClusterClient
from service.store.condition import UP, StoreCondition, StoreState
from service.store.durable import DurableWrites
from service.store.failures import diagnosis, error_of, translating_redis_errors
from service.store.keys import Layout, layout
from service.store.scripts import run_each
from service.store.sentinel import SentinelPool
from service.store.wait import NO_WAIT, Wait

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
    ("HMGET", "field"),
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
local commands, kinds = cjson.decode(ARGV[1]), cjson.decode(ARGV[2])
for place, kind in ipairs(kinds) do
  local key, found = KEYS[place], 'none'
  if kind == 'trial' then
    try('SET', key, '', 'PX', 60000)
    for _, command in ipairs(commands) do
      try(command[1], key, unpack(command, 2))
    end
  elseif kind == 'unused' then
    try('SET', key, '', 'XX', 'PX', 1)
  else
    found = try('TYPE', key).ok or 'none'
  end
  if found ~= 'none' and found ~= kind then
    failed[#failed + 1] = 'WRONGTYPE The key ' .. KEYS[place] .. ' is a ' .. found .. '.'
  end
end
return failed
"""
_EXPECTED: Final = "WRONGTYPE Operation"
"""The server's reply to a command that it allows but that is not for strings."""


class StoreTrial:
    """Tries every command wherever the service has keys, and reads the configuration of every server."""

    def __init__(self, client: Client, writes: DurableWrites) -> None:
        self._client = client
        self._writes = writes
        self._trial = client.register_script(_TRIAL)
        self._layout = layout(client)
        self._calls = [
            (list(kinds), [orjson.dumps(COMMANDS), orjson.dumps(list(kinds.values()))])
            for kinds in _in_one_place(client, _kinds(self._layout))
        ]

    def __call__(self) -> StoreCondition:
        """Return the condition of the store; raises `StoreUnavailable` if the trial itself fails."""
        with translating_redis_errors():
            asked = servers(self._client)
            for server in asked:
                # A transaction, as the reset of the insight counts uses one.
                several = server.pipeline(transaction=True)
                several.script_load(
                    _TRIAL
                )  # even if it is loaded already: this tries the permission to load the others
                several.execute()
            replies = run_each(self._client, self._trial, self._calls)
        for reply in chain.from_iterable(replies):
            error = error_of(reply.decode(errors="replace"))
            state = diagnosis(error)
            if state is not None and not reply.startswith(_EXPECTED.encode()):
                return StoreCondition(state, str(error) if state in _SAYS_MORE else None)
        if self._writes.need_replica:
            with translating_redis_errors():
                # The server shows this number only if it demands replicas. It needs no CONFIG, which few users have.
                if not all("min_slaves_good_slaves" in server.info("replication") for server in asked):
                    return StoreCondition(StoreState.NOT_REPLICATED)
                for trial in self._layout.trials:
                    self._writes.execute(trial, "GET", trial)
        risks = (risk for server in asked for risk in _risks(server))
        return StoreCondition(UP.state, warnings=tuple(dict.fromkeys(chain(_haste(self._client), risks))))


def _kinds(names: Layout) -> dict[str, str]:
    """All keys to try, and the type of each that has one."""
    return {**dict.fromkeys(names.trials, "trial"), **dict.fromkeys(names.unused, "unused"), **names.permanent}


def _in_one_place(client: Client, kinds: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Divide the keys by where a cluster has them."""
    by_place = defaultdict[int, dict[str, str]](dict)
    for key, kind in kinds.items():
        by_place[key_slot(key.encode()) if isinstance(client, ClusterClient) else 0][key] = kind
    yield from by_place.values()


def _haste(client: Client) -> Iterator[str]:
    pool = None if isinstance(client, ClusterClient) else client.connection_pool
    after_ms = pool.sentinels.down_after_ms if isinstance(pool, SentinelPool) else None
    if after_ms is not None and after_ms < LEAST_DOWN_AFTER_MS:
        yield HASTY.format(after_ms, LEAST_DOWN_AFTER_MS)


def _risks(server: redis.Redis) -> Iterator[str]:
    try:
        with translating_redis_errors():
            policy = str(server.info("memory")["maxmemory_policy"])
            appends = server.info("persistence")["aof_enabled"]
    except StoreUnavailable:
        yield UNSEEN
        return
    if policy != "noeviction":
        yield EVICTS.format(policy)
    if not appends:
        yield SNAPSHOTS if _saves(server) else KEEPS_NOTHING


def _saves(server: redis.Redis) -> bool:
    try:
        with translating_redis_errors():
            found: Any = server.config_get("save")
    except StoreUnavailable:
        return True  # Managed servers have no CONFIG, and most of them take snapshots.
    return bool(found.get("save") != "")


_SAYS_MORE: Final = (StoreState.FORBIDDEN, StoreState.WRONG_TYPE)
EVICTS: Final = (
    "The store evicts keys when its memory is full (maxmemory-policy {}): the tuning history and kept answers could be "
    "lost. Set maxmemory-policy noeviction."
)
KEEPS_NOTHING: Final = "The store keeps nothing on disk: a restart would empty it. Set appendonly yes."
LEAST_DOWN_AFTER_MS: Final = 2_000
"""After a switch, a Sentinel connects to the new primary up to a second later, and counts that second as silence."""
HASTY: Final = (
    "The Sentinels replace a primary after {} ms of silence. That may be too soon for one that has just been promoted, "
    "and what it has acknowledged would be lost. Set down-after-milliseconds to {} or more."
)
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

    def __init__(self, client: Client, tick: Callable[[], float] = monotonic, *, wait: Wait = NO_WAIT) -> None:
        self._client = client
        self._trial = StoreTrial(client, DurableWrites(client, wait))
        self._tick = tick
        self._trying = Lock()
        self._tried = UP
        self._tried_at = -inf

    def reachable(self) -> bool:
        try:
            self._ping()
        except (StoreUnavailable, redis.ResponseError):
            return False
        return True

    def _ping(self) -> None:
        with translating_redis_errors():
            for server in servers(self._client):
                server.ping()

    def condition(self) -> StoreCondition:
        asked_at = self._tick()
        try:
            self._ping()
        except (StoreUnavailable, redis.ResponseError) as error:
            return self._remember(_in_trouble(error))
        if self._trusted():
            return self._tried
        with self._trying:  # one trial at a time, and those who waited for it share what it found
            return self._tried if self._trusted() or self._tried_at > asked_at else self._try()

    def _trusted(self) -> bool:
        return self._tried.state is StoreState.UP and self._tick() < self._tried_at + TRUSTED_S

    def _try(self) -> StoreCondition:
        try:
            return self._remember(self._trial())
        except (StoreUnavailable, redis.ResponseError) as error:
            return self._remember(_in_trouble(error))

    def _remember(self, tried: StoreCondition) -> StoreCondition:
        self._tried, self._tried_at = tried, self._tick()
        return tried


def _in_trouble(error: Exception) -> StoreCondition:
    cause = error.__cause__ if isinstance(error, StoreUnavailable) else error
    state = diagnosis(cause) or StoreState.DOWN
    if isinstance(cause, redis.ResponseError):
        return StoreCondition(state, said=str(cause))
    return StoreCondition(state, connection=str(cause))
