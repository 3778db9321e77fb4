"""The store's client: quick answers whether the store is there or not."""

import os
import socket
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import redis

from service.store.client import NonBlockingParser, connect
from service.store.embedded.server import EmbeddedStore
from tests.patience import PATIENCE_S


def seconds_until_failure(call: Callable[[], object], failure: type[redis.RedisError]) -> float:
    before = time.monotonic()
    with pytest.raises(failure):
        call()
    return time.monotonic() - before


def test_client__store_there__talks_to_it_by_name(store: redis.Redis) -> None:
    store.set("key", "value")

    assert store.get("key") == b"value"
    assert store.client_getname() == "destiny"


def test_client__connection_with_an_unread_answer__takes_another(store: redis.Redis) -> None:
    store.set("key", "value")
    left: Any = store.connection_pool.get_connection()
    left.send_command("ECHO", "left over")
    assert left.can_read(timeout=PATIENCE_S)
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
    parser_class: Any = NonBlockingParser
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
