"""Counts in Redis: two hashes per day, to which every process adds."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Any, Final

import orjson

from service.insights.ports import (
    MOST_DAYS,
    MOST_DECIDED,
    CountedDay,
    CountedDays,
    DecidedFigures,
    DecidedName,
    Increments,
    Reset,
    ResetPage,
)
from service.store.client import Client
from service.store.failures import translating_redis_errors
from service.store.keys import ONE, layout
from service.store.scripts import run

_DAYS_AT_ONCE: Final = 3
"""How many days are read in one call: a month in a few calls, of which none takes long."""
KEPT: Final = timedelta(days=MOST_DAYS + 5)
REMEMBERED: Final = timedelta(days=1)
"""How long the store remembers the last number that a process sent. A process repeats a failed call much sooner."""

# After a lost reply the call is repeated, and then it must add nothing.
_ADD: Final = """
local last, number = redis.call('GET', KEYS[2]), tonumber(ARGV[1])
if last and tonumber(last) >= number then return end
redis.call('SET', KEYS[2], number, 'EX', ARGV[2])
local decided = 6 + 2 * ARGV[5]
for i = 6, decided - 1, 2 do
    redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
local room = ARGV[4] - redis.call('HLEN', KEYS[3])
for i = decided, #ARGV, 2 do
    local before, figures = redis.call('HGET', KEYS[3], ARGV[i]), ARGV[i + 1]
    if before then
        local sums, gains = {}, string.gmatch(figures, '%d+')
        for sum in string.gmatch(before, '%d+') do
            sums[#sums + 1] = string.format('%.0f', sum + gains())
        end
        figures = '[' .. table.concat(sums, ',') .. ']'
    else
        room = room - 1
    end
    if before or room >= 0 then redis.call('HSET', KEYS[3], ARGV[i], figures) end
end
redis.call('EXPIRE', KEYS[3], ARGV[3])
"""
"""Counts are a field each. What a revision decided is one field with all its figures, so that a month of them is read
quickly, and so that none is counted in part where there is no more room. Sums are exact to 2^53."""


class RedisInsightStore:
    """Stores the counts of the last weeks in Redis."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._keys = layout(client)
        self._add = client.register_script(_ADD)

    def add(self, increments: Increments) -> None:
        arguments: list[bytes | int] = [increments.number, _seconds(REMEMBERED), _seconds(KEPT), MOST_DECIDED]
        arguments.append(len(increments.counts))
        for name, number in increments.counts.items():
            arguments += (orjson.dumps(name), number)
        for decided, figures in increments.decided.items():
            arguments += (orjson.dumps(decided), orjson.dumps(figures))
        day = increments.day
        with translating_redis_errors():
            run(
                self._client,
                self._add,
                [
                    self._keys.insight(day),
                    self._keys.insight_told(day, increments.process),
                    self._keys.insight_decided(day),
                ],
                arguments,
            )

    def read(self, first: date, last: date, *, decided: bool) -> CountedDays:
        with translating_redis_errors():
            reset_at: Any = self._client.get(self._keys.insight_reset)
        days = self._counted(_days(first, last), decided=decided)
        return CountedDays(days, datetime.fromisoformat(reset_at.decode()) if reset_at else None)

    def _counted(self, days: Sequence[date], *, decided: bool) -> Iterator[CountedDay]:
        for start in range(0, len(days), _DAYS_AT_ONCE):
            some = days[start : start + _DAYS_AT_ONCE]
            with translating_redis_errors(), self._client.pipeline(transaction=False) as asked:
                for day in some:
                    asked.hgetall(self._keys.insight(day))
                    if decided:
                        asked.hgetall(self._keys.insight_decided(day))
                hashes = asked.execute()
            counts = hashes[:: 1 + decided]
            figures = hashes[1::2] if decided else [{}] * len(some)
            yield from map(_decoded, some, counts, figures)

    def reset(self, reset: Reset) -> None:
        # By its own clock, another process may already count for tomorrow.
        today, time = reset.time.date(), reset.time.isoformat()
        days = _days(today - KEPT, today + timedelta(days=1))
        # In a cluster, no transaction covers several days: one that fails there may be done in part.
        with translating_redis_errors(), self._client.pipeline(transaction=self._keys is ONE) as changed:
            for day in days:
                changed.delete(self._keys.insight(day))
                changed.delete(self._keys.insight_decided(day))
            changed.set(self._keys.insight_reset, time)
            changed.zadd(self._keys.insight_resets, {orjson.dumps([time, reset.author]): reset.time.timestamp()})
            changed.execute()

    def resets(self, last: int | None, size: int) -> ResetPage:
        with translating_redis_errors():
            newest = self._client.zcard(self._keys.insight_resets)
            last = newest if last is None else min(last, newest)
            first = max(last - size + 1, 1)
            found: Any = self._client.zrange(self._keys.insight_resets, first - 1, last - 1) if last else ()
        resets = [Reset(author, datetime.fromisoformat(time)) for time, author in map(orjson.loads, found)]
        return ResetPage(resets[::-1], first - 1)


def _decoded(day: date, counts: Mapping[bytes, bytes], decided: Mapping[bytes, bytes]) -> CountedDay:
    names = map(_name, decided.keys())
    figures: DecidedFigures = dict(zip(names, _each(decided.values()), strict=True))
    return CountedDay(day, dict(zip(map(tuple, _each(counts.keys())), _each(counts.values()), strict=True)), figures)


@lru_cache(maxsize=4096)
def _name(text: bytes) -> DecidedName:
    """The name of what was decided; most come every day."""
    revision, kind, challenge = orjson.loads(text)
    return revision, kind, challenge


def _each(texts: Iterable[bytes]) -> list[Any]:
    """The values of these JSON texts, decoded at once: a month can have a hundred thousand."""
    values: list[Any] = orjson.loads(b"[%s]" % b",".join(texts))
    return values


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _seconds(duration: timedelta) -> int:
    return int(duration.total_seconds())
