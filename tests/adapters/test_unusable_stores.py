"""Every operation of the contract over a store that is set up wrongly: no answer is a 500."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
import redis

from service.settings import Settings
from service.store.keys import CLUSTER, ONE
from service.system.background import BackgroundThreads
from service.tuning.live import LiveTunings
from service.wiring import build_dependencies
from tests.contract.test_statuses import CALLS
from tests.contract_client import ContractClient
from tests.fakes.app import ADMIN_TOKEN, app_over
from tests.fakes.system import NotedBackground
from tools.cluster.topology import Cluster

OPERATIONS = list({(call.method, call.path): call for call in CALLS if call.status < 300}.values())


@contextmanager
def user(store: redis.Redis, *commands: str) -> Iterator[str]:
    store.acl_setuser("held", enabled=True, nopass=True, keys=["destiny:*"], commands=["+@all", *commands])
    try:
        yield f"unix://held:any@{store.connection_pool.connection_kwargs['path']}"
    finally:
        store.acl_deluser("held")


@contextmanager
def database(store: redis.Redis) -> Iterator[str]:
    yield f"unix://{store.connection_pool.connection_kwargs['path']}?db=99"


@contextmanager
def setting(store: redis.Redis, name: str, wrong: int) -> Iterator[str]:
    store.config_set(name, wrong)
    try:
        yield f"unix://{store.connection_pool.connection_kwargs['path']}"
    finally:
        store.config_set(name, 0)


Wrong = Callable[[redis.Redis], AbstractContextManager[str]]
WRONG: dict[str, Wrong] = {
    "database out of range": database,
    "no EVALSHA": lambda store: user(store, "-evalsha"),
    "no SET in scripts and outside": lambda store: user(store, "-set"),
    "no reading": lambda store: user(store, "-@read"),
    "no MULTI": lambda store: user(store, "-multi"),
    "full": lambda store: setting(store, "maxmemory", 1),
    "no replicas": lambda store: setting(store, "min-replicas-to-write", 1),
}


Drive = Callable[[str], dict[str, int]]


@pytest.fixture
def drive(tmp_path: Path) -> Drive:
    """Sends a request of each operation to a service over the store of this address, and has the statuses."""

    def driven(url: str) -> dict[str, int]:
        settings = Settings(redis_url=url, admin_token=ADMIN_TOKEN, rate_limit=600_000, data_dir=tmp_path)
        built = build_dependencies(settings)
        dependencies = replace(built, background=NotedBackground())
        client = ContractClient(app_over(settings, dependencies))
        statuses = {str(call): client.request(call.method, call.url, **call.send).status_code for call in OPERATIONS}
        # Nothing may go on in other threads: they would try again for ever, and use the random numbers of other tests.
        assert isinstance(built.tunings, LiveTunings)
        built.tunings.close()
        assert isinstance(built.background, BackgroundThreads)
        built.background.finish()
        return statuses

    return driven


def failed(statuses: dict[str, int]) -> dict[str, int]:
    return {call: status for call, status in statuses.items() if status >= 500}


@pytest.mark.usefixtures("store")
def test_operations__over_a_store_that_is_right__do_not_fail(store_url: str, drive: Drive) -> None:
    assert failed(drive(store_url)) == {}


@pytest.mark.slow
@pytest.mark.usefixtures("cluster")
def test_operations__over_a_cluster__do_not_fail(three_primaries: Cluster, drive: Drive) -> None:
    assert failed(drive(three_primaries.url)) == {}


@pytest.mark.slow
def test_operations__over_a_cluster_that_has_lost_a_server__are_unavailable_at_worst(
    tmp_path: Path, drive: Drive
) -> None:
    with Cluster(tmp_path, replicas=0) as cluster:
        drive(cluster.url)
        cluster.kill(cluster.primary_of(CLUSTER.tuning_log))
        statuses = drive(cluster.url)

    assert {*failed(statuses).values()} == {503}
    assert statuses["GET/health/ready-200"] == 503
    assert statuses["POST/v1/odds-200"] == 200


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_operations__over_a_store_that_is_wrong__are_unavailable_at_worst(
    store: redis.Redis, wrong: Wrong, drive: Drive
) -> None:
    with wrong(store) as url:
        statuses = drive(url)

    assert {*failed(statuses).values()} == {503}
    assert statuses["GET/health/ready-200"] == 503
    assert statuses["POST/v1/odds-200"] == 200


def test_operations__over_keys_of_other_types__are_unavailable_at_worst(
    store: redis.Redis, store_url: str, drive: Drive
) -> None:
    drive(store_url)
    names: Any = store.keys()
    kinds: Any = {name: cast("bytes", store.type(name)).decode() for name in names}
    for name, kind in {**ONE.permanent, **kinds}.items():
        store.delete(name)
        if kind == "string":
            store.rpush(name, "something else")
        else:
            store.set(name, "something else")

    statuses = drive(store_url)

    assert {*failed(statuses).values()} == {503}
    assert statuses["GET/health/ready-200"] == 503
