"""A store that is in trouble: one that is not there, one that refuses, and one whose answers get lost."""

import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import redis

from service.store.client import connect, store_client
from service.store.cluster import ClusterClient
from service.store.wait import Wait
from tests.adapters.cluster_by_tls import ByTls, running_by_tls
from tests.adapters.idempotency_workers import LONG_ENOUGH_MS, InMemoryWorkers, RedisWorkers, Workers
from tests.adapters.lossy_link import LossyLink
from tests.servers import CLIENTS, ON_A_CLUSTER, ReplicatedPair, replicated_pair
from tools.cluster.topology import Cluster


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Bound and not listening: no other process can listen there, and each connection is refused."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@pytest.fixture
def no_store() -> Iterator[redis.Redis]:
    """A client of a store that is not there."""
    with connect("unix:///nowhere/store.sock", timeout_s=0.25) as client:
        yield client


@pytest.fixture
def no_cluster(closed_port: int) -> Iterator[ClusterClient]:
    """A client of a cluster that is not there. Tests of every store ask for it by its name in `CLIENTS`."""
    with cluster_client(f"redis+cluster://127.0.0.1:{closed_port}") as client:
        yield client


@pytest.fixture
def link(store_url: str) -> Iterator[LossyLink]:
    """A link to the real store that can lose an answer."""
    link = LossyLink(store_url)
    yield link
    link.close()


@pytest.fixture
def lossy_store(store: redis.Redis, link: LossyLink) -> Iterator[redis.Redis]:
    """A client of the real store by that link; the store is empty at first."""
    assert store.dbsize() == 0
    with connect(link.url, timeout_s=5) as client:
        yield client


@pytest.fixture(scope="session")
def pair() -> Iterator[ReplicatedPair]:
    """A primary and its replica. All tests share them."""
    with replicated_pair() as started:
        yield started


@pytest.fixture
def primary(pair: ReplicatedPair) -> Iterator[redis.Redis]:
    """A client of that primary, emptied for this test."""
    with connect(pair.url, timeout_s=30) as client:
        client.flushall()
        yield client


def cluster_client(url: str) -> ClusterClient:
    client = store_client(url, timeout_s=30)
    assert isinstance(client, ClusterClient)
    return client


@pytest.fixture(scope="session")
def three_primaries() -> Iterator[Cluster]:
    """A cluster without replicas. All tests share it."""
    with TemporaryDirectory(prefix="destiny-") as folder, Cluster(Path(folder), replicas=0) as running:
        yield running


@pytest.fixture
def cluster(three_primaries: Cluster) -> Iterator[ClusterClient]:
    """A client of that cluster, emptied for this test."""
    with cluster_client(three_primaries.url) as client:
        client.flushall()
        yield client


@pytest.fixture(scope="session")
def by_tls() -> Iterator[ByTls]:
    """A cluster that is reached by TLS, as its certificates and users say. All tests share it."""
    with running_by_tls() as running:
        yield running


@pytest.fixture
def cluster_by_tls(by_tls: ByTls) -> Iterator[ClusterClient]:
    """A client of that cluster, emptied for this test."""
    by_tls.empty()
    with cluster_client(by_tls.url()) as client:
        yield client


@pytest.fixture(params=["in memory", "redis", "replicated", ON_A_CLUSTER])
def workers(request: pytest.FixtureRequest, no_store: redis.Redis) -> Iterator[Workers]:
    """Idempotency stores of one kind, as several workers have them."""
    if request.param == "in memory":
        yield InMemoryWorkers()
    elif request.param == "replicated":
        yield RedisWorkers(request.getfixturevalue("primary"), no_store, Wait(1, LONG_ENOUGH_MS))
    else:
        yield RedisWorkers(request.getfixturevalue(CLIENTS[request.param]), no_store)
