"""Records in a cluster, where each group of them has its own bounds, and a page is of all groups."""

import pytest

from service.records.ports import MOST_OF_CHARACTER
from service.records.redis import PAGE_BYTES, RedisLedger
from service.store.client import servers
from service.store.cluster import ClusterClient
from service.store.keys import CLUSTER
from tests.adapters.test_ledger import MOST, name, numbers, record, shown, write

pytestmark = pytest.mark.slow


def test_cluster__beyond_its_bound__keeps_about_so_many_of_the_newest(cluster: ClusterClient) -> None:
    ledger = RedisLedger(cluster, MOST)
    write(ledger, [record(number, "ann") for number in range(4 * MOST)])

    found = shown(ledger)

    assert 0.8 * MOST < len(found) <= MOST
    assert sum(number >= 3 * MOST - 50 for number in found) > 0.8 * len(found)
    assert shown(ledger, "ann") == found
    assert ledger.find(name(0)) is None


def test_cluster__character_in_more_than_its_list_may_have__has_at_least_the_newest(cluster: ClusterClient) -> None:
    ledger = RedisLedger(cluster, 100_000)
    write(ledger, [record(number, "ann") for number in range(MOST_OF_CHARACTER + 30)])

    assert shown(ledger, "ann")[:MOST_OF_CHARACTER] == list(range(MOST_OF_CHARACTER + 29, 29, -1))


def test_cluster__page_of_large_records__ends_early_and_goes_on(cluster: ClusterClient) -> None:
    ledger = RedisLedger(cluster, 100_000)
    ledger.write([record(number, size=PAGE_BYTES // 2 - 1) for number in range(5)])

    page = ledger.page(100, None, None)

    assert (numbers(page.documents), page.last) == ([4, 3, 2], name(2))
    assert shown(ledger) == [4, 3, 2, 1, 0]


def test_cluster__records__are_on_all_its_servers(cluster: ClusterClient) -> None:
    RedisLedger(cluster, 100_000).write([record(number) for number in range(100)])

    assert [bool(server.keys("*:records")) for server in servers(cluster)] == [True] * 3


def test_cluster__newest_records_all_in_one_group__are_the_page(cluster: ClusterClient) -> None:
    ledger = RedisLedger(cluster, 100_000)
    numbers_of_one = [number for number in range(4_000) if CLUSTER.record_group(name(number)) == 3]
    write(ledger, [record(number) for number in (*range(50), *numbers_of_one[-100:])])

    page = ledger.page(70, None, None)

    assert numbers(page.documents) == numbers_of_one[:-71:-1]
    assert page.last == name(numbers_of_one[-70])
    assert shown(ledger) == [*reversed(numbers_of_one[-100:]), *range(49, -1, -1)]


def test_cluster__page__asks_for_little_more_than_it_shows(cluster: ClusterClient) -> None:
    ledger = RedisLedger(cluster, 100_000)
    write(ledger, [record(number) for number in range(2_000)])
    for server in servers(cluster):
        server.config_resetstat()

    ledger.page(100, None, None)

    found = [server.info("commandstats") for server in servers(cluster)]
    assert sum(one["cmdstat_hstrlen"]["calls"] for one in found) < 400
    assert sum(one["cmdstat_evalsha"]["calls"] for one in found) == len(CLUSTER.records)
