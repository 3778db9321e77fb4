"""The connection to the store: quick to give up, so that a caller gets an answer whether the store is there or not."""

import select
from typing import Final

import redis
from gevent.monkey import get_original
from redis._parsers import _HiredisParser  # tests/adapters/test_private_names.py says what to do when it goes
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry

MOST_CONNECTIONS: Final = 64
"""For one process. A burst of requests beyond it waits for a connection as long as for an answer, then fails alike."""

_poll: Final = get_original("select", "poll")


class NonBlockingParser(_HiredisParser):
    """Sees at a glance whether an idle connection has gone bad.

    The pool asks before each command. In a gevent worker redis-py's own answer takes a turn of the event loop, which
    costs as much as the rest of the command together; but there is nothing to wait for, so the system can be asked.
    """

    def can_read(self, timeout: float = 0) -> bool:
        """Whether there is something to read; and whether the connection still stands, where there is."""
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
    """A client that tries twice at once, by default redis-py goes on for seconds. Connects at the first command."""
    pool = redis.BlockingConnectionPool.from_url(
        url,
        max_connections=MOST_CONNECTIONS,
        timeout=timeout_s,
        socket_connect_timeout=timeout_s,
        socket_timeout=timeout_s,
        # The second try is for a connection that a restart of the store has left broken in the pool.
        retry=Retry(NoBackoff(), 1),
        health_check_interval=0,
        parser_class=NonBlockingParser,
        client_name="destiny",
        # Two round trips a new connection that tell the server nothing we need it to know.
        driver_info=None,
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )
    return redis.Redis.from_pool(pool)
