"""The connection to the store: quick to give up, so that a caller gets an answer whether the store is there or not."""

import re
import select
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import redis
from gevent.monkey import get_original
from redis._parsers import _HiredisParser
from redis.backoff import NoBackoff
from redis.maint_notifications import MaintNotificationsConfig
from redis.retry import Retry

from service.adapters import keys
from service.usecases.store_away import StoreAway, StoreTooOld

MOST_CONNECTIONS: Final = 64
"""For one process. A burst of requests beyond it waits for a connection as long as for an answer, then fails alike."""

_AWAY: Final = (
    redis.ReadOnlyError,
    redis.OutOfMemoryError,
    redis.exceptions.ClusterDownError,
    redis.exceptions.NoScriptError,  # a server that was exchanged after it had been told the script
)
_AWAY_WORDS: Final = ("MISCONF", "NOREPLICAS", "MASTERDOWN", "UNKILLABLE", "BUSY ")
"""Error replies that redis-py has no class for: the disk is full, replicas are missing, a script does not end."""
_IN_PIPELINE: Final = " of pipeline caused error: "
"""What redis-py, after telling the command, puts before the reply to it where it was one of several."""
_UNKNOWN_COMMAND: Final = re.compile(r"unknown (redis )?command", re.IGNORECASE)
"""So begins what servers reply to a command that came after them: alone, and within a script."""


_poll: Final = get_original("select", "poll")


class GlancingParser(_HiredisParser):
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


@dataclass(slots=True)
class Failures:
    """How often the store has failed this process; any use of it may be the one that does."""

    so_far: int = 0


FAILURES: Final = Failures()


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
        parser_class=GlancingParser,
        client_name="destiny",
        # Two round trips a new connection that tell the server nothing we need it to know.
        driver_info=None,
        maint_notifications_config=MaintNotificationsConfig(enabled=False),
    )
    return redis.Redis.from_pool(pool)


@contextmanager
def store_answers() -> Iterator[None]:
    """Where commands are sent: whatever keeps the store from taking them is `StoreAway`.

    A command that the server calls wrong is a bug of ours and passes through. Full, loading, read-only and failing over
    are no bugs: the server is there and cannot do its work. Nor is a command that an old server does not know.
    """
    try:
        yield
    except redis.ResponseError as error:
        reply = str(error).rpartition(_IN_PIPELINE)[2]
        if isinstance(error, _AWAY) or reply.startswith(_AWAY_WORDS):
            raise _away(error) from error
        if _UNKNOWN_COMMAND.match(reply):
            raise _away(error, StoreTooOld) from error
        raise
    except (redis.RedisError, OSError) as error:
        raise _away(error) from error


def _away(error: Exception, kind: type[StoreAway] = StoreAway) -> StoreAway:
    FAILURES.so_far += 1
    return kind(str(error))


class RedisHealth:
    """Whether the store answers now."""

    def __init__(self, client: redis.Redis) -> None:
        self._client = client
        self._recent = False

    def reachable(self) -> bool:
        """Ask it. No trouble with the connection is ever raised from here."""
        try:
            with store_answers():
                return bool(self._client.ping())
        except (StoreAway, redis.ResponseError):
            return False

    def too_old(self) -> bool:
        """Ask for the newest command that we need, until it has been known once; a server does not grow older."""
        if self._recent:
            return False
        try:
            with store_answers():
                self._client.hpttl(keys.NOTHING, "nothing")
        except StoreTooOld:
            return True
        except (StoreAway, redis.ResponseError):
            return False
        self._recent = True
        return False
