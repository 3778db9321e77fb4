"""Calls scripts that may run twice, because a call whose reply was lost is repeated."""

from collections.abc import Sequence
from typing import Any

from redis.commands.core import Script
from redis.exceptions import NoScriptError

from service.store.client import Client
from service.store.cluster import ClusterClient
from service.store.cluster_trip import round_trips_in
from service.store.round_trip import accepted, round_trip

Call = tuple[Sequence[str], Sequence[Any]]
"""The keys, which have one place in a cluster, and the arguments."""


def run(client: Client, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> Any:
    """Return the reply, at two thirds of the cost of calling the script itself."""
    if isinstance(client, ClusterClient):
        return script(keys, arguments)
    (reply,) = round_trip(client, ("EVALSHA", script.sha, len(keys), *keys, *arguments))
    if isinstance(reply, NoScriptError):
        return script(keys, arguments)
    return accepted([reply])[0]


def run_each(client: Client, script: Script, calls: Sequence[Call]) -> list[Any]:
    """Return the reply of each call; none needs another's. In a cluster, all servers are asked at once."""
    if len(calls) < 2 or not isinstance(client, ClusterClient):
        return [run(client, script, keys, arguments) for keys, arguments in calls]
    evaluate = ("EVALSHA", script.sha)
    replies = round_trips_in(client, [(keys[0], (*evaluate, len(keys), *keys, *some)) for keys, some in calls])
    for place, reply in enumerate(replies):
        if isinstance(reply, NoScriptError):
            replies[place] = script(*calls[place])
    return accepted(replies)
