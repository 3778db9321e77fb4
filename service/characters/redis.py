"""Characters in Redis: one expiring value each, and a hash of running effects whose fields expire one by one."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from typing import Any, Final

import orjson
import redis

from service.characters.ports import KEPT_FOR, MOST_RUNNING, Character, Found, RunningEffect
from service.store import keys
from service.store.client import Client, servers
from service.store.failures import translating_redis_errors
from service.store.scripts import run_each

_LOOK_UP: Final = """
local found = {}
for place = 1, #KEYS, 2 do
  found[place] = redis.call('GETEX', KEYS[place], 'PX', ARGV[1])
  found[place + 1] = redis.call('HKEYS', KEYS[place + 1])
end
return found
"""
"""A script for speed, not for atomicity: two commands for each character would cost our process ten times as much."""

_START: Final = """
local runs = redis.call('HPTTL', KEYS[1], 'FIELDS', 1, ARGV[1])[1] ~= -2
if not runs and #redis.call('HKEYS', KEYS[1]) >= tonumber(ARGV[3]) then
  return false
end
local time = redis.call('TIME')
local ends_at = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[2]
redis.call('HSET', KEYS[1], ARGV[1], ends_at)
redis.call('HPEXPIREAT', KEYS[1], ends_at, 'FIELDS', 1, ARGV[1])
return ends_at
"""
"""On a server that cannot expire fields, the first line fails and nothing is stored."""

_RUNNING: Final = """
return {redis.call('TIME'), redis.call('HGETALL', KEYS[1])}
"""

REMEMBERED_AT_ONCE: Final = 500
"""How many characters are written in one call. Other requests have their turn while the store answers."""
SCANNED_AT_ONCE: Final = 500
"""How many keys of any kind one step of reading all characters looks at."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND: Final = timedelta(milliseconds=1)


class RedisCharacterStore:
    """Characters and running effects. All times are by the clock of the server that has the character."""

    def __init__(self, client: Client, kept_for: timedelta = KEPT_FOR) -> None:
        self._client = client
        self._kept_ms = kept_for // _MILLISECOND
        self._look_up = client.register_script(_LOOK_UP)
        self._start = client.register_script(_START)
        self._running = client.register_script(_RUNNING)

    def look_up(self, ids: Sequence[str]) -> list[Found]:
        names = [(keys.character(one), keys.running_effects(one)) for one in ids]
        together = [list(chain.from_iterable(names))] if isinstance(self._client, redis.Redis) else names
        with translating_redis_errors():
            replies = run_each(self._client, self._look_up, [(some, [self._kept_ms]) for some in together])
        found = list(chain.from_iterable(replies))
        return [
            Found(_read(value) if value else None, tuple(effect.decode() for effect in effects))
            for value, effects in zip(found[::2], found[1::2], strict=True)
        ]

    def everyone(self) -> Iterator[list[Found]]:
        with translating_redis_errors():
            asked = servers(self._client)
        for server in asked:
            cursor = None
            while cursor != 0:
                with translating_redis_errors():
                    found: Any = server.scan(cursor or 0, match=keys.ALL_CHARACTERS, count=SCANNED_AT_ONCE)
                    cursor, names = found
                    some = self._read_all(names)
                yield some

    def _read_all(self, names: Sequence[bytes]) -> list[Found]:
        pipeline = self._client.pipeline(transaction=False)
        of_effects = [not name.endswith(keys.END_OF_CHARACTER) for name in names]
        for name, effects in zip(names, of_effects, strict=True):
            pipeline.hkeys(name) if effects else pipeline.get(name)
        return [
            Found(None, tuple(effect.decode() for effect in value)) if effects else Found(_read(value), ())
            for value, effects in zip(pipeline.execute(), of_effects, strict=True)
            if value
        ]

    def remember(self, characters: Mapping[str, Character]) -> None:
        left = iter(characters.items())
        while some := list(islice(left, REMEMBERED_AT_ONCE)):
            pipeline = self._client.pipeline(transaction=False)
            for character_id, character in some:
                pipeline.set(keys.character(character_id), orjson.dumps(character), px=self._kept_ms)
            with translating_redis_errors():
                pipeline.execute()

    def forget(self, character_id: str) -> None:
        with translating_redis_errors():
            self._client.delete(keys.character(character_id), keys.running_effects(character_id))

    def start_effect(self, character_id: str, effect: str, duration: timedelta) -> RunningEffect | None:
        with translating_redis_errors():
            ends_at = self._start(
                keys=[keys.running_effects(character_id)], args=[effect, duration // _MILLISECOND, MOST_RUNNING]
            )
        return None if ends_at is None else RunningEffect(effect, _EPOCH + ends_at * _MILLISECOND, duration)

    def running_effects(self, character_id: str) -> list[RunningEffect]:
        with translating_redis_errors():
            (seconds, microseconds), fields = self._running(keys=[keys.running_effects(character_id)])
        now = _EPOCH + timedelta(seconds=int(seconds), microseconds=int(microseconds))
        names_and_ends = zip(fields[::2], fields[1::2], strict=True)
        running = {effect.decode(): _EPOCH + int(ends_at) * _MILLISECOND for effect, ends_at in names_and_ends}
        return [RunningEffect(effect, ends_at, ends_at - now) for effect, ends_at in running.items()]

    def end_effect(self, character_id: str, effect: str) -> bool:
        with translating_redis_errors():
            return bool(self._client.hdel(keys.running_effects(character_id), effect))


def _read(value: bytes) -> Character:
    kept = orjson.loads(value)
    spades, hearts, clubs, diamonds = kept["suit_bonuses"]
    return Character(kept["skills"], (spades, hearts, clubs, diamonds), kept["tuning_revision"])
