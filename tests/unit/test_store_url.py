"""The address of a store, as it is named to people."""

from typing import Any

import pytest
import redis
from redis.sentinel import SentinelManagedSSLConnection

from service.store.client import connect, options_of_connections, store_client
from service.store.cluster import ClusterClient
from service.store.url import (
    OPTIONS,
    SENTINEL_OPTIONS,
    TCP_OPTIONS,
    TLS_OPTIONS,
    address,
    checked_store_url,
    cluster_url,
    known_options,
    sentinel_url,
)

VALUES = {
    "db": "1",
    "health_check_interval": "5",
    "max_connections": "8",
    "socket_connect_timeout": "1",
    "socket_keepalive": "yes",
    "socket_timeout": "1.5",
    "ssl_cert_reqs": "required",
    "ssl_check_hostname": "yes",
}

SENTINELS = "game (Sentinels a:26379, b:1, [::1]:2)"


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("redis://user:secret@store.example:6380/1", "store.example:6380"),
        ("rediss://:secret@store.example?ssl_password=secret", "store.example:6379"),
        ("redis://[::1]:6380", "[::1]:6380"),
        ("unix://user:secret@/run/store.sock?password=secret", "/run/store.sock"),
        ("redis+cluster://user:secret@a,b:1,[::1]:2/0?password=secret", "a:6379, b:1, [::1]:2 (cluster)"),
        ("redis+sentinel://user:secret@a,b:1,[::1]:2/game?sentinel_password=secret", SENTINELS),
    ],
)
def test_address__of_a_url__has_no_secret(url: str, named: str) -> None:
    assert address(checked_store_url(url)) == named


@pytest.mark.parametrize("scheme", ["redis", "rediss", "unix", "redis+sentinel", "rediss+sentinel"])
def test_options__that_are_allowed__mean_something_to_the_client(scheme: str) -> None:
    place = {"unix": "/run/store.sock", "redis": "h", "rediss": "h"}.get(scheme, "h/game")
    options = "&".join(f"{name}={VALUES.get(name, 'x')}" for name in known_options(scheme))

    pool = connect(checked_store_url(f"{scheme}://{place}?{options}"), timeout_s=1).connection_pool

    assert pool.connection_class(**pool.connection_kwargs)
    assert set(known_options(scheme)) <= {*OPTIONS, *TCP_OPTIONS, *TLS_OPTIONS, *SENTINEL_OPTIONS}


def test_sentinel_url__with_everything__goes_to_the_client_part_by_part() -> None:
    url = "rediss+sentinel://us%40er:p%2Fass@a,b:1,[::1]:2/game-1/3?sentinel_username=w&sentinel_password=%3F&ssl_keyfile=k"

    pool: Any = connect(checked_store_url(url), timeout_s=1).connection_pool

    assert sentinel_url(url).sentinels == (("a", 26379), ("b", 1), ("::1", 2))
    assert (pool.service_name, pool.connection_class) == ("game-1", SentinelManagedSSLConnection)
    server = pool.connection_kwargs
    assert [server[name] for name in ("username", "password", "db", "ssl_keyfile")] == ["us@er", "p/ass", 3, "k"]
    sentinels = pool.sentinel_manager.sentinels
    for (host, port), sentinel in zip(sentinel_url(url).sentinels, sentinels, strict=True):
        asked = sentinel.connection_pool.connection_kwargs
        assert [asked[name] for name in ("host", "port", "username", "password")] == [host, port, "w", "?"]
        assert sentinel.connection_pool.connection_class is redis.SSLConnection


def test_sentinel_url__shown__has_no_secret() -> None:
    assert "secret" not in repr(sentinel_url("redis+sentinel://:secret@h/game?sentinel_password=secret"))


@pytest.mark.parametrize("scheme", ["redis+cluster", "rediss+cluster"])
def test_cluster_url__with_everything__goes_to_the_pool_of_each_server(scheme: str) -> None:
    names = known_options(scheme)
    options = "&".join(f"{name}={VALUES.get(name, 'x')}" for name in names if name not in ("username", "password"))
    url = cluster_url(f"{scheme}://us%40er:p%2Fass@a,[::1]:2/0?{options}")

    pool = ClusterClient(url, options_of_connections(timeout_s=1)).new_pool(host="a", port=6379)

    assert url.servers == (("a", 6379), ("::1", 2))
    assert "db" not in names
    assert (pool.connection_kwargs["username"], pool.connection_kwargs["password"]) == ("us@er", "p/ass")
    assert pool.max_connections == 8
    assert pool.connection_class is (redis.SSLConnection if scheme.startswith("rediss") else redis.Connection)
    assert pool.connection_class(**pool.connection_kwargs)
    assert isinstance(store_client(f"{scheme}://a", timeout_s=1), ClusterClient)


def test_cluster_url__shown__has_no_secret() -> None:
    assert "secret" not in repr(cluster_url("redis+cluster://:secret@h?password=secret"))
