"""Commands in one round trip to a server of a cluster: which one gets them, and what is known when it fails."""

from collections.abc import Iterator
from typing import Any

import pytest
import redis
from redis.crc import key_slot

from service.errors import StoreUnavailable
from service.idempotency.ports import AnswerUncertain, KeptAnswer
from service.idempotency.redis import RedisIdempotencyStore
from service.store.client import connect, options_of_connections
from service.store.cluster import ClusterClient
from service.store.cluster_trip import round_trip_in, round_trips_in
from service.store.durable import DurableWrites
from service.store.failures import may_have_executed, translating_redis_errors
from service.store.round_trip import ReplyLost
from service.store.url import ClusterUrl
from service.store.wait import Wait
from tests.adapters.lossy_link import LossyLink
from tools.cluster.topology import Cluster


class Owners(ClusterClient):
    """A cluster whose keys all belong to one server, and to the next one whenever it is asked again."""

    def __init__(self, *owners: redis.Redis) -> None:
        super().__init__(ClusterUrl((), ""), options_of_connections(1))
        self.owners = list(owners)

    def owner(self, key: str) -> redis.Redis:
        del key
        return self.owners[0]

    def look_again(self) -> None:
        del self.owners[0]

    def script_load(self, script: Any) -> Any:
        return self.owners[0].script_load(script)


@pytest.fixture
def nowhere(closed_port: int) -> Iterator[redis.Redis]:
    with connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=1) as client:
        yield client


def test_server__cannot_be_reached__the_next_one_gets_the_commands(store: redis.Redis, nowhere: redis.Redis) -> None:
    assert round_trip_in(Owners(nowhere, store), "a", ("INCR", "a"), ("INCR", "a")) == [1, 2]


def test_servers__that_cannot_be_reached__have_not_executed_anything(nowhere: redis.Redis) -> None:
    with pytest.raises(StoreUnavailable) as refused, translating_redis_errors():
        round_trip_in(Owners(nowhere, nowhere), "a", ("INCR", "a"))

    assert not may_have_executed(refused.value)


def test_reply__lost_once__the_commands_are_sent_again(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    round_trip_in(Owners(lossy_store), "a", ("INCR", "a"))
    link.lose_next_answer()

    assert round_trip_in(Owners(lossy_store, store), "a", ("INCR", "a")) == [3]
    assert link.has_lost


def test_reply__lost_and_no_other_server__leaves_open_whether_the_commands_were_executed(
    lossy_store: redis.Redis, link: LossyLink, nowhere: redis.Redis
) -> None:
    round_trip_in(Owners(lossy_store), "a", ("INCR", "a"))
    link.lose_next_answer()

    with pytest.raises(StoreUnavailable) as lost, translating_redis_errors():
        round_trip_in(Owners(lossy_store, nowhere), "a", ("INCR", "a"))

    assert may_have_executed(lost.value)


def test_reply__lost_and_the_next_server_refuses__leaves_open_whether_the_commands_were_executed(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    round_trip_in(Owners(lossy_store), "a", ("SET", "a", "no number"))
    link.lose_next_answer()

    with pytest.raises(ReplyLost) as lost:
        round_trip_in(Owners(lossy_store, store), "a", ("INCR", "a"))

    assert isinstance(lost.value.__cause__, redis.ResponseError)


def test_answer__reply_lost_and_no_other_server__is_uncertain_and_finishing_again_finds_out(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink, nowhere: redis.Redis
) -> None:
    key, fingerprint = bytes(32), bytes(32)
    answer = KeptAnswer(200, "text/plain", b"a flush")
    through = RedisIdempotencyStore(Owners(lossy_store), 1 << 20)
    through.keep(bytes([1] * 32), fingerprint, answer)
    link.lose_next_answer()

    with pytest.raises(AnswerUncertain) as uncertain:
        RedisIdempotencyStore(Owners(lossy_store, nowhere), 1 << 20).keep(key, fingerprint, answer)

    assert RedisIdempotencyStore(Owners(store), 1 << 20).finish(uncertain.value.lease, answer) is None
    assert RedisIdempotencyStore(Owners(store), 1 << 20).find(key, fingerprint) == answer


@pytest.mark.slow
def test_replies__of_several_servers__are_in_the_order_of_the_commands(cluster: ClusterClient) -> None:
    names = [f"key-{number}" for number in range(20)]

    assert round_trips_in(cluster, [(name, ("SET", name, name)) for name in names]) == [b"OK"] * 20

    assert round_trips_in(cluster, [(name, ("GET", name)) for name in names]) == [name.encode() for name in names]
    refused, known = round_trips_in(cluster, [("key-0", ("INCR", "key-0")), ("key-1", ("GET", "key-1"))])
    assert isinstance(refused, redis.ResponseError)
    assert known == b"key-1"


def test_replies__one_lost__all_commands_are_sent_again(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    round_trip_in(Owners(lossy_store), "a", ("SET", "a", ""))
    link.lose_next_answer()

    again = Owners(lossy_store, store)
    assert round_trips_in(again, [("a", ("SET", "a", "1")), ("b", ("SET", "b", "2"))]) == [True, True]
    assert link.has_lost
    assert store.mget("a", "b") == [b"1", b"2"]


@pytest.fixture
def key_on_its_way(three_primaries: Cluster) -> Iterator[str]:
    """A key whose server is just handing its slot over to another one."""
    key = "{a}"
    port = three_primaries.primary_of(key)
    other = next(one for one in three_primaries.primaries() if one != port)
    with redis.Redis(port=port) as giver, redis.Redis(port=other) as taker:
        slot = key_slot(key.encode())
        for one, state, of in ((taker, "IMPORTING", giver), (giver, "MIGRATING", taker)):
            one.cluster("SETSLOT", slot, state, of.cluster("MYID"))
        yield key
        for one in (giver, taker):
            one.cluster("SETSLOT", slot, "STABLE")
            one.flushall()


@pytest.mark.slow
def test_key__on_its_way_to_another_server__is_found_there(cluster: ClusterClient, key_on_its_way: str) -> None:
    run = DurableWrites(cluster).script("return redis.call('INCR', KEYS[1])")

    assert run([key_on_its_way], []) == 1


@pytest.mark.slow
def test_keys__of_which_one_is_on_its_way_to_another_server__are_all_found(
    cluster: ClusterClient, key_on_its_way: str
) -> None:
    names = [key_on_its_way, "b", "c"]

    assert round_trips_in(cluster, [(name, ("INCR", name)) for name in names]) == [1, 1, 1]


@pytest.mark.slow
def test_key__on_its_way_to_another_server__takes_nothing_that_a_replica_must_confirm(
    cluster: ClusterClient, key_on_its_way: str
) -> None:
    with pytest.raises(StoreUnavailable) as refused, translating_redis_errors():
        DurableWrites(cluster, wait=Wait(1, 1)).execute(key_on_its_way, "SET", key_on_its_way, "1")

    assert not may_have_executed(refused.value)
