"""The address of a store, as it is named to people."""

import pytest

from service.store.client import connect
from service.store.url import OPTIONS, TCP_OPTIONS, TLS_OPTIONS, address, checked_store_url, known_options

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


@pytest.mark.parametrize(
    ("url", "named"),
    [
        ("redis://user:secret@store.example:6380/1", "store.example:6380"),
        ("rediss://:secret@store.example?ssl_password=secret", "store.example:6379"),
        ("redis://[::1]:6380", "[::1]:6380"),
        ("unix://user:secret@/run/store.sock?password=secret", "/run/store.sock"),
    ],
)
def test_address__of_a_url__has_no_secret(url: str, named: str) -> None:
    assert address(checked_store_url(url)) == named


@pytest.mark.parametrize("scheme", ["redis", "rediss", "unix"])
def test_options__that_are_allowed__mean_something_to_the_client(scheme: str) -> None:
    place = "/run/store.sock" if scheme == "unix" else "h"
    options = "&".join(f"{name}={VALUES.get(name, 'x')}" for name in known_options(scheme))

    pool = connect(checked_store_url(f"{scheme}://{place}?{options}"), timeout_s=1).connection_pool

    assert pool.connection_class(**pool.connection_kwargs)
    assert set(known_options(scheme)) <= {*OPTIONS, *TCP_OPTIONS, *TLS_OPTIONS}
