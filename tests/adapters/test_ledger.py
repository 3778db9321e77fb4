"""Records: one behaviour, in memory and in Redis."""

from collections.abc import Mapping

import pytest
import redis

from service.errors import StoreUnavailable
from service.records.ports import MOST_OF_CHARACTER, Ledger, Record
from service.records.redis import BYTES_A_RECORD, PAGE_BYTES, SCANNED_AT_ONCE, RedisLedger
from service.store import keys
from tests.adapters.lossy_link import LossyLink
from tests.fakes.ledger import InMemoryLedger
from tests.servers import CLIENTS, ON_A_CLUSTER, ON_A_CLUSTER_BY_TLS

MOST = 300
(RECORDS,) = keys.ONE.records


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER, ON_A_CLUSTER_BY_TLS])
def ledger(request: pytest.FixtureRequest) -> Ledger:
    if request.param in CLIENTS:
        client = request.getfixturevalue(CLIENTS[request.param])
        # In a cluster a group is full before all are: the tests of bounds say what holds there.
        return RedisLedger(client, MOST if request.param == "redis" else 100 * MOST)
    return InMemoryLedger(MOST)


@pytest.fixture(params=["in memory", "redis"])
def exact(request: pytest.FixtureRequest) -> Ledger:
    """One whose bounds hold for all records together."""
    return RedisLedger(request.getfixturevalue("store"), MOST) if request.param == "redis" else InMemoryLedger(MOST)


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER])
def closed_ledger(request: pytest.FixtureRequest) -> Ledger:
    if request.param in CLIENTS:
        return RedisLedger(request.getfixturevalue(f"no_{CLIENTS[request.param]}"), MOST)
    return InMemoryLedger(MOST, unavailable=True)


def name(number: int) -> str:
    """The id of this resolution; later ones sort after it."""
    return f"01930000-0000-7000-8000-{number:012x}"


def record(number: int, *character_ids: str, size: int = 20) -> Record:
    return Record(name(number), b"%020d" % number + b" " * (size - 20), character_ids)


def numbers(documents: Mapping[str, bytes]) -> list[int]:
    found = {one: int(document) for one, document in documents.items()}
    assert [name(number) for number in found.values()] == list(found)
    return list(found.values())


def write(ledger: Ledger, records: list[Record]) -> None:
    for start in range(0, len(records), 100):
        ledger.write(records[start : start + 100])


def shown(ledger: Ledger, character_id: str | None = None) -> list[int]:
    """Every record that the pages show, in their order."""
    found: list[int] = []
    last: str | None = None
    while True:
        page = ledger.page(70, last, character_id)
        found += numbers(page.documents)
        last = page.last
        if last is None:
            return found


def test_find__record_that_was_written__is_its_document(ledger: Ledger) -> None:
    ledger.write([Record(name(1), b'{"hand": "\xe2\x99\xa0"}', ("ann",)), Record(name(2), b"\x00\r\n\xff")])

    assert ledger.find(name(1)) == b'{"hand": "\xe2\x99\xa0"}'
    assert ledger.find(name(2)) == b"\x00\r\n\xff"


@pytest.mark.parametrize("unknown", [name(2), "", "*", "♠", "x" * 2000])
def test_find__id_of_no_record__is_nothing(ledger: Ledger, unknown: str) -> None:
    ledger.write([record(1)])

    assert ledger.find(unknown) is None


def test_write__nothing__is_nothing(ledger: Ledger) -> None:
    ledger.write([])

    assert shown(ledger) == []


def test_write__record_that_is_there__changes_nothing(ledger: Ledger) -> None:
    ledger.write([record(1, "ann"), record(2, "ann")])

    ledger.write([Record(name(1), b"999", ("ann", "bob")), record(3, "ann")])

    assert shown(ledger) == shown(ledger, "ann") == [3, 2, 1]
    assert shown(ledger, "bob") == []


def test_page__of_all__is_newest_first_whatever_the_order_of_writing(ledger: Ledger) -> None:
    ledger.write([record(2), record(5)])
    ledger.write([record(1)])
    ledger.write([record(4), record(3)])

    assert shown(ledger) == [5, 4, 3, 2, 1]


def test_page__after_page__shows_each_record_once_while_new_ones_come(ledger: Ledger) -> None:
    ledger.write([record(number) for number in range(1, 8)])

    first = ledger.page(3, None, None)
    ledger.write([record(8)])
    second = ledger.page(3, first.last, None)
    third = ledger.page(3, second.last, None)

    assert [numbers(page.documents) for page in (first, second, third)] == [[7, 6, 5], [4, 3, 2], [1]]
    assert [page.last for page in (first, second, third)] == [name(5), name(2), None]


def test_page__as_large_as_what_is_there__has_none_after_it(ledger: Ledger) -> None:
    ledger.write([record(1), record(2)])

    assert ledger.page(2, None, None).last is None
    assert ledger.page(1, None, None).last == name(2)


def test_page__of_a_character__has_those_it_took_part_in(ledger: Ledger) -> None:
    ledger.write([record(1, "ann"), record(2, "ann", "bob"), record(3), record(4, "bob")])

    assert shown(ledger, "ann") == [2, 1]
    assert shown(ledger, "bob") == [4, 2]
    assert shown(ledger, "nobody") == []
    assert numbers(ledger.page(1, name(4), "bob").documents) == [2]


@pytest.mark.parametrize("character_id", ["a b", "♠\n\r", '"]', "*", "0", "x" * 64])
def test_page__of_a_character_with_any_name__is_its_own(ledger: Ledger, character_id: str) -> None:
    ledger.write([record(1, character_id, "x"), record(2, "x")])

    assert shown(ledger, character_id) == [1]


def test_character__in_more_than_its_list_may_have__has_the_newest(exact: Ledger) -> None:
    write(exact, [record(number, "ann") for number in range(MOST_OF_CHARACTER + 30)])

    assert shown(exact, "ann") == list(range(MOST_OF_CHARACTER + 29, 29, -1))
    assert exact.find(name(0))


def test_ledger__beyond_its_bound__keeps_the_newest_in_every_list(exact: Ledger) -> None:
    write(exact, [record(number, "ann", f"friend-{number % 7}") for number in range(10)])
    write(exact, [record(number) for number in range(10, MOST + 3)])

    assert shown(exact) == list(range(MOST + 2, 2, -1))
    assert exact.find(name(2)) is None
    assert exact.find(name(3))
    assert shown(exact, "ann") == list(range(9, 2, -1))
    assert shown(exact, "friend-2") == [9]
    assert shown(exact, "friend-3") == [3]


def test_ledger__full__makes_no_room_for_what_is_older_than_all_it_has(exact: Ledger) -> None:
    write(exact, [record(number) for number in range(1, MOST + 1)])

    exact.write([record(0, "ann")])

    assert exact.find(name(0)) is None
    assert shown(exact, "ann") == []
    assert shown(exact) == list(range(MOST, 0, -1))


def test_forget__records_of_a_character_alone__are_gone(ledger: Ledger) -> None:
    ledger.write([record(1, "ann"), record(2, "bob"), record(3), record(4, "ann")])

    ledger.forget("ann")

    assert shown(ledger, "ann") == []
    assert shown(ledger) == [3, 2]
    assert [ledger.find(name(number)) for number in (1, 4)] == [None, None]
    assert shown(ledger, "bob") == [2]


def test_forget__records_that_others_took_part_in__stay_theirs_as_they_were(ledger: Ledger) -> None:
    ledger.write([record(1, "ann", "bob"), record(2, "carl", "ann", "bob")])
    before = [ledger.find(name(number)) for number in (1, 2)]

    ledger.forget("ann")

    assert shown(ledger, "ann") == []
    assert (shown(ledger, "bob"), shown(ledger, "carl"), shown(ledger)) == ([2, 1], [2], [2, 1])
    assert [ledger.find(name(number)) for number in (1, 2)] == before

    ledger.forget("bob")
    assert (shown(ledger, "bob"), shown(ledger, "carl"), shown(ledger)) == ([], [2], [2])
    ledger.forget("carl")
    assert shown(ledger) == []


def test_forget__records_older_than_its_list__are_gone_as_well(ledger: Ledger) -> None:
    write(ledger, [record(number, "ann") for number in range(MOST_OF_CHARACTER + 30)])

    ledger.forget("ann")

    assert shown(ledger) == []
    assert ledger.find(name(0)) is None


def test_forget__ids_that_look_alike__are_others(ledger: Ledger) -> None:
    others = ["ann.", "an", "anne", "Ann", "ann:1", "a-n", "ann_"]
    ledger.write([record(number, other) for number, other in enumerate(others)])
    ledger.write([record(9, "a.n")])

    ledger.forget("ann")
    ledger.forget("a.n")

    assert shown(ledger) == list(range(len(others) - 1, -1, -1))


def test_forget__again_or_unknown__does_nothing(ledger: Ledger) -> None:
    ledger.write([record(1, "ann"), record(2, "bob")])

    for _ in range(2):
        ledger.forget("ann")
    ledger.forget("nobody")

    assert shown(ledger) == [2]
    ledger.write([record(3, "ann")])
    assert shown(ledger, "ann") == [3]


def test_ledger__away__says_so_to_all(closed_ledger: Ledger) -> None:
    with pytest.raises(StoreUnavailable):
        closed_ledger.write([record(1)])
    with pytest.raises(StoreUnavailable):
        closed_ledger.find(name(1))
    with pytest.raises(StoreUnavailable):
        closed_ledger.page(1, None, None)
    with pytest.raises(StoreUnavailable):
        closed_ledger.forget("ann")


def test_redis__after_records_have_gone__has_nothing_of_them(store: redis.Redis) -> None:
    ledger = RedisLedger(store, 2)
    for number in range(40):
        ledger.write([record(number, "ann", f"friend-{number}")])

    assert shown(ledger) == [39, 38]
    assert set(store.scan_iter()) == {
        name.encode()
        for name in (
            RECORDS.documents,
            RECORDS.order,
            RECORDS.bytes,
            RECORDS.characters,
            *map(RECORDS.of_character, ("ann", "friend-38", "friend-39")),
        )
    }
    assert store.hlen(RECORDS.documents) == store.zcard(RECORDS.order) == store.hlen(RECORDS.characters) == 2
    assert store.get(RECORDS.bytes) == b"40"


def test_redis__records_larger_than_usual__are_bounded_by_their_bytes(store: redis.Redis) -> None:
    ledger = RedisLedger(store, 10)
    for number in range(10):
        ledger.write([record(number, "ann", size=4 * BYTES_A_RECORD)])

    assert shown(ledger) == shown(ledger, "ann") == [9, 8]
    assert store.get(RECORDS.bytes) == b"%d" % (8 * BYTES_A_RECORD)


def test_redis__one_record_larger_than_all_may_be__is_not_kept(store: redis.Redis) -> None:
    ledger = RedisLedger(store, 1)
    ledger.write([record(1, "ann", size=BYTES_A_RECORD + 1)])

    assert shown(ledger) == shown(ledger, "ann") == []
    assert store.get(RECORDS.bytes) == b"0"


def test_redis__bound_lowered__is_reached_step_by_step(store: redis.Redis) -> None:
    write(RedisLedger(store, 1000), [record(number) for number in range(500)])
    smaller = RedisLedger(store, 5)

    smaller.write([record(500)])
    after_one = store.zcard(RECORDS.order)
    for number in range(501, 510):
        smaller.write([record(number)])

    assert isinstance(after_one, int)
    assert 350 < after_one < 450
    assert shown(smaller) == [509, 508, 507, 506, 505]


def test_redis__page_of_large_records__ends_early_and_goes_on(store: redis.Redis) -> None:
    ledger = RedisLedger(store, 10_000)
    ledger.write([record(number, size=PAGE_BYTES // 2 - 1) for number in range(5)])

    page = ledger.page(100, None, None)

    assert (numbers(page.documents), page.last) == ([4, 3, 2], name(2))
    assert shown(ledger) == [4, 3, 2, 1, 0]


def test_redis__answer_lost_on_the_way__writes_once(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    ledger = RedisLedger(lossy_store, MOST)
    ledger.write([record(1)])

    link.lose_next_answer()
    ledger.write([record(2, "ann"), record(3)])

    assert link.has_lost
    assert shown(ledger) == [3, 2, 1]
    assert shown(ledger, "ann") == [2]
    assert store.get(RECORDS.bytes) == b"60"


def test_redis__each_call__is_one_command(store: redis.Redis) -> None:
    ledger = RedisLedger(store, MOST)
    ledger.write([record(number, "ann") for number in range(200)])
    ledger.page(100, None, "ann")
    store.config_resetstat()

    ledger.write([record(number, "ann") for number in range(200, 400)])
    ledger.page(100, None, "ann")
    ledger.find(name(300))

    calls = {name: stats["calls"] for name, stats in store.info("commandstats").items()}
    assert (calls["cmdstat_evalsha"], calls["cmdstat_hget"] > 0, calls.get("cmdstat_eval")) == (2, True, None)


def test_redis__record_that_was_removed_meanwhile__is_left_out_of_its_page(store: redis.Redis) -> None:
    ledger = RedisLedger(store, MOST)
    ledger.write([record(number) for number in range(3)])
    store.hdel(RECORDS.documents, name(1))

    assert shown(ledger) == [2, 0]


def test_redis__character_forgotten__leaves_nothing_and_right_counts(store: redis.Redis) -> None:
    ledger = RedisLedger(store, MOST)
    ledger.write([record(1, "ann"), record(2, "ann", "bob"), record(3, "bob", size=50)])

    ledger.forget("ann")

    assert store.get(RECORDS.bytes) == b"70"
    assert not store.exists(RECORDS.of_character("ann"))
    assert store.hgetall(RECORDS.characters) == {name(2).encode(): b'["bob"]', name(3).encode(): b'["bob"]'}
    ledger.forget("bob")
    assert set(store.scan_iter()) == {RECORDS.bytes.encode()}
    assert store.get(RECORDS.bytes) == b"0"


def test_redis__character_forgotten_among_many_records__takes_a_short_step_for_each_so_many(store: redis.Redis) -> None:
    number = 6 * SCANNED_AT_ONCE
    ledger = RedisLedger(store, number)
    write(ledger, [record(one, "ann" if one % 10 == 0 else f"friend-{one % 7}") for one in range(number)])
    store.config_resetstat()

    ledger.forget("ann")

    assert store.zcard(RECORDS.order) == number * 9 // 10
    # A step looks at a few more than it was asked for, as it takes whole buckets of the hash.
    assert 4 <= store.info("commandstats")["cmdstat_evalsha"]["calls"] <= 8
