"""Writes that count only when a replica has them, if the operator wants that."""

from collections.abc import Callable, Sequence
from typing import Any

import redis
from redis.exceptions import NoScriptError

from service.store.client import Client
from service.store.cluster import ClusterClient
from service.store.cluster_trip import round_trip_in
from service.store.keys import layout
from service.store.round_trip import Command, ReplyLost, round_trip, sent_before
from service.store.wait import NO_WAIT, Wait

Script = Callable[[Sequence[str], Sequence[Any]], Any]


class NotReplicated(redis.ResponseError):
    """The store has executed the command, and too few replicas have confirmed it."""


class DurableWrites:
    """Executes commands and scripts whose effect must not be lost.

    If replicas must have it, a write to a key of no meaning and a WAIT follow each command, in the same round trip.
    WAIT covers what its own connection wrote last; the write makes it cover all that came before, even if the command
    itself wrote nothing: a repeat after a lost reply, or an answer that was written over another connection. All of it
    is one pipeline, because after a reconnect another server might confirm what it does not have.
    """

    def __init__(self, client: Client, wait: Wait = NO_WAIT) -> None:
        self._client = client
        self._wait = wait
        self._layout = layout(client)
        self.need_replica = wait.replicas > 0
        """Whether a write counts only when a replica has it."""

    def execute(self, key: str, *command: Any) -> Any:
        """Execute a command for this key; raises `NotReplicated` if too few replicas acknowledge it in time."""
        reply, *confirmation = self._replies(key, command, *self._confirmation(key))
        if isinstance(reply, redis.ResponseError):
            raise reply
        if confirmation:
            self._require_replicas(*confirmation)
        return reply

    def script(self, text: str) -> Script:
        """Return a function that runs the script, and loads it where the server does not know it."""
        sha = self._client.register_script(text).sha

        def run(names: Sequence[str], arguments: Sequence[Any]) -> Any:
            command = (names[0], "EVALSHA", sha, len(names), *names, *arguments)
            try:
                return self.execute(*command)
            except NoScriptError:
                self._client.script_load(text)
                return self.execute(*command)
            except ReplyLost as lost:
                # A replica that has just taken over may have what the script wrote, and does not know the script.
                if not isinstance(lost.__cause__, NoScriptError):
                    raise
            with sent_before():
                self._client.script_load(text)
                return self.execute(*command)

        return run

    def _confirmation(self, key: str) -> tuple[Command, ...]:
        return (("SET", self._layout.touched(key), ""), ("WAIT", *self._wait)) if self.need_replica else ()

    def _require_replicas(self, touched: Any, acknowledged: Any) -> None:
        for reply in (touched, acknowledged):
            if isinstance(reply, redis.ResponseError):
                raise NotReplicated(str(reply)) from reply
        if acknowledged < self._wait.replicas:
            raise NotReplicated(
                f"NOREPLICAS {acknowledged} of {self._wait.replicas} replicas have acknowledged the write in time."
            )

    def _replies(self, key: str, *commands: Command) -> list[Any]:
        if isinstance(self._client, ClusterClient):
            return round_trip_in(self._client, key, *commands)
        return round_trip(self._client, *commands)
