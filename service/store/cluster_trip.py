"""Sends commands in one round trip to the server of a cluster that has their key."""

from collections.abc import Sequence
from typing import Any

from redis.exceptions import MovedError

from service.store.cluster import ELSEWHERE, ClusterClient
from service.store.round_trip import BROKEN, Command, ReplyLost, accepted, send, sent_before


def round_trip_in(cluster: ClusterClient, key: str, *commands: Command) -> list[Any]:
    """Send the commands to the server that has this key; once more, if its connection breaks or another one has it.

    All of them go to that server: redis-py would send a WAIT to any.
    """
    try:
        replies = send(cluster.owner(key), *commands)
    except ReplyLost:
        with sent_before():
            return accepted(_sent_again(cluster, key, commands))
    except BROKEN:
        return _sent_again(cluster, key, commands)
    return _redirected(cluster, key, commands, replies)


def _sent_again(cluster: ClusterClient, key: str, commands: Sequence[Command]) -> list[Any]:
    cluster.look_again()
    return _redirected(cluster, key, commands, send(cluster.owner(key), *commands))


def _redirected(cluster: ClusterClient, key: str, commands: Sequence[Command], replies: list[Any]) -> list[Any]:
    """The replies of the server to which these refer, or else these."""
    if not isinstance(replies[0], ELSEWHERE):
        return replies
    if len(commands) == 1:
        with sent_before():  # redis-py follows a key that is just being moved too, and does not say what it has sent
            return [cluster.execute_command(*commands[0])]
    if isinstance(replies[0], MovedError):
        cluster.follow(replies[0])
        return send(cluster.owner(key), *commands)
    return replies
