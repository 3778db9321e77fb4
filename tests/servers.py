"""Servers of all kinds to have as a store: ours, with options that an operator may have given one."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from service.store.client import connect
from service.store.embedded.server import server_binary
from tests.patience import wait_until
from tools.servers.group import free_ports

ON_A_CLUSTER = pytest.param("cluster", marks=pytest.mark.slow)
"""For the tests of a port: one more adapter, that of the service over a cluster."""
ON_A_CLUSTER_BY_TLS = pytest.param("cluster by TLS", marks=pytest.mark.slow)
"""The same, with certificates, for a user who may do no more than the service needs."""
CLIENTS = {"redis": "store", "cluster": "cluster", "cluster by TLS": "cluster_by_tls"}
"""The fixtures with their clients."""
NEWER_COMMANDS = ("HPTTL", "HTTL", "HPEXPIRE", "HPEXPIREAT", "HPEXPIRETIME", "HSETEX", "HGETEX")


@contextmanager
def server(*options: str) -> Iterator[str]:
    """The address of one with these options, which runs as long as the block does."""
    binary = server_binary()
    assert binary
    with TemporaryDirectory(prefix="destiny-") as folder:
        socket = Path(folder) / "store.sock"
        given = ["--port", "0", "--unixsocket", str(socket), "--dir", folder, "--save", "", *options]
        with subprocess.Popen([binary, *given], stdout=subprocess.DEVNULL) as process:
            try:
                wait_until(socket.exists, lambda: "The server did not start.")
                yield f"unix://{socket}"
            finally:
                process.kill()


@contextmanager
def old_server() -> Iterator[str]:
    """One from before the fields of a hash could expire: those commands are taken away."""
    with server(*(word for command in NEWER_COMMANDS for word in ("--rename-command", command, ""))) as url:
        yield url


@dataclass(frozen=True)
class ReplicatedPair:
    """A primary that wants a replica for each write, and its replica, which a test may take away."""

    url: str
    replica_url: str
    port: int
    replica_port: int

    def is_in_step(self) -> bool:
        with connect(self.url, timeout_s=5) as primary:
            found = primary.info("replication")
        return bool(found["min_slaves_good_slaves"] == 1 and found["slave0"]["state"] == "online")

    @contextmanager
    def replica_hangs(self) -> Iterator[None]:
        """It stays connected, so the primary still takes writes, and acknowledges nothing."""
        with connect(self.replica_url, timeout_s=5) as replica:
            pid = int(replica.info("server")["process_id"])
        os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            os.kill(pid, signal.SIGCONT)
            wait_until(self.is_in_step, lambda: "The replica did not come back.")

    @contextmanager
    def replica_is_gone(self) -> Iterator[None]:
        with connect(self.replica_url, timeout_s=5) as replica:
            replica.replicaof("NO", "ONE")
            try:
                wait_until(lambda: not self._has_a_replica(), lambda: "The replica did not leave.")
                yield
            finally:
                replica.replicaof("127.0.0.1", str(self.port))
                wait_until(self.is_in_step, lambda: "The replica did not come back.")

    def _has_a_replica(self) -> bool:
        with connect(self.url, timeout_s=5) as primary:
            return bool(primary.info("replication")["connected_slaves"])


@contextmanager
def replicated_pair() -> Iterator[ReplicatedPair]:
    port, replica_port = free_ports(2)
    common = ("--appendonly", "yes", "--repl-diskless-sync-delay", "0", "--bind", "127.0.0.1")
    with (
        server(*common, "--port", str(port), "--min-replicas-to-write", "1") as primary,
        server(*common, "--port", str(replica_port), "--replicaof", "127.0.0.1", str(port)) as replica,
    ):
        pair = ReplicatedPair(primary, replica, port, replica_port)
        wait_until(pair.is_in_step, lambda: "The replica did not follow.")
        yield pair
