"""Counts in Redis: one hash per day, to which every process adds."""

from collections import Counter
from datetime import date, datetime, timedelta
from typing import Any, Final

import orjson
import redis

from service.engines.destiny.insight.tally import Name
from service.insights.ports import MOST_DAYS, CountedDays, Increments, Reset, ResetPage
from service.store import keys
from service.store.failures import translating_redis_errors

KEPT: Final = timedelta(days=MOST_DAYS + 5)
REMEMBERED: Final = timedelta(days=1)
"""How long the store remembers the last number that a process sent. A process repeats a failed call much sooner."""

# After a lost reply the call is repeated, and then it must add nothing.
_ADD: Final = """
local last, number = redis.call('GET', KEYS[2]), tonumber(ARGV[1])
if last and tonumber(last) >= number then return end
redis.call('SET', KEYS[2], number, 'EX', ARGV[2])
for i = 4, #ARGV, 2 do
    redis.call('HINCRBY', KEYS[1], ARGV[i], ARGV[i + 1])
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
"""


class RedisInsightStore:
    """Stores the counts of the last weeks in Redis."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._add = client.register_script(_ADD)

    def add(self, increments: Increments) -> None:
        arguments: list[bytes | int] = [increments.number, _seconds(REMEMBERED), _seconds(KEPT)]
        for name, number in increments.counts.items():
            arguments += (orjson.dumps(name), number)
        with translating_redis_errors():
            self._add([keys.insight(increments.day), keys.insight_told(increments.process)], arguments)

    def read(self, first: date, last: date) -> CountedDays:
        with translating_redis_errors(), self._client.pipeline() as asked:
            asked.get(keys.INSIGHT_RESET)
            for day in _days(first, last):
                asked.hgetall(keys.insight(day))
            reset_at, *hashes = asked.execute()
        counts: Counter[Name] = Counter()
        for found in hashes:
            for name, number in found.items():
                counts[tuple(orjson.loads(name))] += int(number)
        return CountedDays(counts, datetime.fromisoformat(reset_at.decode()) if reset_at else None)

    def reset(self, reset: Reset) -> None:
        # By its own clock, another process may already count for tomorrow.
        today, time = reset.time.date(), reset.time.isoformat()
        days = _days(today - KEPT, today + timedelta(days=1))
        with translating_redis_errors(), self._client.pipeline(transaction=True) as changed:
            changed.delete(*map(keys.insight, days))
            changed.set(keys.INSIGHT_RESET, time)
            changed.zadd(keys.INSIGHT_RESETS, {orjson.dumps([time, reset.author]): reset.time.timestamp()})
            changed.execute()

    def resets(self, last: int | None, size: int) -> ResetPage:
        with translating_redis_errors():
            newest = self._client.zcard(keys.INSIGHT_RESETS)
            last = newest if last is None else min(last, newest)
            first = max(last - size + 1, 1)
            found: Any = self._client.zrange(keys.INSIGHT_RESETS, first - 1, last - 1) if last else ()
        resets = [Reset(author, datetime.fromisoformat(time)) for time, author in map(orjson.loads, found)]
        return ResetPage(resets[::-1], first - 1)


def _days(first: date, last: date) -> list[date]:
    return [first + timedelta(days=number) for number in range((last - first).days + 1)]


def _seconds(duration: timedelta) -> int:
    return int(duration.total_seconds())
