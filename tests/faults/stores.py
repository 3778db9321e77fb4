"""The stores that a campaign breaks: each as a service has it, and as someone does who can do anything to it."""

import os
import shutil
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Final

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store.client import store_client
from service.store.embedded.server import server_binary
from service.store.keys import CLUSTER, ONE
from tests.patience import wait_until
from tests.smoke.cuttable_link import CuttableLink
from tools.cluster.topology import Cluster
from tools.sentinel.topology import NAME, Topology
from tools.servers.group import Servers, free_ports

_DURABLE: Final = {"appendonly": "yes", "appendfsync": "always", "save": "", "maxmemory-policy": "noeviction"}
_TIMEOUT_S: Final = 5
_BETWEEN_FAILOVERS_S: Final = 10.0
"""Sentinels start no failover within twice their time limit for one."""


class StoreKind(StrEnum):
    """What an operator may choose."""

    OWN = "own"
    SERVER = "server"
    SENTINEL = "sentinel"
    REPLICATED = "replicated"
    ALL_REPLICAS = "all-replicas"
    CLUSTER = "cluster"

    @property
    def called(self) -> str:
        """In tables."""
        return {
            "own": "its own",
            "server": "one server",
            "sentinel": "Sentinel",
            "replicated": "Sentinel, `replicated`",
            "all-replicas": "Sentinel, `replicated`, both replicas",
            "cluster": "cluster, `replicated`",
        }[self]

    @property
    def is_watched(self) -> bool:
        """Whether Sentinels promote a replica if the primary fails."""
        return self in (StoreKind.SENTINEL, StoreKind.REPLICATED, StoreKind.ALL_REPLICAS)

    @property
    def fails_over(self) -> bool:
        """Whether a replica takes the place of the primary, which has not waited for it with everything."""
        return self.is_watched or self is StoreKind.CLUSTER


class Store(ABC):
    """A store while it runs. What is asked of it goes past its links."""

    kind: StoreKind
    settings: Mapping[str, str]
    """What a service needs to use it."""

    @abstractmethod
    def client(self) -> redis.Redis:
        """A client of the server that takes writes now."""

    @abstractmethod
    def kill(self) -> None:
        """SIGKILL for the server that takes writes."""

    @abstractmethod
    def restore(self) -> None:
        """Start what was killed, and return when all is as it was in the beginning."""

    settles_at: float = 0.0
    """From this moment on it takes the next fault as it took the first one."""

    def pid(self) -> int:
        with self.client() as client:
            return int(client.info("server")["process_id"])

    def link(self) -> CuttableLink:
        """The link by which everybody reaches the server that takes writes."""
        raise TypeError(f"There is no link to {self.kind}.")

    def revisions(self) -> list[bytes]:
        """Every entry of the tuning log."""
        with self.client() as client:
            return list(client.lrange(ONE.tuning_log, 0, -1))

    def records(self) -> set[str]:
        """The ids of all records."""
        with self.client() as client:
            return {one.decode() for one in client.hkeys(ONE.records[0].documents)}


class OwnStore(Store):
    """The service's own store: the service starts it, also again."""

    kind = StoreKind.OWN
    settings: Mapping[str, str] = {}

    def __init__(self, data_dir: Path) -> None:
        self._socket = data_dir / "store.sock"

    def client(self) -> redis.Redis:
        return redis.Redis(unix_socket_path=str(self._socket), socket_timeout=_TIMEOUT_S, retry=Retry(NoBackoff(), 0))

    def kill(self) -> None:
        os.kill(self.pid(), signal.SIGKILL)

    def restore(self) -> None:
        wait_until(self._answers, lambda: "The service did not start its store again.")

    def _answers(self) -> bool:
        try:
            return self.pid() > 0
        except redis.RedisError:
            return False


class OneServer(Store):
    """A server that keeps on disk whatever it acknowledges."""

    kind = StoreKind.SERVER

    def __init__(self, folder: Path, links: ExitStack | None) -> None:
        self._folder = folder
        (self._port,) = free_ports(1)
        self._link = link_to(self._port, links) if links else None
        self.settings = {"DESTINY_REDIS_URL": f"redis://127.0.0.1:{self._link.port if self._link else self._port}"}
        self._process: subprocess.Popen[bytes] | None = None

    def client(self) -> redis.Redis:
        return redis.Redis(port=self._port, socket_timeout=_TIMEOUT_S, retry=Retry(NoBackoff(), 0))

    def link(self) -> CuttableLink:
        return self._link or super().link()

    def kill(self) -> None:
        self.stop()

    def lose_everything(self) -> None:
        """Remove the data of the killed server."""
        shutil.rmtree(self._folder / "appendonlydir")

    def restore(self) -> None:
        if self._process is None:
            options = [word for name, value in _DURABLE.items() for word in (f"--{name}", value)]
            binary = server_binary()
            assert binary
            self._process = subprocess.Popen(
                [binary, *options, "--port", str(self._port), "--bind", "127.0.0.1", "--dir", str(self._folder)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        wait_until(self._answers, lambda: "The server did not start.")

    def stop(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.RedisError:
            return False


class Replicated(Store):
    """Servers of which one takes the place of another that fails."""

    topology: Servers

    @abstractmethod
    def primary(self) -> int:
        """The port of the server that faults are done to."""

    @abstractmethod
    def replicas(self) -> list[int]:
        """The ports of those who follow it."""

    @abstractmethod
    def ask_for_a_failover(self, *how: str) -> None:
        """As an operator does who wants another primary."""

    def await_promotion(self, former: int) -> None:
        wait_until(lambda: self.primary() != former, lambda: "No replica was promoted.")

    def client(self) -> redis.Redis:
        return self.client_of(self.primary())

    def client_of(self, port: int) -> redis.Redis:
        return redis.Redis(port=port, socket_timeout=_TIMEOUT_S, retry=Retry(NoBackoff(), 0))

    def kill(self) -> None:
        self.topology.kill(self.primary())


class Watched(Replicated):
    """A primary, two replicas, and three Sentinels."""

    topology: Topology

    def __init__(self, kind: StoreKind, folder: Path, links: ExitStack | None) -> None:
        self.kind = kind
        self._folder = folder
        self._links: dict[int, CuttableLink] = {}
        self.topology = Topology(folder, (lambda port: self._link_to(port, links)) if links else int)
        self.settings = {
            "DESTINY_REDIS_URL": self.topology.url,
            "DESTINY_STORE_SAFETY": "one" if kind is StoreKind.SENTINEL else "replicated",
            "DESTINY_STORE_REPLICAS": "2" if kind is StoreKind.ALL_REPLICAS else "1",
        }

    def primary(self) -> int:
        return self.topology.primary()

    def replicas(self) -> list[int]:
        primary = self.topology.primary()
        return [port for port in self.topology.ports if port != primary]

    def link(self) -> CuttableLink:
        return self._links[self.topology.primary()]

    def restore(self) -> None:
        if not self.topology.is_running(self.topology.primary()):
            self.await_promotion(self.topology.primary())
        for port in self.topology.ports:
            if not self.topology.is_running(port):
                self.topology.start(port, replica_of=self.topology.primary())
        wait_until(self.is_whole, lambda: "The Sentinels, the primary and its replicas did not find together again.")
        self.settles_at = time.monotonic() + _BETWEEN_FAILOVERS_S

    def restart_empty(self) -> None:
        """Kill the primary and start it without its data, as if a supervisor had found an empty disk."""
        port = self.topology.primary()
        self.topology.kill(port)
        shutil.rmtree(self._folder / str(port) / "appendonlydir")
        self.topology.start(port, replica_of=None)

    def is_whole(self) -> bool:
        try:
            return self.topology.is_whole()
        except redis.RedisError:
            return False

    def ask_for_a_failover(self, *how: str) -> None:
        with self.client_of(self.topology.sentinel_ports[0]) as sentinel:
            sentinel.execute_command("SENTINEL", "FAILOVER", NAME, *how)

    def _link_to(self, port: int, links: ExitStack) -> int:
        self._links[port] = link_to(port, links)
        return self._links[port].port


class InCluster(Replicated):
    """Three primaries with a replica each. Faults are done to the primary with the tuning, and a third of the rest."""

    kind = StoreKind.CLUSTER
    topology: Cluster

    def __init__(self, folder: Path, links: ExitStack | None) -> None:
        self._links: dict[int, CuttableLink] = {}
        self.topology = Cluster(folder, (lambda port: self._link_to(port, links)) if links else int)
        self.settings = {"DESTINY_REDIS_URL": self.topology.url, "DESTINY_STORE_SAFETY": "replicated"}

    def primary(self) -> int:
        return self.topology.primary_of(CLUSTER.tuning_log)

    def replicas(self) -> list[int]:
        return [self.topology.replica_of(self.primary())]

    def link(self) -> CuttableLink:
        return self._links[self.primary()]

    def ask_for_a_failover(self, *how: str) -> None:
        (replica,) = self.replicas()
        with self.client_of(replica) as client:
            client.execute_command("CLUSTER", "FAILOVER", *how)

    def restore(self) -> None:
        if not self.topology.is_running(self.primary()):
            self.await_promotion(self.primary())
        for port in self.topology.ports:
            if not self.topology.is_running(port):
                self.topology.start(port)
        wait_until(self._is_whole, lambda: "The servers of the cluster did not find together again.")

    def revisions(self) -> list[bytes]:
        with store_client(self.topology.url, _TIMEOUT_S) as client:
            return list(client.lrange(CLUSTER.tuning_log, 0, -1))

    def records(self) -> set[str]:
        with store_client(self.topology.url, _TIMEOUT_S) as client:
            found = [client.hkeys(group.documents) for group in CLUSTER.records]
        return {one.decode() for some in found for one in some}

    def _is_whole(self) -> bool:
        try:
            return self.topology.is_whole()
        except redis.RedisError:
            return False

    def _link_to(self, port: int, links: ExitStack) -> int:
        self._links[port] = link_to(port, links)
        return self._links[port].port


def link_to(port: int, links: ExitStack) -> CuttableLink:
    link = CuttableLink(port)
    links.callback(link.close)
    return link


@contextmanager
def running_store(kind: StoreKind, folder: Path, data_dir: Path, *, linked: bool) -> Iterator[Store]:
    """The store in this folder, as long as the block runs; the service's own is in the service's data folder."""
    folder.mkdir()
    with ExitStack() as stack:
        links = stack if linked else None
        if kind is StoreKind.OWN:
            yield OwnStore(data_dir)
        elif kind is StoreKind.SERVER:
            server = OneServer(folder, links)
            stack.callback(server.stop)
            server.restore()
            yield server
        else:
            several = InCluster(folder, links) if kind is StoreKind.CLUSTER else Watched(kind, folder, links)
            stack.enter_context(several.topology)
            yield several
