"""A cluster on this machine, of the server that the embedded store uses."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import redis

from tools.servers.group import DURABLE, Servers, client_of, free_ports

PRIMARIES: Final = 3
_SLOTS: Final = 16_384
NODE_TIMEOUT_MS: Final = 2_000
"""How long a server may be silent before the others replace it."""


class Cluster(Servers):
    """Three primaries, with so many replicas each, as long as the block runs."""

    def __init__(self, folder: Path, reached_at: Callable[[int], int] = int, *, replicas: int = 1) -> None:
        """`reached_at` says at which port others reach the server of a port, such as that of a link to it."""
        super().__init__(folder)
        self._replicas = replicas
        number = PRIMARIES * (1 + replicas)
        ports = free_ports(2 * number)
        self.ports = ports[:number]
        self._bus_ports = dict(zip(self.ports, ports[number:], strict=True))
        self._reached_at = {port: reached_at(port) for port in self.ports}

    @property
    def url(self) -> str:
        return f"redis+cluster://{','.join(f'127.0.0.1:{self._reached_at[port]}' for port in self.ports)}"

    @property
    def what_to_kill(self) -> str:
        pids = ", ".join(str(self.pid(port)) for port in self.primaries())
        return f"The primaries are the processes {pids}; kill -9 one of them to see a failover."

    def _start_all(self) -> None:
        for port in self.ports:
            self.start(port)
        self._await(lambda: all(map(_answers, self.ports)))
        primaries = self.ports[:PRIMARIES]
        bounds = [_SLOTS * number // PRIMARIES for number in range(PRIMARIES + 1)]
        for epoch, (port, (first, end)) in enumerate(zip(primaries, pairwise(bounds), strict=True), 1):
            _ask(port, "CLUSTER", "ADDSLOTSRANGE", first, end - 1)
            _ask(port, "CLUSTER", "SET-CONFIG-EPOCH", epoch)
        for port in self.ports[1:]:
            _ask(self.ports[0], "CLUSTER", "MEET", "127.0.0.1", port, self._bus_ports[port])
        self._await(lambda: all(len(self._nodes(port)) == len(self.ports) for port in self.ports))
        for port, primary in zip(self.ports[PRIMARIES:], primaries * self._replicas, strict=True):
            _ask(port, "CLUSTER", "REPLICATE", _ask(primary, "CLUSTER", "MYID"))
        self._await(self.is_whole)

    def start(self, port: int) -> None:
        """Start the server of this port, with the data that it had; the cluster gives it its place."""
        settings = {
            **DURABLE,
            "cluster-enabled": "yes",
            "cluster-port": str(self._bus_ports[port]),
            "cluster-announce-ip": "127.0.0.1",
            "cluster-announce-port": str(self._reached_at[port]),
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
        }
        if self._replicas:
            settings["min-replicas-to-write"] = "1"
        self._spawn_server(port, settings)

    def primaries(self) -> list[int]:
        """The ports of the servers that are responsible for keys, as one of them sees it."""
        return [port for port, flags in self._roles().items() if "master" in flags and "fail" not in flags]

    def replicas(self) -> list[int]:
        """The ports of the servers that follow a primary."""
        return [port for port, flags in self._roles().items() if "slave" in flags and "fail" not in flags]

    def primary_of(self, key: str) -> int:
        """The port of the server that is responsible for this key."""
        slot = self._ask_any("CLUSTER", "KEYSLOT", key)
        for first, last, primary, *_ in self._ask_any("CLUSTER", "SLOTS"):
            if first <= slot <= last:
                return self._port_reached_at(int(primary[1]))
        raise LookupError(key)

    def replica_of(self, primary: int) -> int:
        """The port of a server that follows this one."""
        with client_of(primary) as client:
            announced = int(client.info("replication")["slave0"]["port"])
        return self._port_reached_at(announced)

    def is_whole(self) -> bool:
        """Whether all servers run and agree, and each primary has its replicas."""
        if len(self._running) < len(self.ports):
            return False
        for port in self.ports:
            nodes = self._nodes(port)
            if b"cluster_state:ok" not in _raw(_ask(port, "CLUSTER", "INFO")) or len(nodes) != len(self.ports):
                return False
            if any({"fail", "fail?", "handshake"} & flags for flags in nodes.values()):
                return False
        return [_replicas(port) for port in self.primaries()] == [self._replicas] * PRIMARIES

    def _roles(self) -> dict[int, set[str]]:
        running = next(port for port in self.ports if self.is_running(port))
        return self._nodes(running)

    def _nodes(self, port: int) -> dict[int, set[str]]:
        """What this server says of each: the flags by port."""
        lines = _raw(_ask(port, "CLUSTER", "NODES")).decode().splitlines()
        return {self._port_reached_at(_port(line)): set(line.split()[2].split(",")) for line in lines}

    def _port_reached_at(self, announced: int) -> int:
        # Before servers know each other well, they may know a port that is not announced.
        return next((port for port, reached_at in self._reached_at.items() if reached_at == announced), announced)

    def _ask_any(self, *command: Any) -> Any:
        return _ask(next(port for port in self.ports if self.is_running(port)), *command)


def _port(line: str) -> int:
    """The port in a line of CLUSTER NODES: <id> <ip:port@bus-port,hostname> <flags> ..."""
    return int(line.split()[1].partition("@")[0].rpartition(":")[2])


def _ask(port: int, *command: Any) -> Any:
    with redis.Redis(port=port, socket_timeout=5) as client:
        client.response_callbacks.clear()
        return client.execute_command(*command)


def _raw(answer: Any) -> bytes:
    return bytes(answer)


def _answers(port: int) -> bool:
    return bool(_ask(port, "PING"))


def _replicas(port: int) -> int:
    """How many replicas follow this server and have its data."""
    with client_of(port) as primary:
        found = primary.info("replication")
    return sum(found.get(f"slave{number}", {}).get("state") == "online" for number in range(found["connected_slaves"]))
