"""A primary, two replicas and three Sentinels on this machine, of the server that the embedded store uses."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tools.servers.group import DURABLE, Servers, client_of, free_ports

NAME: Final = "destiny"
"""By which the Sentinels know the primary."""
SENTINELS: Final = 3
SERVERS: Final = 3
DOWN_AFTER_MS: Final = 2_000
"""How long the primary may be silent before the Sentinels replace it.

After a switch, a Sentinel connects to the new primary up to a second later, and counts that second as silence. With
1000, they would sometimes replace it at once, while it works.
"""
_SENTINEL: Final = f"""\
sentinel monitor {NAME} 127.0.0.1 {{primary}} 2
sentinel down-after-milliseconds {NAME} {DOWN_AFTER_MS}
sentinel failover-timeout {NAME} 5000
sentinel parallel-syncs {NAME} 2
"""


class Topology(Servers):
    """The servers, as long as the block runs."""

    def __init__(self, folder: Path, reached_at: Callable[[int], int] = int) -> None:
        """`reached_at` says at which port others reach the server of a port, such as that of a link to it."""
        super().__init__(folder)
        ports = free_ports(SERVERS + SENTINELS)
        self.ports, self.sentinel_ports = ports[:SERVERS], ports[SERVERS:]
        self._reached_at = {port: reached_at(port) for port in self.ports}

    @property
    def url(self) -> str:
        return f"redis+sentinel://{','.join(f'127.0.0.1:{port}' for port in self.sentinel_ports)}/{NAME}"

    @property
    def what_to_kill(self) -> str:
        return f"The primary is process {self.pid(self.primary())}; kill -9 it to see a failover."

    def _start_all(self) -> None:
        for port in self.ports:
            self.start(port, replica_of=None if port == self.ports[0] else self.ports[0])
        self._await(lambda: self._replicas_follow(self.ports[0]))
        for port in self.sentinel_ports:
            self._start_sentinel(port)
        self._await(self.is_whole)

    def primary(self) -> int:
        """The port of the server that the Sentinels regard as the primary."""
        with client_of(self.sentinel_ports[0]) as sentinel:
            address: Any = sentinel.sentinel_get_master_addr_by_name(NAME)
        return next(port for port, reached_at in self._reached_at.items() if reached_at == int(address[1]))

    def is_whole(self) -> bool:
        """Whether all servers run, both replicas follow the primary, and all Sentinels know that."""
        if len(self._running) < SERVERS + SENTINELS or not all(map(self._sentinel_knows_all, self.sentinel_ports)):
            return False
        return self._replicas_follow(self.primary())

    def start(self, port: int, replica_of: int | None) -> None:
        """Start the server of this port, with the data that it had."""
        settings = {
            **DURABLE,
            "min-replicas-to-write": "1",
            "replica-announce-ip": "127.0.0.1",
            "replica-announce-port": str(self._reached_at[port]),
        }
        follows = () if replica_of is None else ("--replicaof", "127.0.0.1", str(self._reached_at[replica_of]))
        self._spawn_server(port, settings, *follows)

    def _start_sentinel(self, port: int) -> None:
        # Sentinels write what they find out into their own configuration.
        configuration = self.folder_of(port) / "sentinel.conf"
        configuration.write_text(
            f'port {port}\nbind 127.0.0.1\ndir "{configuration.parent}"\n'
            + _SENTINEL.format(primary=self._reached_at[self.ports[0]]),
            "utf-8",
        )
        self._spawn(port, [str(configuration), "--sentinel"])

    def _replicas_follow(self, port: int) -> bool:
        with client_of(port) as primary:
            found = primary.info("replication")
        states = [found.get(f"slave{number}", {}).get("state") for number in range(SERVERS - 1)]
        return states == ["online"] * (SERVERS - 1)

    def _sentinel_knows_all(self, port: int) -> bool:
        with client_of(port) as sentinel:
            masters: Any = sentinel.sentinel_masters()
            replicas: Any = sentinel.sentinel_slaves(NAME)
        found = masters[NAME]
        up = [replica for replica in replicas if not replica["is_sdown"] and not replica["is_disconnected"]]
        return (len(up), found["num-other-sentinels"]) == (SERVERS - 1, SENTINELS - 1)
