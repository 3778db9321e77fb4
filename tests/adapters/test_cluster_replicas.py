"""A cluster with two replicas for each primary, when both must have what counts and when one is enough."""

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from service.check_store import check_store
from service.draws.ports import TakenDraw
from service.draws.redis import RedisDrawStore
from service.errors import StoreUnavailable
from service.settings import Settings
from service.store.condition import UP, StoreState
from service.store.health import RedisStoreHealth
from service.store.keys import CLUSTER
from service.store.wait import Wait
from service.tuning.redis import RedisTuningLog
from service.tuning.revisions import LogHead
from tests.adapters.conftest import cluster_client
from tests.builders.revisions import kept
from tests.conftest import Eventually
from tools.cluster.topology import Cluster

pytestmark = pytest.mark.slow
SEED = bytes(range(32))
BOTH, SHORT_FOR_BOTH, EITHER = Wait(2, 20_000), Wait(2, 200), Wait(1, 20_000)
NAMES = [f"draw-{number}" for number in range(24)]


@pytest.fixture(scope="module")
def topology() -> Iterator[Cluster]:
    with TemporaryDirectory(prefix="destiny-") as folder, Cluster(Path(folder), replicas=2) as running:
        yield running


def test_check__as_many_replicas_as_must_acknowledge__leaves_nothing_to_say(topology: Cluster) -> None:
    settings = Settings(
        redis_url=topology.url, store_safety="replicated", store_replicas=2, store_timeout_s=BOTH.ms / 1000
    )

    assert [*check_store(settings)] == []


def test_primary_killed__both_must_have_a_write__refuses_until_its_server_is_back_and_has_lost_nothing(
    topology: Cluster, eventually: Eventually
) -> None:
    with cluster_client(topology.url) as client:
        draws, log = RedisDrawStore(client, wait=BOTH), RedisTuningLog(client, wait=BOTH)
        for name in NAMES:
            draws.promise(name, SEED, 600)
        revision = kept(1)
        log.append(revision)
        former = topology.primary_of(CLUSTER.tuning_log)

        topology.kill(former)
        eventually(lambda: topology.primary_of(CLUSTER.tuning_log) != former)

        either = RedisDrawStore(client, wait=EITHER)
        eventually(lambda: taken(either) == [TakenDraw(SEED, "first")] * len(NAMES))
        assert RedisTuningLog(client, wait=EITHER).head() == LogHead(1, revision.id)
        condition = RedisStoreHealth(client, wait=SHORT_FOR_BOTH).condition()
        assert condition.state is StoreState.NO_REPLICAS
        assert "1 of 2 replicas have acknowledged the write" in str(condition.detail)
        with pytest.raises(StoreUnavailable, match="1 of 2 replicas"):
            RedisTuningLog(client, wait=SHORT_FOR_BOTH).append(kept(2))

        topology.start(former)
        eventually(topology.is_whole)
        assert RedisStoreHealth(client, wait=BOTH).condition() == UP
        assert [draws.take(name, "second") for name in NAMES] == [TakenDraw(SEED, "first")] * len(NAMES)
        assert log.head().number == 2


def taken(draws: RedisDrawStore) -> list[TakenDraw | None]:
    try:
        return [draws.take(name, "first") for name in NAMES]
    except StoreUnavailable:
        return []
