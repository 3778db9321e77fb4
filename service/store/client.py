"""Connects to the store with short timeouts, so that callers get an answer even if the store is unavailable."""

import select
from typing import Any, Final

import redis
from gevent.monkey import get_original
from redis._parsers import _HiredisParser  # tests/adapters/test_private_names.py says what to do when it goes
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry

from service.store.sentinel import sentinel_pool
from service.store.url import is_sentinel_url, sentinel_url

MOST_CONNECTIONS: Final = 64
"""Per process. Requests beyond it wait for a connection as long as for an answer, and then fail in the same way."""

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


def connect(url: str, timeout_s: float) -> redis.Redis:
    """Return a client that retries once, immediately; redis-py's default retries take seconds. It connects lazily."""
    options: dict[str, Any] = {
        "max_connections": MOST_CONNECTIONS,
        "timeout": timeout_s,
        "socket_connect_timeout": timeout_s,
        "socket_timeout": timeout_s,
        # The retry replaces a pooled connection that a restart of the store has broken.
        "retry": Retry(NoBackoff(), 1),
        "health_check_interval": 0,
        "parser_class": NonBlockingParser,
        "client_name": "destiny",
        # Saves two round trips for each new connection; the server needs neither.
        "driver_info": None,
        "maint_notifications_config": MaintNotificationsConfig(enabled=False),
    }
    if is_sentinel_url(url):
        return redis.Redis.from_pool(sentinel_pool(sentinel_url(url), timeout_s, options))
    return redis.Redis.from_pool(redis.BlockingConnectionPool.from_url(url, **options))
