"""A store that Sentinels watch: where the client finds it, after a failover too, and why it does not."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import redis
from redis.sentinel import MasterNotFoundError

from service.check_store import UnusableStore, check_store
from service.draws.redis import RedisDrawStore
from service.errors import StoreUnavailable
from service.settings import Settings
from service.store.client import connect
from service.store.condition import UP, StoreState
from service.store.failures import diagnosis
from service.store.health import HASTY, LEAST_DOWN_AFTER_MS, RedisStoreHealth
from service.store.sentinel import SentinelPool, SentinelRefused, Sentinels, UnknownPrimary
from service.store.wait import Wait
from tests.conftest import Eventually
from tests.servers import ReplicatedPair
from tools.sentinel.topology import DOWN_AFTER_MS, NAME, Topology

SEED = bytes(32)
HEALTHY = {"is_master": True, "is_sdown": False, "is_odown": False, "num-other-sentinels": 2, "ip": "h", "port": 1}
DOWN = {**HEALTHY, "is_sdown": True}


@pytest.fixture(scope="module")
def topology() -> Iterator[Topology]:
    with TemporaryDirectory(prefix="destiny-") as folder, Topology(Path(folder)) as running:
        yield running


@dataclass
class KnownPrimary:
    """In place of the Sentinels: says what a test wants it to."""

    address: tuple[str, int]

    def discover_master(self, _name: str) -> tuple[str, int]:
        return self.address


@dataclass
class OneSentinel:
    """What a Sentinel answers, or how it fails."""

    found: dict[str, Any] | redis.RedisError
    asked: int = 0

    def sentinel_masters(self) -> dict[str, Any]:
        self.asked += 1
        if isinstance(self.found, redis.RedisError):
            raise self.found
        return self.found


def sentinels_that(*answers: dict[str, Any] | redis.RedisError) -> Any:
    made: Any = Sentinels([])  # type: ignore[no-untyped-call]
    made.sentinels = [OneSentinel(answer) for answer in answers]
    return made


def test_sentinels__some_that_fail__name_the_primary_and_are_asked_last_from_then_on() -> None:
    silent: list[dict[str, Any] | redis.RedisError] = [redis.TimeoutError(), {}, {"game": DOWN}]
    sentinels = sentinels_that(*silent, {"game": HEALTHY})
    asked = list(sentinels.sentinels)

    assert [sentinels.discover_master("game") for _ in range(2)] == [("h", 1)] * 2
    assert [sentinel.asked for sentinel in asked] == [1, 1, 1, 2]


@pytest.mark.parametrize(
    ("answers", "error", "state"),
    [
        ([redis.TimeoutError(), redis.ConnectionError()], redis.RedisError, StoreState.DOWN),
        ([{}, redis.ConnectionError()], UnknownPrimary, StoreState.UNKNOWN_PRIMARY),
        ([{"other": HEALTHY}, {}], UnknownPrimary, StoreState.UNKNOWN_PRIMARY),
        ([{}, {"game": DOWN}], MasterNotFoundError, StoreState.DOWN),
        ([redis.AuthenticationError(), {}], SentinelRefused, StoreState.SENTINEL_UNAUTHORIZED),
        ([redis.exceptions.NoPermissionError()], SentinelRefused, StoreState.SENTINEL_UNAUTHORIZED),
        ([redis.AuthenticationError(), {"game": DOWN}], MasterNotFoundError, StoreState.DOWN),
    ],
)
def test_sentinels__that_all_fail__raise_what_says_most(
    answers: list[dict[str, Any] | redis.RedisError], error: type[Exception], state: StoreState
) -> None:
    with pytest.raises(error) as raised:
        sentinels_that(*answers).discover_master("game")

    assert diagnosis(raised.value) is state


def test_client__of_a_watched_store__is_connected_to_the_primary(topology: Topology) -> None:
    with connect(topology.url + "/1", timeout_s=5) as client:
        assert client.config_get("port") == {"port": str(topology.primary())}
        assert client.client_getname() == "destiny"
        assert client.client_info()["db"] == 1
        assert RedisStoreHealth(client, wait=Wait(1, 4_000)).condition() == UP


def test_check__of_a_watched_store__leaves_nothing_to_say(topology: Topology) -> None:
    assert [*check_store(Settings(redis_url=topology.url, store_safety="replicated", store_timeout_s=5))] == []


def test_check__name_that_the_sentinels_do_not_know__is_refused(topology: Topology) -> None:
    with pytest.raises(UnusableStore, match="know no primary by the name in DESTINY_REDIS_URL") as refused:
        check_store(Settings(redis_url=topology.url.replace(NAME, "desperate"), store_timeout_s=5))
    assert str(refused.value).startswith("The store at desperate (Sentinels 127.0.0.1:")


def test_check__wrong_password_of_the_sentinels__is_refused_without_it(topology: Topology) -> None:
    with ExitStack() as undo:
        for port in topology.sentinel_ports:
            sentinel = undo.enter_context(redis.Redis(port=port))
            sentinel.acl_setuser("held", enabled=True, passwords=["+right"], commands=["+@all"])
            undo.callback(sentinel.acl_deluser, "held")
        credentials = "?sentinel_username=held&sentinel_password="

        with pytest.raises(UnusableStore, match="refuse sentinel_username or sentinel_password") as refused:
            check_store(Settings(redis_url=f"{topology.url}{credentials}secret", store_timeout_s=5))
        assert "secret" not in str(refused.value)
        assert [*check_store(Settings(redis_url=f"{topology.url}{credentials}right", store_timeout_s=5))] == []


def test_check__sentinels_that_replace_a_primary_too_soon__is_a_warning(topology: Topology) -> None:
    with ExitStack() as undo:
        for port in topology.sentinel_ports:
            sentinel = undo.enter_context(redis.Redis(port=port))
            sentinel.sentinel_set(NAME, "down-after-milliseconds", LEAST_DOWN_AFTER_MS - 1)
            undo.callback(sentinel.sentinel_set, NAME, "down-after-milliseconds", DOWN_AFTER_MS)

        (warning,) = check_store(Settings(redis_url=topology.url, store_timeout_s=5))
        assert warning.endswith(HASTY.format(LEAST_DOWN_AFTER_MS - 1, LEAST_DOWN_AFTER_MS))


def test_check__no_sentinel_there__is_a_warning(closed_port: int) -> None:
    (warning,) = check_store(Settings(redis_url=f"redis+sentinel://:secret@127.0.0.1:{closed_port}/game"))

    assert warning.startswith(f"The store at game (Sentinels 127.0.0.1:{closed_port}) cannot be used yet (down); ")
    assert "secret" not in warning


def test_pool__no_primary__keeps_no_more_connections_with_each_request(closed_port: int) -> None:
    with connect(f"redis+sentinel://127.0.0.1:{closed_port}/game", timeout_s=5) as client:
        for _ in range(100):
            with pytest.raises(redis.ConnectionError):
                client.ping()
        pool: Any = client.connection_pool
        assert len(pool._connections) == 1  # noqa: SLF001  a leak shows nowhere else


def test_client__primary_that_has_become_a_replica__is_unavailable_and_looked_up_again(
    pair: ReplicatedPair, primary: redis.Redis
) -> None:
    known: Any = KnownPrimary(("127.0.0.1", pair.replica_port))
    pool: Any = SentinelPool("game", known, timeout=5, socket_timeout=5)  # type: ignore[no-untyped-call]
    with closing(redis.Redis.from_pool(pool)) as client:
        draws = RedisDrawStore(client, wait=Wait(1, 4_000))
        assert client.ping()
        (connection,) = pool._connections  # noqa: SLF001
        with pytest.raises(StoreUnavailable, match="previous master"):
            draws.promise("draw", SEED, 60)
        assert not connection.is_connected

        known.address = ("127.0.0.1", pair.port)
        draws.promise("draw", SEED, 60)

        assert connection.port == pair.port
        assert primary.exists("destiny:draw:draw")


def test_client__primary_killed__goes_on_with_another_by_itself(topology: Topology, eventually: Eventually) -> None:
    with connect(topology.url, timeout_s=5) as client:
        draws = RedisDrawStore(client, wait=Wait(1, 4_000))
        draws.promise("draw", SEED, 60)
        former = topology.primary()

        topology.kill(former)

        def taken() -> bool:
            try:
                return draws.take("draw", "first") is not None
            except StoreUnavailable:
                return False

        eventually(taken)
        assert client.config_get("port") != {"port": str(former)}
        assert RedisStoreHealth(client, wait=Wait(1, 4_000)).condition() == UP
