"""Copies from one store to another what outlives the service, and compares both at the end."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, zip_longest
from typing import Any, Final

import orjson

from service.move.values import Value, is_there, read, write
from service.records.ports import Record
from service.records.redis import RedisLedger
from service.store.client import Client, servers
from service.store.keys import layout
from service.store.moved_keys import ALL, Kind, MovedKey, bytes_of_answers, mark_of_a_move, moved

_AT_ONCE: Final = 200
"""How many keys, or records, are read and written in one step."""
_REVISIONS_AT_ONCE: Final = 20
_NO_BOUND: Final = 1 << 32
"""For records: the service removes those beyond its own bound when it writes the next ones."""
RECORDS: Final = "records"
REVISIONS: Final = "revisions of the tuning"


class CannotMove(Exception):
    """The data cannot be moved, or was not moved whole; the message says why."""


@dataclass(frozen=True, slots=True)
class Move:
    """The two stores. No service may use either of them meanwhile."""

    source: Client
    target: Client

    def __call__(self) -> dict[str, int]:
        """Copy everything; return how much there is of each kind.

        If it is interrupted, a second call removes the incomplete copy and begins again.
        """
        self._begin()
        copied = Counter[str]()
        for keys in self._keys():
            write(self.target, _targets(keys), read(self.source, _sources(keys)))
            copied.update(key.what for key in keys)
        self._copy_bytes_of_answers()
        copied[RECORDS] = self._copy_records()
        # Last of all: a service that is started too early does not follow a log that lacks revisions it has seen.
        copied[REVISIONS] = self._copy_tuning()
        self._compare(copied)
        self.target.delete(mark_of_a_move(layout(self.target)))
        return {what: number for what, number in sorted(copied.items()) if number}

    def _begin(self) -> None:
        if not any(_names(self.source)):
            raise CannotMove("FROM has no data of the service.")
        mark = mark_of_a_move(layout(self.target))
        if not self.target.exists(mark) and any(_names(self.target)):
            raise CannotMove("TO already has data of the service. Name a store that has no keys destiny:*.")
        self.target.set(mark, "")
        for names in _names(self.target):
            several = self.target.pipeline(transaction=False)
            for name in names:
                if name != mark:
                    several.delete(name)
            several.execute()

    def _keys(self) -> Iterator[list[MovedKey]]:
        to = layout(self.target)
        for names in _names(self.source):
            yield [key for name in names if (key := moved(name, to))]

    def _copy_bytes_of_answers(self) -> None:
        """Divide the sums evenly, as the hash divides the answers."""
        found = read(self.source, [(Kind.HASH, name) for name in bytes_of_answers(layout(self.source))])
        sums, expires = Counter[bytes](), 0
        for value in filter(None, found):
            expires = max(expires, value.expires)
            sums.update({name: int(size) for name, size in value.content.items()})
        names = bytes_of_answers(layout(self.target))
        shares = {name: b"%d" % -(-size // len(names)) for name, size in sums.items()}
        share = Value(shares, expires, {}) if shares else None
        write(self.target, [(Kind.HASH, name) for name in names], [share] * len(names))

    def _copy_records(self) -> int:
        ledger = RedisLedger(self.target, _NO_BOUND)
        number = 0
        for records in _records(self.source):
            ledger.write(records)
            number += len(records)
        return number

    def _copy_tuning(self) -> int:
        log = layout(self.target).tuning_log
        return sum(self.target.rpush(log, *some) - first for first, some in _revisions(self.source))

    def _compare(self, copied: Counter[str]) -> None:
        for keys in self._keys():
            found = read(self.target, _targets(keys))  # first, as what expires meanwhile is then missing in the source
            for key, wanted, copy in zip(keys, read(self.source, _sources(keys)), found, strict=True):
                if wanted is not None and not is_there(wanted, copy):
                    raise CannotMove(f"{key.source} differs from its copy. Stop all services, and run this again.")
        if {copied[RECORDS], _number_of_records(self.source)} != {_number_of_records(self.target)}:
            raise CannotMove("Not all records were copied. Stop all services, and run this again.")
        both = zip_longest(_revisions(self.source), _revisions(self.target))
        if not all(one == other for one, other in both):
            raise CannotMove("The tuning differs from its copy. Stop all services, and run this again.")


def _sources(keys: list[MovedKey]) -> list[tuple[Kind, str]]:
    return [(key.kind, key.source) for key in keys]


def _targets(keys: list[MovedKey]) -> list[tuple[Kind, str]]:
    return [(key.kind, key.target) for key in keys]


def _names(client: Client) -> Iterator[list[str]]:
    """All keys of the service, some at a time."""
    for server in servers(client):
        cursor = None
        while cursor != 0:
            scanned: Any = server.scan(cursor or 0, match=ALL, count=_AT_ONCE)
            cursor, names = scanned
            yield [name.decode() for name in names]


def _records(client: Client) -> Iterator[list[Record]]:
    """All records, some at a time, the oldest of each group first."""
    for group in layout(client).records:
        for first in count(0, _AT_ONCE):
            ids: Any = client.zrange(group.order, first, first + _AT_ONCE - 1)
            if not ids:
                break
            documents: Any = client.hmget(group.documents, ids)
            characters: Any = client.hmget(group.characters, ids)
            yield [
                Record(one.decode(), document, tuple(orjson.loads(of_one or b"[]")))
                for one, document, of_one in zip(ids, documents, characters, strict=True)
            ]


def _number_of_records(client: Client) -> int:
    return sum(int(client.hlen(group.documents)) for group in layout(client).records)


def _revisions(client: Client) -> Iterator[tuple[int, list[bytes]]]:
    """The entries of the tuning log, some at a time, with the number of those before."""
    for first in count(0, _REVISIONS_AT_ONCE):
        some: Any = client.lrange(layout(client).tuning_log, first, first + _REVISIONS_AT_ONCE - 1)
        if not some:
            return
        yield first, some
