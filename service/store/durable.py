"""Writes that count only when a replica has them, if the operator wants that."""

from collections.abc import Callable, Sequence
from typing import Any

import redis

from service.store import keys

Script = Callable[[Sequence[str], Sequence[Any]], Any]


class DurableWrites:
    """Executes commands and scripts whose effect must not be lost.

    With `wait_ms` above 0, a write to a key of no meaning and a WAIT follow each command, in the same round trip. WAIT
    covers what its own connection wrote last; the write makes it cover all that came before, even if the command itself
    wrote nothing: a repeat after a lost reply, or an answer that was written over another connection. All of it is
    one pipeline, because after a reconnect another server might confirm what it does not have.
    """

    def __init__(self, client: redis.Redis, wait_ms: int = 0) -> None:
        self._client = client
        self._wait_ms = wait_ms

    @property
    def need_replica(self) -> bool:
        """Whether a write counts only when a replica has it."""
        return self._wait_ms > 0

    def execute(self, *command: Any) -> Any:
        """Return the reply. Raises redis-py's error for NOREPLICAS if no replica acknowledges the write in time."""
        if not self.need_replica:
            return self._client.execute_command(*command)  # type: ignore[no-untyped-call]
        with self._client.pipeline(transaction=False) as pipeline:
            pipeline.execute_command(*command)  # type: ignore[no-untyped-call]
            pipeline.set(keys.TOUCHED, "")
            pipeline.wait(1, self._wait_ms)
            reply, *others = pipeline.execute(raise_on_error=False)
        for error in (reply, *others):
            if isinstance(error, redis.ResponseError):
                raise error
        if not others[-1]:
            raise redis.ResponseError("NOREPLICAS No replica has acknowledged the write in time.")
        return reply

    def script(self, text: str) -> Script:
        """Return a function that runs the script, and loads it where the server does not know it."""
        script = self._client.register_script(text)

        def run(names: Sequence[str], arguments: Sequence[Any]) -> Any:
            try:
                return self.execute("EVALSHA", script.sha, len(names), *names, *arguments)
            except redis.exceptions.NoScriptError:
                self._client.script_load(text)
                return self.execute("EVALSHA", script.sha, len(names), *names, *arguments)

        return run
