"""Connects to the store with short timeouts, so that callers get an answer even if the store is unavailable."""

import select
from typing import Any, Final

import redis
from gevent.monkey import get_original
from redis._parsers import _HiredisParser  # tests/adapters/test_private_names.py says what to do when it goes
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry

from service.store.cluster import ClusterClient
from service.store.sentinel import sentinel_pool
from service.store.url import cluster_url, is_cluster_url, is_sentinel_url, sentinel_url

Client = redis.Redis | ClusterClient
"""Both have the same methods for commands. Where they differ, `isinstance` says which it is."""

MOST_CONNECTIONS: Final = 64
"""Per process and server. Requests beyond it wait for a connection as long as for an answer, and then fail alike."""

_poll: Final = get_original("select", "poll")


class NonBlockingParser(_HiredisParser):
    """Checks without waiting whether an idle connection is still good.

    The pool asks before each command. In a gevent worker, redis-py's own check takes a turn of the event loop, which
    costs as much as the rest of the command. This check never waits, so it can ask the operating system directly.
    """

    def can_read(self, timeout: float = 0) -> bool:
        """Return whether there is data to read; raises if the connection is broken."""
        if timeout == 0 and self._reader and not self._reader.has_data() and self._is_silent():
            return False
        return super().can_read(timeout)

    def _is_silent(self) -> bool:
        if hasattr(self._sock, "pending") and self._sock.pending():  # what TLS has decrypted already
            return False
        poller = _poll()
        poller.register(self._sock, select.POLLIN)
        return not poller.poll(0)


def store_client(url: str, timeout_s: float) -> Client:
    """Return the client for any address that DESTINY_REDIS_URL may have. It connects lazily."""
    if is_cluster_url(url):
        return ClusterClient(cluster_url(url), options_of_connections(timeout_s))
    return connect(url, timeout_s)


def servers(client: Client) -> list[redis.Redis]:
    """Return a client of each server that takes writes."""
    if isinstance(client, ClusterClient):
        return [client.get_redis_connection(node) for node in client.get_primaries()]  # type: ignore[no-untyped-call]
    return [client]


def connect(url: str, timeout_s: float) -> redis.Redis:
    """Return a client that retries once, immediately; redis-py's default retries take seconds. It connects lazily."""
    options = {
        **options_of_connections(timeout_s),
        # The retry replaces a pooled connection that a restart of the store has broken.
        "retry": Retry(NoBackoff(), 1),
    }
    if is_sentinel_url(url):
        return redis.Redis.from_pool(sentinel_pool(sentinel_url(url), timeout_s, options))
    return redis.Redis.from_pool(redis.BlockingConnectionPool.from_url(url, **options))


def options_of_connections(timeout_s: float) -> dict[str, Any]:
    """Return what all connections have in common."""
    return {
        "max_connections": MOST_CONNECTIONS,
        "timeout": timeout_s,
        "socket_connect_timeout": timeout_s,
        "socket_timeout": timeout_s,
        "health_check_interval": 0,
        "parser_class": NonBlockingParser,
        "client_name": "destiny",
        # Saves two round trips for each new connection; the server needs neither.
        "driver_info": None,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
