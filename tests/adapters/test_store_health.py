"""The health of the store: what it can do of what the service needs, and what is wrong with it."""

import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import astuple
from pathlib import Path
from threading import Barrier

import pytest
import redis

from service.store import health as store_health
from service.store import keys
from service.store.client import connect
from service.store.condition import UP, StoreCondition, StoreState
from service.store.embedded.server import EmbeddedStore
from service.store.health import COMMANDS, EVICTS, KEEPS_NOTHING, SNAPSHOTS, TRUSTED_S, UNSEEN, RedisStoreHealth
from service.store.wait import Wait
from tests.adapters.slow_loading import full_of_keys, slow_loader
from tests.conftest import Eventually
from tests.servers import ReplicatedPair, old_server, server
from tests.smoke.running_service import free_port


def test_health__store_there__is_reachable(store: redis.Redis) -> None:
    assert RedisStoreHealth(store).reachable()


def test_health__store_stopped_and_started__follows(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        health = RedisStoreHealth(connect(store.url, timeout_s=5))
        assert health.reachable()

        store.stop()
        assert not health.reachable()

        store.start()
        assert health.reachable()


def test_health__store_hangs__is_not_reachable(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        health = RedisStoreHealth(connect(store.url, timeout_s=0.1))
        assert store.pid is not None
        os.kill(store.pid, signal.SIGSTOP)
        try:
            assert not health.reachable()
        finally:
            os.kill(store.pid, signal.SIGCONT)


def test_health__wrong_password__is_not_reachable(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        connect(store.url, timeout_s=5).config_set("requirepass", "right")

        assert not RedisStoreHealth(connect(f"{store.url}?password=wrong", timeout_s=5)).reachable()
        assert not RedisStoreHealth(connect(store.url, timeout_s=5)).reachable()
        assert RedisStoreHealth(connect(f"{store.url}?password=right", timeout_s=5)).reachable()


def test_condition__server_with_all_that_the_service_needs__is_up(store: redis.Redis) -> None:
    assert RedisStoreHealth(store).condition() == UP


def test_condition__asked_again__tries_the_store_only_now_and_then(store: redis.Redis) -> None:
    now = [100.0]
    health, before = RedisStoreHealth(store, lambda: now[0]), tried(store)

    assert [health.condition() for _ in range(3)] == [UP] * 3
    assert tried(store) == before + 1
    now[0] += TRUSTED_S
    assert health.condition() == UP
    assert tried(store) == before + 2


def test_condition__asked_by_several_at_once__tries_the_store_once(store: redis.Redis) -> None:
    health, before, all_there = RedisStoreHealth(store), tried(store), Barrier(8)

    def ask() -> StoreCondition:
        all_there.wait()
        return health.condition()

    with ThreadPoolExecutor(8) as several:
        conditions = [asked.result() for asked in [several.submit(ask) for _ in range(8)]]

    assert conditions == [UP] * 8
    assert tried(store) == before + 1


def tried(store: redis.Redis) -> int:
    """How many trials of all commands the store has seen."""
    return int(store.info("commandstats").get("cmdstat_hpttl", {}).get("calls", 0))


def test_condition__trial__leaves_nothing_in_the_store(store: redis.Redis) -> None:
    RedisStoreHealth(store).condition()

    assert store.keys() == []


def test_condition__with_all_that_the_service_keeps__changes_none_of_it(store: redis.Redis) -> None:
    for name, kind in keys.ONE.permanent.items():
        fill(store, kind, name)
    before = {name: store.dump(name) for name in keys.ONE.permanent}

    assert RedisStoreHealth(store).condition() == UP
    assert {name: store.dump(name) for name in keys.ONE.permanent} == before


def fill(store: redis.Redis, kind: str, name: str) -> None:
    match kind:
        case "string":
            store.set(name, "1")
        case "list":
            store.rpush(name, "1")
        case "hash":
            store.hset(name, "field", "1")
        case "zset":
            store.zadd(name, {"1": 0})


def test_condition__no_store__is_down_and_names_no_host(closed_port: int) -> None:
    condition = RedisStoreHealth(connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=0.25)).condition()

    assert condition.state is StoreState.DOWN
    assert str(closed_port) in str(condition.connection)
    assert condition.detail == "The store does not answer."


def test_condition__server_before_fields_could_expire__is_too_old() -> None:
    with old_server() as url, connect(url, timeout_s=5) as client:
        assert RedisStoreHealth(client).condition().state is StoreState.TOO_OLD


SETTINGS = {
    StoreState.FULL: ("maxmemory", 1, 0),
    StoreState.NO_REPLICAS: ("min-replicas-to-write", 1, 0),
}


@pytest.mark.parametrize("state", SETTINGS)
def test_condition__server_that_takes_no_writes__says_why_until_it_does(store: redis.Redis, state: StoreState) -> None:
    name, wrong, right = SETTINGS[state]
    health = RedisStoreHealth(store)
    store.config_set(name, wrong)
    try:
        assert health.condition() == StoreCondition(state)
    finally:
        store.config_set(name, right)
    assert health.condition() == UP


def test_condition__server_that_cannot_save__says_so(data_dir: Path, eventually: Eventually) -> None:
    data_dir.mkdir()
    with server("--dir", str(data_dir), "--save", "3600 1000000") as url, connect(url, timeout_s=5) as client:
        data_dir.rmdir()
        client.bgsave()
        eventually(lambda: client.info("persistence")["rdb_last_bgsave_status"] == "err")

        assert RedisStoreHealth(client).condition().state is StoreState.DISK_ERROR


def test_condition__read_only_replica__says_so(store: redis.Redis, closed_port: int) -> None:
    store.replicaof("127.0.0.1", closed_port)
    try:
        assert RedisStoreHealth(store).condition() == StoreCondition(StoreState.READ_ONLY)
    finally:
        store.replicaof("NO", "ONE")


def test_condition__store_that_loads__says_so(tmp_path: Path, data_dir: Path, eventually: Eventually) -> None:
    full_of_keys(data_dir, 20_000)
    store = EmbeddedStore(data_dir, binary=slow_loader(tmp_path / "slow"))
    health = RedisStoreHealth(connect(store.url, timeout_s=5))
    with ThreadPoolExecutor(1) as pool:
        starting = pool.submit(store.start)
        eventually(lambda: health.condition().state is StoreState.LOADING)
        starting.result()
    store.stop()


def test_condition__wrong_password__says_so_without_it(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        connect(store.url, timeout_s=5).config_set("requirepass", "right")

        for url in (store.url, f"{store.url}?password=secret"):
            condition = RedisStoreHealth(connect(url, timeout_s=5)).condition()
            assert condition.state is StoreState.UNAUTHORIZED
            assert "secret" not in repr(condition)


def test_condition__database_out_of_range__says_so(store_url: str) -> None:
    with connect(f"{store_url}?db=99", timeout_s=5) as client:
        assert RedisStoreHealth(client).condition().state is StoreState.WRONG_DATABASE


@pytest.mark.parametrize("command", ["evalsha", "script|load", "multi", "get", "zpopmin", "hpexpireat", "ping", "info"])
def test_condition__user_without_a_command__names_it(store: redis.Redis, command: str) -> None:
    with as_user(store, ["destiny:*"], f"-{command}") as client:
        condition = RedisStoreHealth(client).condition()

    if command == "info":
        assert condition == StoreCondition(StoreState.UP, warnings=(UNSEEN,))
    else:
        assert condition.state is StoreState.FORBIDDEN
        assert command in str(condition.said).lower()


@pytest.mark.parametrize("kind", ["tuning:*", "draw:*", "retry:*", "re*", "r*"])
def test_condition__user_with_some_of_the_keys__is_forbidden(store: redis.Redis, kind: str) -> None:
    with as_user(store, ["destiny:trial", f"destiny:{kind}"]) as client:
        assert RedisStoreHealth(client).condition().state is StoreState.FORBIDDEN


def test_condition__user_who_may_do_nothing_dangerous__is_up_and_warned(store: redis.Redis) -> None:
    with as_user(store, ["destiny:*"], "-@dangerous") as client:
        assert RedisStoreHealth(client).condition() == StoreCondition(StoreState.UP, warnings=(UNSEEN,))


@contextmanager
def as_user(store: redis.Redis, patterns: list[str], *commands: str) -> Iterator[redis.Redis]:
    """A client of the store for a user with these rights."""
    store.acl_setuser("held", enabled=True, nopass=True, keys=patterns, commands=["+@all", *commands])
    path = store.connection_pool.connection_kwargs["path"]
    with connect(f"unix://held:any@{path}", timeout_s=5) as client:
        yield client
    store.acl_deluser("held")


@pytest.mark.parametrize("name", keys.ONE.permanent)
def test_condition__key_of_another_type__names_it(store: redis.Redis, name: str) -> None:
    store.geoadd(name, (0, 0, "place")) if keys.ONE.permanent[name] != "zset" else store.set(name, "")

    condition = RedisStoreHealth(store).condition()

    assert condition.state is StoreState.WRONG_TYPE
    assert f"The key {name} is a " in str(condition.said)


@pytest.mark.parametrize("slots", [True, False])
def test_condition__node_of_a_cluster__says_so(*, slots: bool, eventually: Eventually) -> None:
    port = free_port()
    with server("--cluster-enabled", "yes", "--cluster-port", str(port)) as url, connect(url, timeout_s=5) as client:
        if slots:
            client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
            eventually(lambda: b"cluster_state:ok" in client.execute_command("CLUSTER", "INFO"))

        assert RedisStoreHealth(client).condition().state is StoreState.CLUSTER


@pytest.mark.parametrize(
    ("options", "warning"),
    [
        (["--appendonly", "yes"], None),
        (["--appendonly", "yes", "--maxmemory-policy", "allkeys-lru"], EVICTS.format("allkeys-lru")),
        (["--appendonly", "yes", "--maxmemory-policy", "volatile-ttl"], EVICTS.format("volatile-ttl")),
        (["--save", "3600", "1"], SNAPSHOTS),
        (["--rename-command", "CONFIG", ""], SNAPSHOTS),
        ([], KEEPS_NOTHING),
    ],
)
def test_condition__server_that_may_lose_what_it_keeps__is_up_and_warns(
    options: list[str], warning: str | None
) -> None:
    with server(*options) as url, connect(url, timeout_s=5) as client:
        condition = RedisStoreHealth(client).condition()

    assert condition == StoreCondition(StoreState.UP, warnings=(warning,) if warning else ())


LONG_ENOUGH_MS = 20_000


def test_condition__replicas_wanted_and_there__is_up(primary: redis.Redis) -> None:
    assert RedisStoreHealth(primary, wait=Wait(1, LONG_ENOUGH_MS)).condition() == UP
    assert primary.keys() == [keys.ONE.touched("").encode()]


def test_condition__replicas_wanted_of_a_server_that_demands_none__says_so(store: redis.Redis) -> None:
    assert RedisStoreHealth(store, wait=Wait(1, LONG_ENOUGH_MS)).condition() == StoreCondition(
        StoreState.NOT_REPLICATED
    )


def test_condition__replicas_wanted_and_one_that_hangs__has_too_few(primary: redis.Redis, pair: ReplicatedPair) -> None:
    health = RedisStoreHealth(primary, wait=Wait(1, 50))
    with pair.replica_hangs():
        condition = health.condition()
    assert condition.state is StoreState.NO_REPLICAS
    assert "0 of 1 replicas have acknowledged the write in time." in str(condition.detail)


def test_condition__replicas_wanted_and_info_forbidden__is_forbidden(store: redis.Redis) -> None:
    with as_user(store, ["destiny:*"], "-info") as client:
        condition = RedisStoreHealth(client, wait=Wait(1, LONG_ENOUGH_MS)).condition()

    assert condition.state is StoreState.FORBIDDEN
    assert "info" in str(condition.said)


def test_trial__knows_every_command_of_the_scripts_and_every_key_that_is_there_for_good() -> None:
    """What the service does without a script, it does with the same commands."""
    service = Path(store_health.__file__).parents[1]
    called = {
        command
        for path in service.rglob("*.py")
        for command in re.findall(r"redis\.call\('([A-Za-z]+)'", path.read_text())
    }
    tried = {str(command) for command, *_ in COMMANDS} | {"SET", "TIME"}
    assert called
    assert called <= tried
    one = keys.ONE
    named = {one.tuning_log, one.insight_reset, one.insight_resets, one.idempotency_bytes(b""), one.touched("")}
    assert set(one.permanent) == named | set(astuple(one.records[0]))
