"""Sends commands in one round trip to the servers of a cluster that have their keys."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import redis
from redis.exceptions import MovedError

from service.store.cluster import ELSEWHERE, ClusterClient
from service.store.round_trip import BROKEN, Command, ReplyLost, accepted, send, send_to_each, sent_before


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


def round_trips_in(cluster: ClusterClient, commands: Sequence[tuple[str, Command]]) -> list[Any]:
    """Send each command to the server that has its key, all servers at the same time; return a reply for each.

    Errors are among the replies. If a connection breaks, all commands are sent again one by one, so they must be such
    that can be executed twice. redis-py's own pipelines do the same at several times the cost.
    """
    by_server = defaultdict[redis.Redis, list[int]](list)
    for place, (key, _) in enumerate(commands):
        by_server[cluster.owner(key)].append(place)
    # In the same order each time: requests that wait for each other's connections would wait in vain.
    trips = sorted(by_server.items(), key=lambda trip: id(trip[0]))
    try:
        found = send_to_each([(server, [commands[place][1] for place in places]) for server, places in trips])
    except BROKEN:
        cluster.look_again()
        return [_alone(cluster, command) for _, command in commands]
    replies = dict[int, Any]()
    for (_, places), some in zip(trips, found, strict=True):
        replies.update(zip(places, some, strict=True))
    return [
        _alone(cluster, command) if isinstance(replies[place], ELSEWHERE) else replies[place]
        for place, (_, command) in enumerate(commands)
    ]


def _alone(cluster: ClusterClient, command: Command) -> Any:
    try:
        return cluster.execute_command(*command)
    except redis.ResponseError as error:
        return error
