"""A primary, two replicas and three Sentinels on this machine, of the server that the embedded store uses."""

import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final, Self

import redis

from service.store.embedded.server import server_binary

NAME: Final = "destiny"
"""By which the Sentinels know the primary."""
SENTINELS: Final = 3
SERVERS: Final = 3
PATIENCE_S: Final = 60.0
_SERVER: Final = {
    "appendonly": "yes",
    "appendfsync": "no",
    "save": "",
    "maxmemory-policy": "noeviction",
    "min-replicas-to-write": "1",
    # Otherwise a replica waits five seconds for others before it is sent the data.
    "repl-diskless-sync-delay": "0",
}
_SENTINEL: Final = f"""\
sentinel monitor {NAME} 127.0.0.1 {{primary}} 2
sentinel down-after-milliseconds {NAME} 1000
sentinel failover-timeout {NAME} 5000
sentinel parallel-syncs {NAME} 2
"""


class TopologyFailed(Exception):
    """A server ended, or did not get ready in time."""


class Topology:
    """The servers, as long as the block runs."""

    def __init__(self, folder: Path, reached_at: Callable[[int], int] = int) -> None:
        """`reached_at` says at which port others reach the server of a port, such as that of a link to it."""
        self._folder = folder
        ports = free_ports(SERVERS + SENTINELS)
        self.ports, self.sentinel_ports = ports[:SERVERS], ports[SERVERS:]
        self._reached_at = {port: reached_at(port) for port in self.ports}
        self._running: dict[int, subprocess.Popen[bytes]] = {}

    @property
    def url(self) -> str:
        """For DESTINY_REDIS_URL."""
        return f"redis+sentinel://{','.join(f'127.0.0.1:{port}' for port in self.sentinel_ports)}/{NAME}"

    def __enter__(self) -> Self:
        """Start everything, and return when a failover would work."""
        with ExitStack() as undo:
            undo.callback(self._stop)
            for port in self.ports:
                self.start(port, replica_of=None if port == self.ports[0] else self.ports[0])
            self._await(lambda: self._replicas_follow(self.ports[0]))
            for port in self.sentinel_ports:
                self._start_sentinel(port)
            self._await(self.is_whole)
            undo.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop what still runs."""
        self._stop()

    def primary(self) -> int:
        """The port of the server that the Sentinels regard as the primary."""
        with _client(self.sentinel_ports[0]) as sentinel:
            address: Any = sentinel.sentinel_get_master_addr_by_name(NAME)
        return next(port for port, reached_at in self._reached_at.items() if reached_at == int(address[1]))

    def is_whole(self) -> bool:
        """Whether all servers run, both replicas follow the primary, and all Sentinels know that."""
        if len(self._running) < SERVERS + SENTINELS or not all(map(self._sentinel_knows_all, self.sentinel_ports)):
            return False
        return self._replicas_follow(self.primary())

    def start(self, port: int, replica_of: int | None) -> None:
        """Start the server of this port, with the data that it had."""
        folder = self._folder / str(port)
        folder.mkdir(exist_ok=True)
        options = [word for name, value in _SERVER.items() for word in (f"--{name}", value)]
        options += ["--replica-announce-ip", "127.0.0.1", "--replica-announce-port", str(self._reached_at[port])]
        if replica_of is not None:
            options += ["--replicaof", "127.0.0.1", str(self._reached_at[replica_of])]
        self._spawn(port, folder, [*options, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)])

    def kill(self, port: int) -> None:
        """Kill the server of this port with SIGKILL."""
        process = self._running.pop(port)
        process.kill()
        process.wait()

    def is_running(self, port: int) -> bool:
        return port in self._running

    def pid(self, port: int) -> int:
        return self._running[port].pid

    def _start_sentinel(self, port: int) -> None:
        folder = self._folder / str(port)
        folder.mkdir(exist_ok=True)
        # Sentinels write what they find out into their own configuration.
        configuration = folder / "sentinel.conf"
        configuration.write_text(
            f'port {port}\nbind 127.0.0.1\ndir "{folder}"\n'
            + _SENTINEL.format(primary=self._reached_at[self.ports[0]]),
            "utf-8",
        )
        self._spawn(port, folder, [str(configuration), "--sentinel"])

    def _spawn(self, port: int, folder: Path, arguments: Sequence[str]) -> None:
        binary = server_binary()
        if binary is None:
            raise TopologyFailed("There is no server binary for this platform.")
        with (folder / "server.log").open("ab") as log:
            # A Ctrl-C at the terminal is for the services first.
            self._running[port] = subprocess.Popen(  # noqa: S603  the arguments are made here
                [binary, *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )

    def _replicas_follow(self, port: int) -> bool:
        with _client(port) as primary:
            found = primary.info("replication")
        states = [found.get(f"slave{number}", {}).get("state") for number in range(SERVERS - 1)]
        return states == ["online"] * (SERVERS - 1)

    def _sentinel_knows_all(self, port: int) -> bool:
        with _client(port) as sentinel:
            masters: Any = sentinel.sentinel_masters()
            replicas: Any = sentinel.sentinel_slaves(NAME)
        found = masters[NAME]
        up = [replica for replica in replicas if not replica["is_sdown"] and not replica["is_disconnected"]]
        return (len(up), found["num-other-sentinels"]) == (SERVERS - 1, SENTINELS - 1)

    def _await(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while True:
            if ended := [port for port, process in self._running.items() if process.poll() is not None]:
                log = self._folder / str(ended[0]) / "server.log"
                raise TopologyFailed(f"A server ended. {log}:\n{log.read_text('utf-8', 'replace')}")
            try:
                if condition():
                    return
            except redis.RedisError:
                pass  # it still starts
            if time.monotonic() > deadline:
                raise TopologyFailed(f"The servers were not ready within {PATIENCE_S:g} seconds.")
            time.sleep(0.05)

    def _stop(self) -> None:
        for process in self._running.values():
            process.kill()
        for process in self._running.values():
            process.wait()
        self._running.clear()


def _client(port: int) -> redis.Redis:
    return redis.Redis(port=port, socket_timeout=5)


def free_ports(number: int) -> list[int]:
    """Return ports of this machine that nothing listens on."""
    with ExitStack() as held:  # all at once, or the same one could be found twice
        bound = [held.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(number)]
        return [one.getsockname()[1] for one in bound]
