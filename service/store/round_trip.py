"""Sends commands to the store at half the cost of redis-py's methods, which prepare measurements and callbacks too."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, Final

import redis

Command = Sequence[Any]

BROKEN: Final = (redis.ConnectionError, redis.TimeoutError, OSError)
"""The errors of connections that cannot be made, or that break."""


class ReplyLost(redis.ConnectionError):
    """The commands were sent and their replies did not arrive, so the store may have executed them or not."""


def send(server: redis.Redis, *commands: Command) -> list[Any]:
    """Send the commands at once over one connection; return a reply for each, with the errors among them.

    Raises `ReplyLost` if the store may have executed them without a reply. With any other error, they were not sent.
    """
    pool = server.connection_pool
    connection: Any = pool.get_connection()
    try:
        return _replies(connection, commands)
    except BaseException as error:
        # Late replies must not wait in it for the next command. redis-py closes it too, but not one from Sentinels.
        connection.disconnect()
        if isinstance(error, BROKEN):
            raise ReplyLost(str(error)) from error
        raise
    finally:
        pool.release(connection)


def send_to_each(commands: Sequence[tuple[redis.Redis, Sequence[Command]]]) -> list[list[Any]]:
    """Send each server its commands before any of them has answered; return the replies of each, errors among them.

    Raises for any connection that breaks. The other servers have executed their commands by then, or will.
    """
    with ExitStack() as stack:
        replies = [stack.enter_context(_sent(server, some)) for server, some in commands]
        return [wait() for wait in replies]


@contextmanager
def _sent(server: redis.Redis, commands: Sequence[Command]) -> Iterator[Callable[[], list[Any]]]:
    """Send the commands; the block gets a function that waits for the replies."""
    pool = server.connection_pool
    connection: Any = pool.get_connection()
    try:
        connection.send_packed_command(connection.pack_commands(commands))
        yield lambda: [_reply(connection) for _ in commands]
    except BaseException:
        connection.disconnect()
        raise
    finally:
        pool.release(connection)


def round_trip(server: redis.Redis, *commands: Command) -> list[Any]:
    """Send the commands; if the connection breaks, send them once more over a new one, as redis-py does."""
    try:
        return send(server, *commands)
    except ReplyLost:
        with sent_before():
            return accepted(send(server, *commands))


@contextmanager
def sent_before() -> Iterator[None]:
    """Raise `ReplyLost` for any error: it does not say whether the commands were executed when they were sent first."""
    try:
        yield
    except ReplyLost:
        raise
    except (redis.RedisError, redis.RedisClusterException, OSError) as error:
        raise ReplyLost(str(error)) from error


def accepted(replies: list[Any]) -> list[Any]:
    """Return the replies; raises the first error among them."""
    for reply in replies:
        if isinstance(reply, redis.ResponseError):
            raise reply
    return replies


def _replies(connection: Any, commands: Sequence[Command]) -> list[Any]:
    packed = connection.pack_command(*commands[0]) if len(commands) == 1 else connection.pack_commands(commands)
    connection.send_packed_command(packed)
    return [_reply(connection) for _ in commands]


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except redis.ResponseError as error:
        return error
