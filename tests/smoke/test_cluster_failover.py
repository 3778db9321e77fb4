"""Two services on a cluster. One primary after the other is killed under traffic, and a replica takes its place."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from service.store.keys import CLUSTER
from tests.conftest import Eventually
from tests.smoke.conftest import StartService
from tests.smoke.failovers import Traffic, assert_every_promise_is_kept, flowing, two_services
from tools.cluster.topology import Cluster


@pytest.fixture(params=[1, 2])
def replicas(request: pytest.FixtureRequest) -> int:
    """How many each primary has, and must have a write before it counts."""
    number: int = request.param
    return number


@pytest.fixture
def cluster(replicas: int) -> Iterator[Cluster]:
    with TemporaryDirectory(prefix="destiny-") as folder, Cluster(Path(folder), replicas=replicas) as running:
        yield running


def fail_over(cluster: Cluster, key: str, traffic: Traffic, eventually: Eventually) -> float:
    """Kill the primary that has this key, and return how long it took from its restart until a key was answered."""
    former = cluster.primary_of(key)
    cluster.kill(former)
    eventually(lambda: cluster.primary_of(key) != former)
    cluster.start(former)  # no write counts on the new primary before it has this replica as well
    took = traffic.await_answers()
    eventually(cluster.is_whole)
    return took


@pytest.mark.campaign
def test_cluster__primaries_killed_under_traffic__loses_no_answer_no_draw_and_no_revision(
    start_service: StartService, cluster: Cluster, replicas: int, data_dir: Path, eventually: Eventually
) -> None:
    services = two_services(start_service, cluster.url, data_dir.parent, replicas)
    with flowing(services) as traffic:
        took = [fail_over(cluster, key, traffic, eventually) for key in (CLUSTER.tuning_log, CLUSTER.trials[0])]

    assert_every_promise_is_kept(traffic, took)
