"""The health of the store: there, away, or too old."""

import os
import signal
from pathlib import Path

import redis

from service.adapters.embedded_store import EmbeddedStore
from service.adapters.redis_client import connect
from service.adapters.store_health import RedisStoreHealth
from tests.old_server import old_server


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


def test_health__server_recent_enough__is_asked_once(store: redis.Redis) -> None:
    def asked() -> int:
        return int(store.info("commandstats").get("cmdstat_hpttl", {}).get("calls", 0))

    health, before = RedisStoreHealth(store), asked()

    assert [health.too_old() for _ in range(3)] == [False, False, False]
    assert asked() == before + 1


def test_health__server_before_fields_could_expire__is_reachable_and_too_old() -> None:
    with old_server() as url, connect(url, timeout_s=5) as client:
        health = RedisStoreHealth(client)

        assert health.reachable()
        assert health.too_old()
        assert health.too_old()


def test_health__no_store__is_not_known_to_be_too_old(closed_port: int) -> None:
    health = RedisStoreHealth(connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=0.25))

    assert not health.too_old()


def test_health__server_that_refuses_the_question__is_not_known_to_be_too_old(store: redis.Redis) -> None:
    store.acl_setuser("nosy", enabled=True, nopass=True, commands=["+ping"])
    path = store.connection_pool.connection_kwargs["path"]
    with connect(f"unix://nosy:any@{path}", timeout_s=5) as client:
        assert not RedisStoreHealth(client).too_old()
    store.acl_deluser("nosy")
