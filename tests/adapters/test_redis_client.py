"""The store's client: quick answers whether the store is there or not."""

import os
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import redis

from service.adapters.embedded_store import EmbeddedStore
from service.adapters.redis_client import FAILURES, GlancingParser, RedisHealth, connect, store_answers
from service.usecases.store_away import StoreAway
from tests.old_server import old_server


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Bound and not listening: nobody else can come to listen there, and each connection is refused."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def seconds_until_failure(call: Callable[[], object], failure: type[redis.RedisError]) -> float:
    before = time.monotonic()
    with pytest.raises(failure):
        call()
    return time.monotonic() - before


def test_client__store_there__talks_to_it_by_name(store: redis.Redis) -> None:
    store.set("key", "value")

    assert store.get("key") == b"value"
    assert store.client_getname() == "destiny"


def test_client__connection_with_an_answer_that_nobody_read__takes_another(store: redis.Redis) -> None:
    store.set("key", "value")
    left: Any = store.connection_pool.get_connection()
    left.send_command("ECHO", "left over")
    assert left.can_read(timeout=5)
    store.connection_pool.release(left)

    assert store.get("key") == b"value"


def test_client__connection_that_the_store_has_closed__takes_another(store: redis.Redis) -> None:
    held = store.connection_pool.get_connection()
    store.client_kill_filter(_type="normal", skipme=True)
    store.connection_pool.release(held)

    assert store.ping()


class DecryptedBytes(socket.socket):
    """A socket as TLS has it: the system has nothing to read, but something is there."""

    def pending(self) -> int:
        return 5


def parser_of(connected: socket.socket) -> Any:
    encoder = SimpleNamespace(encoding_errors="strict", decode_responses=False)
    parser_class: Any = GlancingParser
    parser = parser_class(1024)
    parser.on_connect(SimpleNamespace(socket_timeout=None, encoder=encoder, _sock=connected))
    return parser


def test_parser__bytes_that_are_decrypted_already__are_something_to_read() -> None:
    one, other = socket.socketpair()
    with one, other, DecryptedBytes(fileno=os.dup(one.fileno())) as tls:
        assert not parser_of(one).can_read()
        assert parser_of(tls).can_read()


@pytest.mark.parametrize("timeout_s", [0.25, 5])
def test_client__port_refuses__fails_at_once_whatever_the_timeout(closed_port: int, timeout_s: float) -> None:
    client = connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s)

    assert seconds_until_failure(client.ping, redis.ConnectionError) < 1


@pytest.mark.parametrize("timeout_s", [0.25, 5])
def test_client__no_socket__fails_at_once_whatever_the_timeout(tmp_path: Path, timeout_s: float) -> None:
    client = connect(f"unix://{tmp_path}/none.sock", timeout_s)

    assert seconds_until_failure(client.ping, redis.ConnectionError) < 1


def test_client__store_that_does_not_answer__fails_after_two_timeouts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = connect(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", timeout_s=0.1)

        assert 0.15 < seconds_until_failure(client.ping, redis.TimeoutError) < 2


def test_client__store_restarted__does_not_notice(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        client = connect(store.url, timeout_s=5)
        client.set("key", "value")

        store.stop()
        store.start()

        assert client.get("key") == b"value"


def test_client__more_callers_than_connections__fails_after_the_timeout(store_url: str) -> None:
    client = connect(store_url, timeout_s=0.1)
    taken = [client.connection_pool.get_connection() for _ in range(64)]

    assert seconds_until_failure(client.ping, redis.ConnectionError) < 2
    for connection in taken:
        client.connection_pool.release(connection)
    assert client.ping()
    client.close()


def test_health__store_there__is_reachable(store: redis.Redis) -> None:
    assert RedisHealth(store).reachable()


def test_health__store_stopped_and_started__follows(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        health = RedisHealth(connect(store.url, timeout_s=5))
        assert health.reachable()

        store.stop()
        assert not health.reachable()

        store.start()
        assert health.reachable()


def test_health__store_hangs__is_not_reachable(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        health = RedisHealth(connect(store.url, timeout_s=0.1))
        assert store.pid is not None
        os.kill(store.pid, signal.SIGSTOP)
        try:
            assert not health.reachable()
        finally:
            os.kill(store.pid, signal.SIGCONT)


def test_health__wrong_password__is_not_reachable(data_dir: Path) -> None:
    with EmbeddedStore(data_dir) as store:
        connect(store.url, timeout_s=5).config_set("requirepass", "right")

        assert not RedisHealth(connect(f"{store.url}?password=wrong", timeout_s=5)).reachable()
        assert not RedisHealth(connect(store.url, timeout_s=5)).reachable()
        assert RedisHealth(connect(f"{store.url}?password=right", timeout_s=5)).reachable()


def test_health__server_recent_enough__is_asked_once(store: redis.Redis) -> None:
    def asked() -> int:
        return int(store.info("commandstats").get("cmdstat_hpttl", {}).get("calls", 0))

    health, before = RedisHealth(store), asked()

    assert [health.too_old() for _ in range(3)] == [False, False, False]
    assert asked() == before + 1


def test_health__server_before_fields_could_expire__is_reachable_and_too_old() -> None:
    with old_server() as url, connect(url, timeout_s=5) as client:
        health = RedisHealth(client)

        assert health.reachable()
        assert health.too_old()
        assert health.too_old()


def test_health__no_store__is_not_known_to_be_too_old(closed_port: int) -> None:
    health = RedisHealth(connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=0.25))

    assert not health.too_old()


def test_health__server_that_refuses_the_question__is_not_known_to_be_too_old(store: redis.Redis) -> None:
    store.acl_setuser("nosy", enabled=True, nopass=True, commands=["+ping"])
    path = store.connection_pool.connection_kwargs["path"]
    with connect(f"unix://nosy:any@{path}", timeout_s=5) as client:
        assert not RedisHealth(client).too_old()
    store.acl_deluser("nosy")


def test_commands__port_refuses__tell_that_the_store_is_away(closed_port: int) -> None:
    client = connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=0.25)

    with pytest.raises(StoreAway), store_answers():
        client.ping()


def test_commands__store_full__tell_that_the_store_is_away(store: redis.Redis) -> None:
    store.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreAway, match="maxmemory"), store_answers():
            store.set("key", "value")
        with pytest.raises(StoreAway, match="maxmemory"), store_answers():
            store.register_script("return redis.call('set', 'key', 'value')")()
    finally:
        store.config_set("maxmemory", 0)


def test_commands__store_that_only_reads__tell_that_the_store_is_away(store: redis.Redis, closed_port: int) -> None:
    store.replicaof("127.0.0.1", closed_port)
    try:
        with pytest.raises(StoreAway, match="read only"), store_answers():
            store.set("key", "value")
    finally:
        store.replicaof("NO", "ONE")


@pytest.mark.parametrize("words", ["MISCONF the disk is full", "NOREPLICAS not enough", "BUSY a script is running"])
def test_commands__server_that_cannot_do_its_work__tell_that_the_store_is_away(words: str) -> None:
    with pytest.raises(StoreAway, match=words), store_answers():
        raise redis.ResponseError(words)


def test_commands__several_at_once_for_a_server_that_cannot_take_them__tell_the_same(store: redis.Redis) -> None:
    pipeline = store.pipeline(transaction=False)
    pipeline.set("key", "value")
    store.config_set("min-replicas-to-write", 1)
    try:
        with pytest.raises(StoreAway, match="NOREPLICAS"), store_answers():
            pipeline.execute()
    finally:
        store.config_set("min-replicas-to-write", 0)


def test_script__told_to_a_server_that_is_another_by_now__tells_that_the_store_is_away(store: redis.Redis) -> None:
    with pytest.raises(StoreAway, match="No matching script"), store_answers():
        store.evalsha("0" * 40, 0)


def test_commands__that_are_wrong__are_no_matter_of_the_store(store: redis.Redis) -> None:
    store.set("key", "value")

    with pytest.raises(redis.ResponseError, match="WRONGTYPE"), store_answers():
        store.lpush("key", "value")


def test_failures__of_any_use_of_the_store__are_counted(closed_port: int, store: redis.Redis) -> None:
    away = connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=5)
    before = FAILURES.so_far

    for _ in range(2):
        with pytest.raises(StoreAway), store_answers():
            away.get("key")
    assert not RedisHealth(away).reachable()
    assert RedisHealth(store).reachable()
    with pytest.raises(redis.ResponseError), store_answers():
        store.execute_command("GET")  # type: ignore[no-untyped-call]

    assert FAILURES.so_far - before == 3
