"""Calls of a script that need each other's results not at all, made at once."""

from collections.abc import Sequence
from typing import Any

import redis
from redis import exceptions
from redis.commands.core import Script

from service.store.client import Client
from service.store.cluster import ClusterClient

Call = tuple[Sequence[str], Sequence[Any]]
"""The keys, which have one place in a cluster, and the arguments."""


def run_each(client: Client, script: Script, calls: Sequence[Call]) -> list[Any]:
    """Return the reply of each call. In a cluster, every server is asked before the first has answered."""
    if len(calls) < 2 or not isinstance(client, ClusterClient):
        return [script(keys, arguments) for keys, arguments in calls]
    replies: list[Any]
    with client.pipeline(transaction=False) as pipeline:  # type: ignore[no-untyped-call]
        for keys, arguments in calls:
            node = client.get_node_from_key(keys[0])  # type: ignore[no-untyped-call]
            # Without the node, redis-py would ask a server which of the arguments are keys.
            pipeline.execute_command("EVALSHA", script.sha, len(keys), *keys, *arguments, target_nodes=node)
        replies = pipeline.execute(raise_on_error=False)
    for place, reply in enumerate(replies):
        if isinstance(reply, exceptions.NoScriptError):
            replies[place] = script(*calls[place])
        elif isinstance(reply, redis.RedisError | redis.RedisClusterException):
            raise reply
    return replies
