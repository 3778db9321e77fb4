"""Reads and writes keys by their types. DUMP would be simpler, but Redis and Valkey do not read each other's."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Final, NamedTuple

from service.store.client import Client
from service.store.moved_keys import Kind

_NO_EXPIRY: Final = -1


class Value(NamedTuple):
    """What a key holds. Times are milliseconds since 1970; fields and keys that do not expire have -1."""

    content: Mapping[bytes, bytes]
    """The fields of a hash or, with its score, each member of a sorted set. A string is the field without a name."""
    expires: int
    fields_expire: Mapping[bytes, int]


def read(client: Client, keys: Sequence[tuple[Kind, str]]) -> list[Value | None]:
    """Return what each key holds; None for a key that is not there."""
    asked = client.pipeline(transaction=False)
    for kind, name in keys:
        if kind is Kind.STRING:
            asked.get(name)
        elif kind is Kind.SORTED_SET:
            asked.zrange(name, 0, -1, withscores=True)
        else:
            asked.hgetall(name)
        asked.pexpiretime(name)
    replies = asked.execute()
    contents = [_content(found) for found in replies[::2]]
    expiring = [
        (place, name) for place, (kind, name) in enumerate(keys) if kind is Kind.EXPIRING_FIELDS and contents[place]
    ]
    times = dict(zip((place for place, _ in expiring), _times(client, expiring, contents), strict=True))
    return [
        Value(content, expires, times.get(place, {})) if content else None
        for place, (content, expires) in enumerate(zip(contents, replies[1::2], strict=True))
    ]


def _content(found: Any) -> Mapping[bytes, bytes]:
    if isinstance(found, list):
        return {member: repr(score).encode() for member, score in found}
    return found if isinstance(found, dict) else {} if found is None else {b"": found}


def _times(
    client: Client, keys: Sequence[tuple[int, str]], contents: Sequence[Mapping[bytes, bytes]]
) -> list[dict[bytes, int]]:
    """When the fields of these hashes expire, without those that have."""
    asked = client.pipeline(transaction=False)
    for place, name in keys:
        asked.hpexpiretime(name, *contents[place])
    found = zip(keys, asked.execute() if keys else (), strict=True)
    return [
        {field: time for field, time in zip(contents[place], times or (), strict=False) if time >= _NO_EXPIRY}
        for (place, _), times in found
    ]


def write(client: Client, keys: Sequence[tuple[Kind, str]], values: Sequence[Value | None]) -> None:
    """Make each key hold this and nothing else."""
    sent = client.pipeline(transaction=False)
    for (kind, name), value in zip(keys, values, strict=True):
        sent.delete(name)
        if value is None:
            continue
        if kind is Kind.STRING:
            sent.set(name, value.content[b""])
        elif kind is Kind.SORTED_SET:
            sent.zadd(name, {member: float(score) for member, score in value.content.items()})
        elif kind is Kind.HASH:
            sent.hset(name, items=list(chain.from_iterable(value.content.items())))
        else:
            for field, time in value.fields_expire.items():
                sent.hset(name, field, value.content[field])
                if time > 0:
                    sent.hpexpireat(name, time, field)
        if value.expires > 0:
            sent.pexpireat(name, value.expires)
    sent.execute()


def is_there(wanted: Value, found: Value | None) -> bool:
    """Whether a copy has all of it. Fields may have expired since the copy was read."""
    return (
        found is not None
        and wanted.content.items() <= found.content.items()
        and wanted.fields_expire.items() <= found.fields_expire.items()
        and wanted.expires == found.expires
    )
