"""The log of tuning revisions, in memory and in a real store: without a gap, and nothing lost in a race."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier

import orjson
import pytest
import redis

from service.errors import StoreUnavailable
from service.store.client import connect
from service.store.keys import ONE
from service.store.wait import Wait
from service.tuning.history import records
from service.tuning.patches import Difference
from service.tuning.ports import TuningLog
from service.tuning.redis import RedisTuningLog
from service.tuning.revisions import (
    EMPTY_LOG,
    LogHead,
    RevisionRecord,
    StaleRevision,
    UnreadableRevision,
    encode,
)
from tests.builders.revisions import fill, kept
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.servers import CLIENTS, ON_A_CLUSTER

CRIME = {"difficulty": "easy", "threshold": 1, "energy_cost": 1}
WRITERS = 8
LONG_ENOUGH_MS = 20_000
"""For a replica on a busy machine."""


@pytest.fixture(params=["in_memory", "redis", "replicated", ON_A_CLUSTER])
def log(request: pytest.FixtureRequest) -> TuningLog:
    if request.param == "in_memory":
        return InMemoryTuningLog()
    if request.param == "replicated":
        return RedisTuningLog(request.getfixturevalue("primary"), wait=Wait(1, LONG_ENOUGH_MS))
    return RedisTuningLog(request.getfixturevalue(CLIENTS[request.param]))


def test_log__at_first__is_empty(log: TuningLog) -> None:
    assert log.head() == EMPTY_LOG
    assert list(log.entries(1, 1)) == []
    assert list(log.entries(1, 0)) == []


def test_log__after_revisions__has_them_as_they_were_and_in_order(log: TuningLog) -> None:
    one, two, three = fill(log, kept(1), kept(2, items={"rope": {"flat": 1.5}}), kept(3, "bob"))

    assert log.head() == LogHead(3, three.id)
    assert list(log.entries(1, 3)) == [one, two, three]
    assert list(log.entries(2, 2)) == [two]
    assert list(log.entries(3, 9)) == [three]
    assert list(log.entries(4, 9)) == []
    assert list(log.entries(1, 0)) == []


@pytest.mark.parametrize("differences", [True, False])
def test_records__newest_first__are_those_of_the_revisions(log: TuningLog, *, differences: bool) -> None:
    named = kept(2, crimes={"adopted": CRIME, "values": CRIME}, items={"values": {"flat": 1}})
    before = fill(log, kept(1), named, kept(3, "bob"), kept(4, 'A "quote", and ,"adopted":null,"values":{'))

    found = list(records(log, 4, 1, differences=differences))

    assert found == [RevisionRecord.of(one, differences=differences) for one in reversed(before)]
    assert [one.number for one in records(log, 9, 3, differences=differences)] == [4, 3]
    assert list(records(log, 1, 2, differences=differences)) == []
    assert log.records(9, 5, differences=differences) == []


def test_records__more_than_are_read_at_once__are_read_with_the_next_call(store: redis.Redis) -> None:
    log = RedisTuningLog(store)
    fill(log, *map(kept, range(1, 121)))

    assert 1 < len(log.records(120, 1, differences=False)) < 100
    assert [one.number for one in records(log, 120, 1, differences=False)] == list(range(120, 0, -1))


def test_records__of_large_changes__come_a_few_at_a_time(store: redis.Redis) -> None:
    log = RedisTuningLog(store)
    small = kept(1)
    assert small.change
    large = replace(small.change, differences=(Difference("/items/rope", None, "x" * 200_000),))
    fill(log, *(replace(small, number=number, change=large) for number in range(1, 6)))

    assert [one.number for one in log.records(5, 1, differences=True)] == [5, 4]
    assert [one.number for one in log.records(5, 1, differences=False)] == [5, 4, 3, 2, 1]


def test_records__of_an_earlier_release__are_read_too(store: redis.Redis) -> None:
    old = kept(1)
    assert old.change
    entry = orjson.loads(encode(old))
    del entry["adopted"], entry["overridden"]
    store.rpush(ONE.tuning_log, orjson.dumps(entry))

    (found,) = RedisTuningLog(store).records(1, 1, differences=True)

    assert found.change == replace(old.change, overridden=())


def test_records__one_damaged__is_unreadable_with_all_that_are_read_at_once(store: redis.Redis) -> None:
    log = RedisTuningLog(store)
    fill(log, kept(1))
    store.rpush(ONE.tuning_log, "nonsense")

    with pytest.raises(UnreadableRevision, match=r"^Revision 2 "):
        log.records(2, 1, differences=True)


def test_id__of_a_revision__is_known_where_it_is_there(log: TuningLog) -> None:
    one, two = fill(log, kept(1), kept(2))

    assert [log.id_of(number) for number in (1, 2, 3, 9)] == [one.id, two.id, None, None]


def test_id__of_a_damaged_revision__is_still_known(store: redis.Redis) -> None:
    (one,) = fill(RedisTuningLog(store), kept(1))
    store.lset(ONE.tuning_log, 0, encode(one)[:50].decode())

    assert RedisTuningLog(store).id_of(1) == one.id


@pytest.mark.parametrize("number", [1, 2, 4, 9])
def test_append__that_does_not_follow_on_the_newest__is_stale_and_changes_nothing(log: TuningLog, number: int) -> None:
    before = fill(log, kept(1), kept(2))

    with pytest.raises(StaleRevision) as refused:
        log.append(kept(number))

    assert refused.value.newest == 2
    assert list(log.entries(1, 9)) == list(before)


def test_append__of_the_first__follows_on_the_one_that_ships(log: TuningLog) -> None:
    with pytest.raises(StaleRevision) as refused:
        log.append(kept(2))

    assert refused.value.newest == 0


def test_append__sent_again_as_its_answer_was_lost__is_there_once(log: TuningLog) -> None:
    (one,) = fill(log, kept(1))

    log.append(one)
    two, three = fill(log, kept(2), kept(3))
    log.append(two)

    assert list(log.entries(1, 9)) == [one, two, three]


def test_append__same_values_by_the_same_author__is_still_another_revision(log: TuningLog) -> None:
    fill(log, kept(1))

    with pytest.raises(StaleRevision):
        log.append(kept(1))


def test_append_after__further_on__leaves_out_the_lost_ones(log: TuningLog) -> None:
    one, two = fill(log, kept(1), kept(2))
    seven, eight = kept(7), kept(8, histories=("new", "old"))

    for _ in range(2):  # the second as after a lost reply
        log.append_after(LogHead(2, two.id), [seven, eight])

    assert log.head() == LogHead(8, eight.id)
    assert list(log.entries(1, 9)) == [one, two, seven, eight]
    assert list(log.entries(3, 6)) == []
    assert [log.id_of(number) for number in (2, 3, 6, 7)] == [two.id, None, None, seven.id]
    assert [log.first_from(number) for number in (1, 2, 3, 6, 7, 8, 9)] == [1, 2, 7, 7, 7, 8, None]
    (nine,) = fill(log, kept(9))
    assert log.head() == LogHead(9, nine.id)


def test_append_after__to_an_empty_log__begins_it(log: TuningLog) -> None:
    log.append_after(EMPTY_LOG, [three := kept(3)])

    assert log.head() == LogHead(3, three.id)
    assert list(log.entries(1, 9)) == [three]
    assert log.first_from(1) == 3


@pytest.mark.parametrize("head", [EMPTY_LOG, LogHead(1, "another"), LogHead(2, "another"), LogHead(3, "another")])
def test_append_after__a_head_that_is_another__is_stale_and_changes_nothing(log: TuningLog, head: LogHead) -> None:
    before = fill(log, kept(1), kept(2))

    with pytest.raises(StaleRevision) as refused:
        log.append_after(head, [kept(3)])

    assert refused.value.newest == 2
    assert list(log.entries(1, 9)) == list(before)


def race(append: Callable[[int], object]) -> list[object]:
    """What comes of writers that begin at the same moment."""
    start = Barrier(WRITERS)

    def write(writer: int) -> object:
        start.wait()
        return append(writer)

    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(write, range(WRITERS)))


@pytest.mark.parametrize("number", range(1, 21))
def test_append__many_at_once_in_the_store__one_wins_and_the_others_are_stale(store_url: str, number: int) -> None:
    clients = [connect(store_url, timeout_s=5) for _ in range(WRITERS)]
    logs = [RedisTuningLog(client) for client in clients]
    clients[0].flushall()
    fill(logs[0], *(kept(before) for before in range(1, number)))

    def append(writer: int) -> object:
        try:
            logs[writer].append(kept(number, f"writer {writer}"))
        except StaleRevision as stale:
            return stale.newest
        return "won"

    results = race(append)

    assert sorted(results, key=str) == [*[number] * (WRITERS - 1), "won"]
    (newest,) = logs[0].entries(number, number + 1)
    assert newest.change
    assert newest.change.author == f"writer {results.index('won')}"
    for client in clients:
        client.close()


@pytest.mark.parametrize(
    "entry",
    [
        b"",
        b"nonsense",
        b"[]",
        b"null",
        b"{}",
        b'{"revision": 2}',
        b'{"revision": 1, "values": {}}',
        b'{"revision": 2, "values": []}',
        b'{"revision": 2, "values": {}, "id": "a", "differences": [[1]]}',
        b"\xff\xfe",
    ],
)
def test_entry__that_is_none_of_ours__is_unreadable_and_leaves_the_others_alone(
    store: redis.Redis, entry: bytes
) -> None:
    log = RedisTuningLog(store)
    (one,) = fill(log, kept(1))
    store.rpush(ONE.tuning_log, entry)

    assert log.head().number == 2
    with pytest.raises(UnreadableRevision, match=r"^Revision 2 of the tuning cannot be read: "):
        log.entries(1, 2)
    assert list(log.entries(1, 1)) == [one]


def test_entry__with_a_time_that_is_none__is_unreadable(store: redis.Redis) -> None:
    log = RedisTuningLog(store)
    store.rpush(ONE.tuning_log, encode(kept(1)).replace(b"2026-02-03T", b"yesterday"))

    with pytest.raises(UnreadableRevision, match="it is damaged"):
        log.entries(1, 1)


def test_entry__of_another_number__is_unreadable(store: redis.Redis) -> None:
    log = RedisTuningLog(store)
    fill(log, kept(1))
    store.rpush(ONE.tuning_log, encode(kept(1)))

    with pytest.raises(UnreadableRevision, match=r"^Revision 2 .* it says that it is revision 1\.$"):
        log.entries(2, 2)


@pytest.mark.parametrize(
    "use",
    [
        lambda log: log.head(),
        lambda log: log.first_from(1),
        lambda log: log.entries(1, 2),
        lambda log: log.records(2, 1, differences=True),
        lambda log: log.append(kept(1)),
        lambda log: log.append_after(EMPTY_LOG, [kept(1)]),
    ],
)
@pytest.mark.parametrize("kind", ["in_memory", "redis"])
def test_log__store_unavailable__says_so(use: Callable[[TuningLog], object], kind: str, no_store: redis.Redis) -> None:
    unavailable: TuningLog = InMemoryTuningLog(unavailable=True)
    if kind == "redis":
        unavailable = RedisTuningLog(no_store)

    with pytest.raises(StoreUnavailable):
        use(unavailable)


def test_log__scripts_forgotten_by_the_store__works_on(store: redis.Redis) -> None:
    log = RedisTuningLog(store)
    fill(log, kept(1))

    store.script_flush()
    fill(log, kept(2))
    store.script_flush()

    assert log.head().number == 2
