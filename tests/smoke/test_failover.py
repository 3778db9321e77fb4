"""Two services on a store that Sentinels watch. Its primary is killed under traffic, also while its replicas lag."""

import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest
import redis

from tests.conftest import Eventually
from tests.patience import wait_until
from tests.smoke.conftest import StartService
from tests.smoke.cuttable_link import CuttableLink
from tests.smoke.failovers import Traffic, assert_every_promise_is_kept, flowing, two_services
from tools.sentinel.topology import Topology

LAG_S: Final = 0.4


@pytest.fixture
def topology() -> Iterator[Topology]:
    with TemporaryDirectory(prefix="destiny-") as folder, Topology(Path(folder)) as running:
        yield running


def fail_over(topology: Topology, traffic: Traffic) -> float:
    """Kill the primary, and return how long it took until a key was answered again."""
    former = topology.primary()
    topology.kill(former)
    took = traffic.await_answers()
    topology.start(former, replica_of=topology.primary())
    return took


def lag(topology: Topology, undo: ExitStack) -> None:
    """Have the replicas miss what is written from now on, while the primary believes them to be in step."""
    primary = topology.primary()
    link = CuttableLink(primary)
    undo.callback(link.close)
    for port in topology.ports:
        if port != primary:
            follow(port, link.port)
    link.cut()
    time.sleep(LAG_S)


def follow(port: int, primary: int) -> None:
    with closing(redis.Redis(port=port)) as replica:
        replica.replicaof("127.0.0.1", str(primary))
        wait_until(
            lambda: replica.info("replication")["master_link_status"] == "up", lambda: "A replica did not follow."
        )


@pytest.mark.campaign
def test_failover__under_traffic__loses_no_answer_no_draw_and_no_revision(
    start_service: StartService, topology: Topology, data_dir: Path, eventually: Eventually
) -> None:
    services = two_services(start_service, topology.url, data_dir.parent)
    with ExitStack() as undo, flowing(services) as traffic:
        took = [fail_over(topology, traffic)]
        eventually(topology.is_whole)
        lag(topology, undo)
        took.append(fail_over(topology, traffic))

    assert_every_promise_is_kept(traffic, took)
