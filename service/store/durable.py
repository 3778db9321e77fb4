"""Writes that count only when a replica has them, if the operator wants that."""

from collections.abc import Callable, Sequence
from typing import Any

import redis
from redis import exceptions

from service.store.client import Client
from service.store.cluster import ClusterClient
from service.store.keys import layout

Script = Callable[[Sequence[str], Sequence[Any]], Any]


class DurableWrites:
    """Executes commands and scripts whose effect must not be lost.

    With `wait_ms` above 0, a write to a key of no meaning and a WAIT follow each command, in the same round trip. WAIT
    covers what its own connection wrote last; the write makes it cover all that came before, even if the command itself
    wrote nothing: a repeat after a lost reply, or an answer that was written over another connection. All of it is
    one pipeline, because after a reconnect another server might confirm what it does not have.
    """

    def __init__(self, client: Client, wait_ms: int = 0) -> None:
        self._client = client
        self._wait_ms = wait_ms
        self._layout = layout(client)

    @property
    def need_replica(self) -> bool:
        """Whether a write counts only when a replica has it."""
        return self._wait_ms > 0

    def execute(self, key: str, *command: Any) -> Any:
        """Execute a command for this key. Raises redis-py's NOREPLICAS if no replica acknowledges the write in time."""
        if not self.need_replica:
            return self._client.execute_command(*command)  # type: ignore[no-untyped-call]
        if isinstance(self._client, ClusterClient):
            reply, *others = self._in_cluster(self._client, key, command)
        else:
            reply, *others = self._on(self._client, key, command)
        for error in (reply, *others):
            if isinstance(error, redis.ResponseError):
                raise error
        if not others[-1]:
            raise redis.ResponseError("NOREPLICAS No replica has acknowledged the write in time.")
        return reply

    def _on(self, server: redis.Redis, key: str, command: Sequence[Any]) -> list[Any]:
        with server.pipeline(transaction=False) as pipeline:
            pipeline.execute_command(*command)  # type: ignore[no-untyped-call]
            pipeline.set(self._layout.touched(key), "")
            pipeline.wait(1, self._wait_ms)
            return pipeline.execute(raise_on_error=False)

    def _in_cluster(self, cluster: ClusterClient, key: str, command: Sequence[Any]) -> list[Any]:
        """The pipeline as a whole goes to the server that has the key: redis-py would send WAIT to any."""
        try:
            replies = self._on(cluster.owner(key), key, command)
            if not isinstance(replies[0], exceptions.MovedError):
                return replies
            cluster.follow(replies[0])
        except (redis.ConnectionError, redis.TimeoutError):
            cluster.look_again()
        return self._on(cluster.owner(key), key, command)

    def script(self, text: str) -> Script:
        """Return a function that runs the script, and loads it where the server does not know it."""
        script = self._client.register_script(text)

        def run(names: Sequence[str], arguments: Sequence[Any]) -> Any:
            command = ("EVALSHA", script.sha, len(names), *names, *arguments)
            try:
                return self.execute(names[0], *command)
            except redis.exceptions.NoScriptError:
                self._client.script_load(text)
                return self.execute(names[0], *command)

        return run
