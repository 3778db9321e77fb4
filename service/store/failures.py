"""Translates store failures; the only module that knows the errors of redis-py."""

import re
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import redis
from redis import exceptions
from redis._parsers.base import BaseParser  # tests/adapters/test_private_names.py says what to do when it goes

from service.errors import StoreTooOld, StoreUnavailable, StoreUnusable
from service.store.condition import StoreState
from service.store.durable import NotReplicated
from service.store.round_trip import ReplyLost
from service.store.sentinel import SentinelRefused, UnknownPrimary

_CLASSES: Final[tuple[tuple[type[Exception], StoreState], ...]] = (
    (UnknownPrimary, StoreState.UNKNOWN_PRIMARY),
    (SentinelRefused, StoreState.SENTINEL_UNAUTHORIZED),
    (exceptions.BusyLoadingError, StoreState.LOADING),
    (exceptions.AuthenticationError, StoreState.UNAUTHORIZED),
    (exceptions.AuthenticationWrongNumberOfArgsError, StoreState.UNAUTHORIZED),
    (exceptions.NoPermissionError, StoreState.FORBIDDEN),
    (exceptions.ReadOnlyError, StoreState.READ_ONLY),
    (exceptions.OutOfMemoryError, StoreState.FULL),
    (exceptions.ClusterDownError, StoreState.CLUSTER_DOWN),
    (exceptions.SlotNotCoveredError, StoreState.CLUSTER_DOWN),
    (exceptions.ClusterCrossSlotError, StoreState.CLUSTER),
    (exceptions.MovedError, StoreState.CLUSTER),
    (exceptions.AskError, StoreState.DOWN),  # a key that is being moved
    (exceptions.TryAgainError, StoreState.DOWN),
    (exceptions.NoScriptError, StoreState.DOWN),  # the server was replaced after the script was loaded
)
_WORDS: Final = (
    (re.compile("NOREPLICAS"), StoreState.NO_REPLICAS),
    (re.compile("MISCONF"), StoreState.DISK_ERROR),
    (re.compile("MASTERDOWN|UNKILLABLE|BUSY "), StoreState.DOWN),
    (re.compile("(ERR )?WAIT cannot be used with replica"), StoreState.READ_ONLY),
    # The last one: MULTI was forbidden, but redis-py hides that.
    (re.compile("NOPERM|(ERR )?(ACL failure in script|EXEC without MULTI)"), StoreState.FORBIDDEN),
    (re.compile("WRONGTYPE"), StoreState.WRONG_TYPE),
    (re.compile("(ERR )?This instance has cluster support disabled"), StoreState.NOT_A_CLUSTER),
    (re.compile("(ERR )?(DB index is out of range|invalid DB index|SELECT is not allowed)"), StoreState.WRONG_DATABASE),
    # How servers reply to a command newer than they are, alone and within a script.
    (re.compile("(ERR )?unknown (redis )?command", re.IGNORECASE), StoreState.TOO_OLD),
)
"""How replies begin that have no class in redis-py."""
_IN_PIPELINE: Final = " of pipeline caused error: "
"""redis-py puts the command and this text before the error of a command in a pipeline."""
_KINDS: Final[Mapping[StoreState, type[StoreUnavailable]]] = {
    StoreState.TOO_OLD: StoreTooOld,
    StoreState.UNAUTHORIZED: StoreUnusable,
    StoreState.FORBIDDEN: StoreUnusable,
    StoreState.WRONG_DATABASE: StoreUnusable,
    StoreState.WRONG_TYPE: StoreUnusable,
    StoreState.CLUSTER: StoreUnusable,
    StoreState.NOT_A_CLUSTER: StoreUnusable,
    StoreState.UNKNOWN_PRIMARY: StoreUnusable,
    StoreState.SENTINEL_UNAUTHORIZED: StoreUnusable,
}


@dataclass(slots=True)
class Failures:
    """How often the store has failed for this process."""

    so_far: int = 0


FAILURES: Final = Failures()


@contextmanager
def translating_redis_errors() -> Iterator[None]:
    """Raise `StoreUnavailable` for whatever prevents the store from executing a command.

    The error of an invalid command passes through, because it is a bug of the service. A store that is full, loading,
    read-only or failing over is not a bug. Nor is an old server, a missing permission or another program's key.
    """
    try:
        yield
    except (redis.RedisError, redis.RedisClusterException, OSError) as error:
        state = diagnosis(error)
        if state is None:
            raise
        FAILURES.so_far += 1
        raise _KINDS.get(state, StoreUnavailable)(str(error)) from error


def may_have_executed(error: StoreUnavailable) -> bool:
    """Return whether the store may have executed the command: it got it, and neither confirmed nor refused it."""
    return isinstance(error.__cause__, ReplyLost | NotReplicated)


def diagnosis(error: BaseException | None) -> StoreState | None:
    """Return the state of a store that failed with this error; None if the command was invalid."""
    if isinstance(error, ReplyLost | NotReplicated) and error.__cause__:
        return diagnosis(error.__cause__)
    for kind, state in _CLASSES:
        if isinstance(error, kind):
            return state
    if isinstance(error, redis.RedisClusterException):
        return _of_connecting(error)
    if not isinstance(error, redis.ResponseError):
        return StoreState.TLS if _breaks_tls(error) else StoreState.DOWN
    reply = str(error).rpartition(_IN_PIPELINE)[2]
    return next((state for begins, state in _WORDS if begins.match(reply)), None)


def _breaks_tls(error: BaseException | None) -> bool:
    """Return whether TLS is behind this error, such as a certificate, and not just a connection that ended."""
    while error is not None and not isinstance(error, ssl.SSLError):
        error = error.__cause__ or error.__context__
    return error is not None and not isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError)


def _of_connecting(error: BaseException) -> StoreState | None:
    """Return why no server says what it knows of its cluster; None if redis-py refused the command itself."""
    if "slots are not covered" in str(error).lower():
        return StoreState.CLUSTER_DOWN
    reason = error.__cause__ or error.__context__
    return diagnosis(reason) if reason else None


def error_of(reply: str) -> Exception:
    """Return redis-py's error for a server's reply."""
    made: Exception = BaseParser.parse_error(reply)  # type: ignore[no-untyped-call]
    return made
