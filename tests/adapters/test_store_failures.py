"""Which errors a store causes that cannot do what it is asked."""

import pytest
import redis

from service.errors import StoreUnavailable, StoreUnusable
from service.store.client import connect
from service.store.failures import FAILURES, translating_redis_errors
from service.store.health import RedisStoreHealth


def test_commands__port_refuses__tell_that_the_store_is_away(closed_port: int) -> None:
    client = connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=0.25)

    with pytest.raises(StoreUnavailable), translating_redis_errors():
        client.ping()


def test_commands__store_full__tell_that_the_store_is_away(store: redis.Redis) -> None:
    store.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailable, match="maxmemory"), translating_redis_errors():
            store.set("key", "value")
        with pytest.raises(StoreUnavailable, match="maxmemory"), translating_redis_errors():
            store.register_script("return redis.call('set', 'key', 'value')")()
    finally:
        store.config_set("maxmemory", 0)


def test_commands__store_that_only_reads__tell_that_the_store_is_away(store: redis.Redis, closed_port: int) -> None:
    store.replicaof("127.0.0.1", closed_port)
    try:
        with pytest.raises(StoreUnavailable, match="read only"), translating_redis_errors():
            store.set("key", "value")
    finally:
        store.replicaof("NO", "ONE")


@pytest.mark.parametrize("words", ["MISCONF the disk is full", "NOREPLICAS not enough", "BUSY a script is running"])
def test_commands__server_that_cannot_do_its_work__tell_that_the_store_is_away(words: str) -> None:
    with pytest.raises(StoreUnavailable, match=words), translating_redis_errors():
        raise redis.ResponseError(words)


def test_commands__several_at_once_for_a_server_that_cannot_take_them__tell_the_same(store: redis.Redis) -> None:
    pipeline = store.pipeline(transaction=False)
    pipeline.set("key", "value")
    store.config_set("min-replicas-to-write", 1)
    try:
        with pytest.raises(StoreUnavailable, match="NOREPLICAS"), translating_redis_errors():
            pipeline.execute()
    finally:
        store.config_set("min-replicas-to-write", 0)


def test_script__sent_to_a_server_that_is_another_by_now__says_that_the_store_is_away(store: redis.Redis) -> None:
    with pytest.raises(StoreUnavailable, match="No matching script"), translating_redis_errors():
        store.evalsha("0" * 40, 0)


def test_commands__that_are_wrong__are_no_matter_of_the_store(store: redis.Redis) -> None:
    with pytest.raises(redis.ResponseError, match="not an integer"), translating_redis_errors():
        store.execute_command("SET", "key", "value", "PX", "soon")  # type: ignore[no-untyped-call]


def test_commands__about_a_key_of_another_type__tell_that_the_store_is_not_usable(store: redis.Redis) -> None:
    store.set("key", "value")

    with pytest.raises(StoreUnusable, match="WRONGTYPE"), translating_redis_errors():
        store.lpush("key", "value")
    with pytest.raises(StoreUnusable, match="WRONGTYPE"), translating_redis_errors():
        store.register_script("return redis.call('llen', KEYS[1])")(keys=["key"])


@pytest.mark.parametrize("command", ["EVALSHA", "SET", "SCRIPT"])
def test_commands__that_the_store_forbids__tell_that_it_is_not_usable(store: redis.Redis, command: str) -> None:
    store.acl_setuser("held", enabled=True, nopass=True, keys=["destiny:*"], commands=["+@all", f"-{command}"])
    path = store.connection_pool.connection_kwargs["path"]
    with connect(f"unix://held:any@{path}", timeout_s=5) as held:
        script = held.register_script(f"-- {command}\nreturn redis.call('set', KEYS[1], '')")
        with pytest.raises(StoreUnusable), translating_redis_errors():
            script(keys=["destiny:key"])
    store.acl_deluser("held")


def test_commands__to_a_database_that_is_not_there__tell_that_it_is_not_usable(store_url: str) -> None:
    with connect(f"{store_url}?db=99", timeout_s=5) as beyond, pytest.raises(StoreUnusable), translating_redis_errors():
        beyond.get("key")


def test_failures__of_any_use_of_the_store__are_counted(closed_port: int, store: redis.Redis) -> None:
    unavailable = connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=5)
    before = FAILURES.so_far

    for _ in range(2):
        with pytest.raises(StoreUnavailable), translating_redis_errors():
            unavailable.get("key")
    assert not RedisStoreHealth(unavailable).reachable()
    assert RedisStoreHealth(store).reachable()
    with pytest.raises(redis.ResponseError, match="wrong number"), translating_redis_errors():
        store.execute_command("GET")  # type: ignore[no-untyped-call]

    assert FAILURES.so_far - before == 3
