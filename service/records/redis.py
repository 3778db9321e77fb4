"""Records in Redis: one hash of documents and sorted sets of their ids, changed together by scripts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final

import orjson

from service.records.ports import MOST_OF_CHARACTER, Record, RecordPage
from service.store.client import Client
from service.store.cluster import ClusterClient
from service.store.cluster_trip import round_trips_in
from service.store.failures import translating_redis_errors
from service.store.keys import RecordKeys, layout
from service.store.round_trip import accepted
from service.store.scripts import Call, run_each

Names = tuple[str, str]
"""The keys of the documents and of the order of a group."""

BYTES_A_RECORD: Final = 2048
"""The budget for an average record; a crime takes half of it. Fewer records fit if there are large gang wars."""
SCANNED_AT_ONCE: Final = 500
"""How many records one step of deleting looks at; that takes the store less than a millisecond."""
PAGE_BYTES: Final = 1 << 20
"""A page ends once it has reached this size, so that an answer stays small."""

# Each write removes at most 100 records more than it adds. So a limit that was lowered is reached step by step, and no
# single step blocks the store.
_WRITE: Final = """
local records, order, characters_of, bytes = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local lists, most_of_character = ARGV[1], tonumber(ARGV[2])
local most, most_bytes = tonumber(ARGV[3]), tonumber(ARGV[4])
local ids, all_characters = cjson.decode(ARGV[5]), cjson.decode(ARGV[6])
local grown, removable, new = 0, 100, {}
for i, id in ipairs(ids) do
    local document = ARGV[i + 6]
    if redis.call('HSETNX', records, id, document) == 1 then
        new[#new + 1], new[#new + 2] = 0, id
        grown = grown + #document
        removable = removable + 2
        local characters = all_characters[id]
        if characters then
            redis.call('HSET', characters_of, id, characters)
            for _, character in ipairs(cjson.decode(characters)) do
                redis.call('ZADD', lists .. character, 0, id)
                redis.call('ZREMRANGEBYRANK', lists .. character, 0, -most_of_character - 1)
            end
        end
    end
end
if #new > 0 then redis.call('ZADD', order, unpack(new)) end
local size, number = redis.call('INCRBY', bytes, grown), redis.call('ZCARD', order)
local shrunk = 0
while number > 0 and removable > 0 and (number > most or size - shrunk > most_bytes) do
    local id = redis.call('ZPOPMIN', order)[1]
    shrunk = shrunk + redis.call('HSTRLEN', records, id)
    redis.call('HDEL', records, id)
    local characters = redis.call('HGET', characters_of, id)
    if characters then
        redis.call('HDEL', characters_of, id)
        for _, character in ipairs(cjson.decode(characters)) do
            redis.call('ZREM', lists .. character, id)
        end
    end
    number = number - 1
    removable = removable - 1
end
redis.call('DECRBY', bytes, shrunk)
"""
_PAGE: Final = """
local newest, limit, most_bytes = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local ids = redis.call('ZREVRANGEBYLEX', KEYS[2], newest, '-', 'LIMIT', 0, limit + 1)
local found, size = {}, 0
for place, id in ipairs(ids) do
    if place > limit or size >= most_bytes then return {ids[place - 1], found} end
    local document = redis.call('HGET', KEYS[1], id)
    if document then
        table.insert(found, id)
        table.insert(found, document)
        size = size + #document
    end
end
return {false, found}
"""
_NEWEST: Final = """
local found = redis.call('ZREVRANGEBYLEX', KEYS[2], ARGV[1], '-', 'LIMIT', 0, ARGV[2])
local sized = {}
for place, id in ipairs(found) do
    sized[2 * place - 1], sized[2 * place] = id, redis.call('HSTRLEN', KEYS[1], id)
end
return sized
"""
"""The ids and the sizes: in a cluster, the documents of a page are chosen among those of all groups."""

# One step of the scan over all records in which characters took part. A record and its place in the character's list
# change in the same step; between steps the store does other work.
_FORGET: Final = """
local records, order, characters_of, bytes, list = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local cursor, number, character = ARGV[1], ARGV[2], ARGV[3]
local quoted = '"' .. character .. '"'
local found = redis.call('HSCAN', characters_of, cursor, 'COUNT', number)
local shrunk = 0
for i = 1, #found[2], 2 do
    local id, characters = found[2][i], found[2][i + 1]
    if string.find(characters, quoted, 1, true) then
        local others = {}
        for _, other in ipairs(cjson.decode(characters)) do
            if other ~= character then table.insert(others, other) end
        end
        redis.call('ZREM', list, id)
        if #others > 0 then
            redis.call('HSET', characters_of, id, cjson.encode(others))
        else
            shrunk = shrunk + redis.call('HSTRLEN', records, id)
            redis.call('HDEL', records, id)
            redis.call('HDEL', characters_of, id)
            redis.call('ZREM', order, id)
        end
    end
end
redis.call('DECRBY', bytes, shrunk)
return found[1]
"""
_START: Final = b"0"
"""The cursor that starts a scan, and that a finished scan returns."""


class RedisLedger:
    """Stores records in Redis, within one limit on their number and one on their bytes.

    In a cluster, each group of records has its share of both, and a list of the newest records of each character.
    """

    def __init__(self, client: Client, most: int) -> None:
        self._client = client
        self._keys = layout(client)
        self._write = client.register_script(_WRITE)
        self._page = client.register_script(_PAGE)
        self._newest = client.register_script(_NEWEST)
        self._forget = client.register_script(_FORGET)
        share = max(1, most // self._keys.groups)
        self._bounds = (MOST_OF_CHARACTER, share, share * BYTES_A_RECORD)

    def write(self, records: Sequence[Record]) -> None:
        by_group = defaultdict[int, list[Record]](list)
        for record in records:
            by_group[self._keys.record_group(record.resolution_id)].append(record)
        calls = [self._written(self._keys.records[group], some) for group, some in by_group.items()]
        with translating_redis_errors():
            run_each(self._client, self._write, calls)

    def _written(self, group: RecordKeys, records: Sequence[Record]) -> Call:
        # Two arguments for all ids and characters: each argument costs the worker and the store about as much.
        ids = orjson.dumps([record.resolution_id for record in records])
        characters = {
            one.resolution_id: orjson.dumps(one.character_ids).decode() for one in records if one.character_ids
        }
        documents = [record.document for record in records]
        return _all(group), [group.of_character(""), *self._bounds, ids, orjson.dumps(characters), *documents]

    def find(self, resolution_id: str) -> bytes | None:
        group = self._keys.records[self._keys.record_group(resolution_id)]
        with translating_redis_errors():
            found: Any = self._client.hget(group.documents, resolution_id)
        document: bytes | None = found
        return document

    def page(self, limit: int, older_than: str | None, character_id: str | None) -> RecordPage:
        newest = "+" if older_than is None else f"({older_than}"
        lists = [
            (group.documents, group.order if character_id is None else group.of_character(character_id))
            for group in self._keys.records
        ]
        with translating_redis_errors():
            if isinstance(self._client, ClusterClient):
                return self._page_of_all(self._client, lists, newest, limit)
            last, found = self._page(lists[0], [newest, limit, PAGE_BYTES])
        documents = {one.decode(): document for one, document in zip(found[::2], found[1::2], strict=True)}
        return RecordPage(documents, last.decode() if last else None)

    def _page_of_all(self, cluster: ClusterClient, lists: Sequence[Names], newest: str, limit: int) -> RecordPage:
        sized = self._newest_of_all(cluster, lists, newest, limit + 1)
        chosen, total = list[bytes](), 0
        by_group = defaultdict[int, list[bytes]](list)
        for one, size, group in sized:
            if len(chosen) == limit or total >= PAGE_BYTES:
                break
            chosen.append(one)
            by_group[group].append(one)
            total += size
        asked = [(lists[group][0], ("HMGET", lists[group][0], *ids)) for group, ids in by_group.items()]
        found = accepted(round_trips_in(cluster, asked))
        documents = dict(zip(chain(*by_group.values()), chain(*found), strict=True))
        there = {one.decode(): documents[one] for one in chosen if documents[one] is not None}
        return RecordPage(there, chosen[-1].decode() if len(chosen) < len(sized) else None)

    def _newest_of_all(
        self, cluster: ClusterClient, lists: Sequence[Names], newest: str, most: int
    ) -> list[tuple[bytes, int, int]]:
        """Return the newest ids with their sizes and their groups, newest first: `most` of them, if there are.

        Each group is asked for a little more than its share. If that was too few, it is asked for all it may have.
        """
        share = min(most, 2 * most // len(lists) + 6)
        some = dict(enumerate(run_each(cluster, self._newest, [(names, [newest, share]) for names in lists])))
        sized = _merged(some)[:most]
        last = sized[-1][0] if len(sized) == most else b""
        too_few = [group for group, found in some.items() if len(found) == 2 * share and found[-2] > last]
        if share < most and too_few:
            more = run_each(cluster, self._newest, [(lists[group], [newest, most]) for group in too_few])
            some.update(zip(too_few, more, strict=True))
            sized = _merged(some)[:most]
        return sized

    def forget(self, character_id: str) -> None:
        for group in self._keys.records:
            touched = [*_all(group), group.of_character(character_id)]
            cursor = None
            while cursor != _START:
                with translating_redis_errors():
                    cursor = self._forget(touched, [cursor or _START, SCANNED_AT_ONCE, character_id])


def _merged(by_group: Mapping[int, Sequence[Any]]) -> list[tuple[bytes, int, int]]:
    """Ids, sizes and groups, newest first."""
    sized = (
        (one, size, group)
        for group, found in by_group.items()
        for one, size in zip(found[::2], found[1::2], strict=True)
    )
    return sorted(sized, reverse=True)


def _all(group: RecordKeys) -> list[str]:
    return [group.documents, group.order, group.characters, group.bytes]
