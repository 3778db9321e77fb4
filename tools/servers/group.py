"""Several servers that belong together: started, killed, started again, and stopped with the block."""

import socket
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Final, Self

import redis

from service.store.embedded.server import server_binary

PATIENCE_S: Final = 60.0
DURABLE: Final[Mapping[str, str]] = {
    "appendonly": "yes",
    "appendfsync": "no",
    "save": "",
    "maxmemory-policy": "noeviction",
    # Otherwise a replica waits five seconds for others before it is sent the data.
    "repl-diskless-sync-delay": "0",
}
"""Settings of a server that someone keeps data on."""


class ServersFailed(Exception):
    """A server ended, or did not get ready in time."""


class Servers(ABC):
    """The servers, as long as the block runs."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    @property
    @abstractmethod
    def url(self) -> str:
        """For DESTINY_REDIS_URL."""

    @property
    @abstractmethod
    def what_to_kill(self) -> str:
        """What someone can do to see a failover."""

    @abstractmethod
    def _start_all(self) -> None:
        """Start everything, and return when a failover would work."""

    def __enter__(self) -> Self:
        """Start everything, and return when a failover would work."""
        with ExitStack() as undo:
            undo.callback(self._stop)
            self._start_all()
            undo.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop what still runs."""
        self._stop()

    def kill(self, port: int) -> None:
        """Kill the server of this port with SIGKILL."""
        process = self._running.pop(port)
        process.kill()
        process.wait()

    def is_running(self, port: int) -> bool:
        return port in self._running

    def pid(self, port: int) -> int:
        return self._running[port].pid

    def folder_of(self, port: int) -> Path:
        """The folder with the data and the log of this server."""
        folder = self._folder / str(port)
        folder.mkdir(exist_ok=True)
        return folder

    def _spawn_server(self, port: int, settings: Mapping[str, str], *more: str) -> None:
        given = {**settings, "port": str(port), "bind": "127.0.0.1", "dir": str(self.folder_of(port))}
        self._spawn(port, [*(word for name, value in given.items() for word in (f"--{name}", value)), *more])

    def _spawn(self, port: int, arguments: Sequence[str]) -> None:
        binary = server_binary()
        if binary is None:
            raise ServersFailed("There is no server binary for this platform.")
        with (self.folder_of(port) / "server.log").open("ab") as log:
            # A Ctrl-C at the terminal is for the services first.
            self._running[port] = subprocess.Popen(  # noqa: S603  the arguments are made here
                [binary, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def _await(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            if ended := [port for port, process in self._running.items() if process.poll() is not None]:
                log = self.folder_of(ended[0]) / "server.log"
                raise ServersFailed(f"A server ended. {log}:\n{log.read_text('utf-8', 'replace')}")
            try:
                if condition():
                    return
            except redis.RedisError:
                pass  # it still starts
            if time.monotonic() > deadline:
                raise ServersFailed(f"The servers were not ready within {PATIENCE_S:g} seconds.")
            time.sleep(0.05)

    def _stop(self) -> None:
        for process in self._running.values():
            process.kill()
        for process in self._running.values():
            process.wait()
        self._running.clear()


def client_of(port: int) -> redis.Redis:
    """A client of this server that waits for a while."""
    return redis.Redis(port=port, socket_timeout=5)


def free_ports(number: int) -> list[int]:
    """Return ports of this machine that nothing listens on."""
    with ExitStack() as held:  # all at once, or the same one could be found twice
        bound = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [one.getsockname()[1] for one in bound]
