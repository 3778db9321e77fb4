"""What it comes to when the store does not do what it is told; the one place that knows the errors of redis-py."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import redis

from service.usecases.store_away import StoreAway, StoreTooOld

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


@dataclass(slots=True)
class Failures:
    """How often the store has failed this process; any use of it may be the one that does."""

    so_far: int = 0


FAILURES: Final = Failures()


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
