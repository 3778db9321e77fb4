"""What it comes to when the store does not do what it is told; the one place that knows the errors of redis-py."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import redis
from redis import exceptions
from redis._parsers.base import BaseParser  # tests/adapters/test_private_names.py says what to do when it goes

from service.errors import StoreTooOld, StoreUnavailable, StoreUnusable
from service.store.condition import StoreState

_CLASSES: Final[tuple[tuple[type[Exception], StoreState], ...]] = (
    (exceptions.BusyLoadingError, StoreState.LOADING),
    (exceptions.AuthenticationError, StoreState.UNAUTHORIZED),
    (exceptions.AuthenticationWrongNumberOfArgsError, StoreState.UNAUTHORIZED),
    (exceptions.NoPermissionError, StoreState.FORBIDDEN),
    (exceptions.ReadOnlyError, StoreState.READ_ONLY),
    (exceptions.OutOfMemoryError, StoreState.FULL),
    (exceptions.ClusterDownError, StoreState.CLUSTER),
    (exceptions.ClusterCrossSlotError, StoreState.CLUSTER),
    (exceptions.AskError, StoreState.CLUSTER),  # MovedError is one
    (exceptions.NoScriptError, StoreState.DOWN),  # a server that was exchanged after it had been told the script
)
_WORDS: Final = (
    (re.compile("NOREPLICAS"), StoreState.NO_REPLICAS),
    (re.compile("MISCONF"), StoreState.DISK_ERROR),
    (re.compile("MASTERDOWN|UNKILLABLE|BUSY "), StoreState.DOWN),
    # The last: MULTI was forbidden, but redis-py hides that.
    (re.compile("NOPERM|(ERR )?(ACL failure in script|EXEC without MULTI)"), StoreState.FORBIDDEN),
    (re.compile("WRONGTYPE"), StoreState.WRONG_TYPE),
    (re.compile("(ERR )?(DB index is out of range|invalid DB index|SELECT is not allowed)"), StoreState.WRONG_DATABASE),
    # So begins what servers reply to a command that came after them: alone, and within a script.
    (re.compile("(ERR )?unknown (redis )?command", re.IGNORECASE), StoreState.TOO_OLD),
)
"""How the replies begin that redis-py has no class for."""
_IN_PIPELINE: Final = " of pipeline caused error: "
"""What redis-py, after telling the command, puts before the reply to it where it was one of several."""
_KINDS: Final[Mapping[StoreState, type[StoreUnavailable]]] = {
    StoreState.TOO_OLD: StoreTooOld,
    StoreState.UNAUTHORIZED: StoreUnusable,
    StoreState.FORBIDDEN: StoreUnusable,
    StoreState.WRONG_DATABASE: StoreUnusable,
    StoreState.WRONG_TYPE: StoreUnusable,
    StoreState.CLUSTER: StoreUnusable,
}


@dataclass(slots=True)
class Failures:
    """How often the store has failed this process; any use of it may be the one that does."""

    so_far: int = 0


FAILURES: Final = Failures()


@contextmanager
def translating_redis_errors() -> Iterator[None]:
    """Where commands are sent: whatever keeps the store from taking them is `StoreUnavailable`.

    A command that the server calls wrong is a bug of ours and passes through. Full, loading, read-only and failing over
    are no bugs: the server is there and cannot do its work. Nor are an old server, a permission or a key of others.
    """
    try:
        yield
    except (redis.RedisError, OSError) as error:
        state = diagnosis(error)
        if state is None:
            raise
        FAILURES.so_far += 1
        raise _KINDS.get(state, StoreUnavailable)(str(error)) from error


def diagnosis(error: BaseException | None) -> StoreState | None:
    """The state of a store that has answered with this; None where the command was wrong."""
    for kind, state in _CLASSES:
        if isinstance(error, kind):
            return state
    if not isinstance(error, redis.ResponseError):
        return StoreState.DOWN
    reply = str(error).rpartition(_IN_PIPELINE)[2]
    return next((state for begins, state in _WORDS if begins.match(reply)), None)


def error_of(reply: str) -> Exception:
    """The error that redis-py makes of a server's words."""
    made: Exception = BaseParser.parse_error(reply)  # type: ignore[no-untyped-call]
    return made
