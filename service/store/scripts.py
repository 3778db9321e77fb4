"""Calls of a script that need each other's results not at all, made at once."""

from collections.abc import Sequence
from typing import Any

from redis.commands.core import Script
from redis.exceptions import NoScriptError

from service.store.client import Client
from service.store.cluster import ClusterClient
from service.store.cluster_trip import round_trips_in
from service.store.round_trip import accepted

Call = tuple[Sequence[str], Sequence[Any]]
"""The keys, which have one place in a cluster, and the arguments."""


def run_each(client: Client, script: Script, calls: Sequence[Call]) -> list[Any]:
    """Return the reply of each call. In a cluster, every server is asked before the first has answered."""
    if len(calls) < 2 or not isinstance(client, ClusterClient):
        return [script(keys, arguments) for keys, arguments in calls]
    evaluate = ("EVALSHA", script.sha)
    replies = round_trips_in(client, [(keys[0], (*evaluate, len(keys), *keys, *some)) for keys, some in calls])
    for place, reply in enumerate(replies):
        if isinstance(reply, NoScriptError):
            replies[place] = script(*calls[place])
    return accepted(replies)
