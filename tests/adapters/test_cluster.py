"""A cluster: where its keys are, how the client follows them, and what its servers have to be like."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Barrier
from typing import Any

import pytest
import redis

from service.characters.redis import RedisCharacterStore
from service.check_store import UnusableStore, check_store
from service.draws.ports import TakenDraw
from service.draws.redis import RedisDrawStore
from service.errors import StoreUnavailable
from service.settings import Settings
from service.store.client import servers, store_client
from service.store.cluster import ClusterClient
from service.store.condition import UP, StoreCondition, StoreState
from service.store.health import EVICTS, RedisStoreHealth
from service.store.keys import CLUSTER
from service.store.wait import NO_WAIT, Wait
from service.tuning.redis import RedisTuningLog
from service.tuning.revisions import EMPTY_LOG
from tests.adapters.conftest import cluster_client
from tests.conftest import Eventually
from tests.servers import server
from tests.smoke.running_service import free_port
from tools.cluster.topology import Cluster

pytestmark = pytest.mark.slow
SEED = bytes(range(32))
LONG_ENOUGH_MS = 20_000


@pytest.fixture
def whole() -> Iterator[Cluster]:
    """A cluster whose primaries have a replica each; a test may kill what it likes."""
    with TemporaryDirectory(prefix="destiny-") as folder, Cluster(Path(folder)) as running:
        yield running


def checked(url: str, safety: str = "one") -> list[str]:
    return [*check_store(Settings(redis_url=url, store_safety=safety, store_timeout_s=5))]


def calls(client: redis.Redis, command: str) -> int:
    return int(client.info("commandstats").get(f"cmdstat_{command}", {}).get("calls", 0))


def test_client__made__has_no_connection_until_it_needs_one(three_primaries: Cluster) -> None:
    client = cluster_client(three_primaries.url)

    RedisDrawStore(client, wait=Wait(1, 1))
    client.close()
    assert "nodes_manager" not in vars(client)

    assert RedisDrawStore(client).take("draw", "first") is None
    assert "nodes_manager" in vars(client)
    client.close()


def test_client__first_used_by_many_at_once__connects_for_all(three_primaries: Cluster) -> None:
    together = Barrier(8)
    with cluster_client(three_primaries.url) as client, ThreadPoolExecutor(8) as pool:

        def first_use(number: int) -> object:
            together.wait()
            return client.get(f"key-{number}")

        assert list(pool.map(first_use, range(8))) == [None] * 8


def test_client__cluster_that_is_not_there__is_unavailable_until_it_is(three_primaries: Cluster) -> None:
    client = cluster_client(f"redis+cluster://127.0.0.1:{free_port()}")
    log = RedisTuningLog(client)
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            log.head()

    client._url = cluster_client(three_primaries.url)._url  # noqa: SLF001  as if it had come up at that address

    assert log.head() == EMPTY_LOG
    client.close()


def test_client__one_of_the_addresses_is_wrong__uses_another(three_primaries: Cluster) -> None:
    scheme, _, addresses = three_primaries.url.partition("://")
    with cluster_client(f"{scheme}://127.0.0.1:{free_port()},{addresses}") as client:
        assert len(servers(client)) == 3


def test_client__connections__are_as_those_to_one_server(cluster: ClusterClient) -> None:
    for one in servers(cluster):
        assert one.client_getname() == "destiny"
        pool: Any = one.connection_pool
        assert (type(pool), pool.max_connections) == (redis.BlockingConnectionPool, 64)


def test_client__command_for_a_key__is_one_round_trip_to_one_server(cluster: ClusterClient) -> None:
    draws = RedisDrawStore(cluster)
    draws.promise("draw", SEED, 60)
    draws.take("draw", "first")
    before = [calls(one, "evalsha") + calls(one, "command|getkeys") for one in servers(cluster)]

    draws.take("draw", "first")

    after = [calls(one, "evalsha") + calls(one, "command|getkeys") for one in servers(cluster)]
    assert sorted(now - then for then, now in zip(before, after, strict=True)) == [0, 0, 1]


def test_client__script_that_servers_have_forgotten__loads_it(cluster: ClusterClient) -> None:
    characters = RedisCharacterStore(cluster)
    ids = [f"one-{number}" for number in range(20)]
    characters.look_up(ids)
    for one in servers(cluster):
        one.script_flush()

    assert len(characters.look_up(ids)) == 20
    assert [bool(calls(one, "evalsha")) for one in servers(cluster)] == [True] * 3


def test_client__slot_given_to_another_server__follows_it(cluster: ClusterClient, three_primaries: Cluster) -> None:
    draws, characters = RedisDrawStore(cluster), RedisCharacterStore(cluster)
    draws.promise("draw", SEED, 60)
    characters.look_up(["ann", "bob"])
    for key in (CLUSTER.draw("draw"), "{ann}"):
        move(three_primaries, key)

    draws.promise("draw", SEED, 60)

    assert draws.take("draw", "first") is not None
    assert len(characters.look_up(["ann", "bob"])) == 2
    assert RedisStoreHealth(cluster).condition() == UP


def outcome(draws: RedisDrawStore) -> str:
    try:
        return "taken" if draws.take("draw", "first") else "gone"
    except StoreUnavailable as error:
        return str(error)


def move(topology: Cluster, key: str) -> None:
    """Give the slot of this key to another server, without the keys in it."""
    former = topology.primary_of(key)
    taker = next(port for port in topology.primaries() if port != former)
    clients = {port: redis.Redis(port=port) for port in topology.primaries()}
    clients[former].flushall()
    slot, its_id = (clients[taker].execute_command("CLUSTER", *words) for words in (("KEYSLOT", key), ("MYID",)))  # type: ignore[no-untyped-call]
    for port in (taker, *(port for port in clients if port != taker)):
        clients[port].execute_command("CLUSTER", "SETSLOT", slot, "NODE", its_id)  # type: ignore[no-untyped-call]
    for client in clients.values():
        client.close()
    assert topology.primary_of(key) == taker


@pytest.mark.parametrize("wait", [NO_WAIT, Wait(1, 500)])
def test_client__primary_killed__goes_on_with_its_replica_by_itself(
    whole: Cluster, wait: Wait, eventually: Eventually
) -> None:
    with cluster_client(whole.url) as client:
        draws = RedisDrawStore(client, wait=Wait(1, LONG_ENOUGH_MS))
        draws.promise("draw", SEED, 60)
        draws = RedisDrawStore(client, wait=wait)
        former = whole.primary_of(CLUSTER.draw("draw"))

        whole.kill(former)
        eventually(lambda: whole.primary_of(CLUSTER.draw("draw")) != former)
        # Where there is no other replica, the new primary takes no writes before the old server is back.
        eventually(lambda: "NOREPLICAS" in outcome(draws))
        whole.start(former)
        eventually(lambda: outcome(draws) == "taken")
        eventually(whole.is_whole)
        assert RedisStoreHealth(client, wait=Wait(1, LONG_ENOUGH_MS)).condition() == UP


def test_client__server_away_without_a_replica__serves_the_keys_of_the_others(whole: Cluster) -> None:
    for port in whole.ports:
        with redis.Redis(port=port) as one:
            one.config_set("cluster-require-full-coverage", "no")
            one.config_set("min-replicas-to-write", 0)
    lost = whole.primary_of(CLUSTER.trials[0])
    with cluster_client(whole.url) as running, cluster_client(whole.url) as starting:
        servers(running)
        for port in (whole.replica_of(lost), lost):
            whole.kill(port)
        others = [key for key in CLUSTER.trials if whole.primary_of(key) != lost]
        assert len(others) > 8
        for client in (running, starting):
            with pytest.raises((redis.RedisError, redis.RedisClusterException)):
                client.set(CLUSTER.trials[0], "")
            assert [client.set(key, "") for key in others] == [True] * len(others)


def test_client__many_commands_fail__does_not_look_for_the_server_with_each(whole: Cluster) -> None:
    lost = whole.primary_of(CLUSTER.trials[0])
    with ExitStack() as stack:
        client = stack.enter_context(cluster_client(whole.url))
        others = [stack.enter_context(redis.Redis(port=port)) for port in whole.ports if port != lost]
        servers(client)
        whole.kill(lost)
        before = sum(calls(one, "cluster|slots") for one in others)
        for _ in range(100):
            with pytest.raises(redis.ConnectionError):
                client.get(CLUSTER.trials[0])

        assert sum(calls(one, "cluster|slots") for one in others) - before < 50


def test_replicated__answers__are_on_the_replica_of_the_server_that_has_them(whole: Cluster) -> None:
    with cluster_client(whole.url) as client:
        draws = RedisDrawStore(client, wait=Wait(1, LONG_ENOUGH_MS))
        for number in range(20):
            draws.promise(f"draw-{number}", SEED, 60)

        for number in range(20):
            key = CLUSTER.draw(f"draw-{number}")
            with redis.Redis(port=whole.replica_of(whole.primary_of(key))) as replica:
                replica.readonly()
                assert replica.get(key) == SEED


def test_replicated__slot_given_to_another_server__follows_it(whole: Cluster) -> None:
    with cluster_client(whole.url) as client:
        draws = RedisDrawStore(client, wait=Wait(1, LONG_ENOUGH_MS))
        draws.promise("draw", SEED, 60)
        move(whole, CLUSTER.draw("draw"))

        draws.promise("draw", SEED, 60)

        assert draws.take("draw", "first") == TakenDraw(SEED, "first")


def test_replicated__replica_that_hangs__lets_nothing_count_that_its_primary_has(whole: Cluster) -> None:
    with cluster_client(whole.url) as client:
        patient, short = (RedisDrawStore(client, wait=Wait(1, ms)) for ms in (LONG_ENOUGH_MS, 50))
        patient.promise("draw", SEED, 60)
        pid = whole.pid(whole.replica_of(whole.primary_of(CLUSTER.draw("draw"))))
        os.kill(pid, signal.SIGSTOP)
        try:
            with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
                short.take("draw", "first")
        finally:
            os.kill(pid, signal.SIGCONT)

        assert patient.take("draw", "first") == TakenDraw(SEED, "first")


def test_check__cluster_with_what_the_service_needs__leaves_nothing_to_say(whole: Cluster) -> None:
    assert checked(whole.url) == checked(whole.url, "replicated") == []


def test_check__cluster_without_replicas__is_refused_if_writes_are_to_wait_for_one(three_primaries: Cluster) -> None:
    assert checked(three_primaries.url) == []
    with pytest.raises(UnusableStore, match="no replica gets"):
        checked(three_primaries.url, "replicated")


@pytest.mark.parametrize("place", range(3))
def test_condition__one_server_that_evicts__is_a_warning(cluster: ClusterClient, place: int) -> None:
    one = servers(cluster)[place]
    one.config_set("maxmemory-policy", "allkeys-lru")
    try:
        condition = RedisStoreHealth(cluster).condition()
    finally:
        one.config_set("maxmemory-policy", "noeviction")

    assert condition == StoreCondition(StoreState.UP, warnings=(EVICTS.format("allkeys-lru"),))


@pytest.mark.parametrize("place", range(3))
def test_condition__one_server_that_is_full__says_so_until_it_is_not(cluster: ClusterClient, place: int) -> None:
    one = servers(cluster)[place]
    health = RedisStoreHealth(cluster)
    one.config_set("maxmemory", 1)
    try:
        assert health.condition() == StoreCondition(StoreState.FULL)
    finally:
        one.config_set("maxmemory", 0)
    assert health.condition() == UP


@pytest.mark.parametrize("name", [CLUSTER.tuning_log, CLUSTER.records[0].documents, CLUSTER.records[15].order])
def test_condition__key_of_another_type__names_it(cluster: ClusterClient, name: str) -> None:
    cluster.set(name, "")

    condition = RedisStoreHealth(cluster).condition()

    assert condition.state is StoreState.WRONG_TYPE
    assert f"The key {name} is a string" in str(condition.said)


def test_condition__trial__leaves_nothing(cluster: ClusterClient) -> None:
    assert RedisStoreHealth(cluster).condition() == UP
    assert [one.dbsize() for one in servers(cluster)] == [0, 0, 0]


@pytest.mark.parametrize("command", ["evalsha", "hpexpireat", "cluster|slots", "command"])
def test_check__user_without_a_command__is_refused(cluster: ClusterClient, command: str) -> None:
    with ExitStack() as undo:
        for one in servers(cluster):
            one.acl_setuser(
                "held", enabled=True, passwords=["+right"], keys=["destiny:*"], commands=["+@all", f"-{command}"]
            )
            undo.callback(one.acl_deluser, "held")
        addresses = ",".join(f"127.0.0.1:{one.connection_pool.connection_kwargs['port']}" for one in servers(cluster))

        with pytest.raises(UnusableStore, match="lacks permissions that the service needs"):
            checked(f"redis+cluster://held:right@{addresses}")
        with pytest.raises(UnusableStore, match="refuses the user or the password") as refused:
            checked(f"redis+cluster://held:secret@{addresses}")
        assert "secret" not in str(refused.value)


def test_check__one_server_in_the_place_of_a_cluster__is_refused() -> None:
    port = free_port()
    with server("--port", str(port)), pytest.raises(UnusableStore, match="not part of a cluster") as refused:
        checked(f"redis+cluster://127.0.0.1:{port}")
    assert str(refused.value).startswith(f"The store at 127.0.0.1:{port} (cluster) cannot be used. ")


def test_check__server_of_a_cluster_in_the_place_of_one_server__is_refused(three_primaries: Cluster) -> None:
    with pytest.raises(UnusableStore, match=r"Begin DESTINY_REDIS_URL with redis\+cluster://"):
        checked(f"redis://127.0.0.1:{three_primaries.ports[0]}")


def test_check__cluster_that_is_not_there__is_a_warning(closed_port: int) -> None:
    (warning,) = checked(f"redis+cluster://:secret@127.0.0.1:{closed_port}")

    assert warning.startswith(f"The store at 127.0.0.1:{closed_port} (cluster) cannot be used yet (down); ")
    assert "secret" not in warning


def test_check__slots_that_no_server_has__are_a_warning() -> None:
    port = free_port()
    with server("--port", str(port), "--cluster-enabled", "yes", "--cluster-port", str(free_port())):
        with redis.Redis(port=port) as one:
            one.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 9_000)
        (warning,) = checked(f"redis+cluster://127.0.0.1:{port}")

    assert "cannot be used yet (cluster_down)" in warning


def test_store_client__of_one_server__is_none_of_a_cluster(store_url: str) -> None:
    with store_client(store_url, timeout_s=5) as client:
        assert type(client) is redis.Redis
        assert servers(client) == [client]
