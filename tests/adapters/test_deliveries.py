"""The port Deliveries, in memory and in the store."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
import redis

from service.errors import StoreUnavailable
from service.store import keys
from service.tuning.ports import TuningLog
from service.tuning.redis import RedisTuningLog
from service.webhook.ports import Deliveries, Progress
from service.webhook.redis import RedisDeliveries
from tests.builders.revisions import fill, kept
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.fakes.webhook import InMemoryDeliveries
from tests.servers import CLIENTS, ON_A_CLUSTER

URL = "https://hooks.example.com/destiny"
LONG_S, SHORT_S = 600.0, 0.05


@dataclass(frozen=True, slots=True)
class Case:
    """One of the port's adapters, its log, and how time passes for it."""

    deliveries: Deliveries
    log: TuningLog
    wait: Callable[[float], None]
    shorten: Callable[[], object]
    """Removes the newest revision, as an operator does with a damaged one."""


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER])
def case(request: pytest.FixtureRequest) -> Iterator[Case]:
    if request.param == "in memory":
        clock, log = StoppedClock(), InMemoryTuningLog()
        yield Case(InMemoryDeliveries(log, clock), log, lambda seconds: clock.pass_time(seconds=seconds), log.kept.pop)
    else:
        store = request.getfixturevalue(CLIENTS[request.param])
        key = keys.layout(store).tuning_log
        yield Case(RedisDeliveries(store, URL), RedisTuningLog(store), time.sleep, lambda: store.rpop(key))


def test_take__for_the_first_time__begins_with_the_newest_revision(case: Case) -> None:
    fill(case.log, kept(1), kept(2))

    assert case.deliveries.take("one", LONG_S) == Progress(2, 2)


def test_take__after_new_revisions__has_those_that_wait(case: Case) -> None:
    assert case.deliveries.take("one", LONG_S) == Progress(0, 0)
    fill(case.log, kept(1), kept(2))

    assert case.deliveries.take("one", LONG_S) == Progress(0, 2)
    assert case.deliveries.advance("one", 1)
    assert case.deliveries.take("one", LONG_S) == Progress(1, 2)


def test_take__while_another_has_the_lease__gets_nothing(case: Case) -> None:
    case.deliveries.take("one", LONG_S)

    assert case.deliveries.take("other", LONG_S) is None
    assert case.deliveries.take("one", LONG_S) == Progress(0, 0)


def test_take__after_the_lease_was_given_back__is_free(case: Case) -> None:
    case.deliveries.take("one", LONG_S)
    case.deliveries.release("other")
    assert case.deliveries.take("other", LONG_S) is None

    case.deliveries.release("one")
    assert case.deliveries.take("other", LONG_S) == Progress(0, 0)


def test_advance__after_the_lease_has_passed_on__changes_nothing(case: Case) -> None:
    case.deliveries.take("one", SHORT_S)
    fill(case.log, kept(1), kept(2))
    case.wait(2 * SHORT_S)
    assert not case.deliveries.advance("one", 2)

    assert case.deliveries.take("other", LONG_S) == Progress(0, 2)
    assert case.deliveries.advance("other", 1)
    assert not case.deliveries.advance("one", 2)
    assert case.deliveries.take("other", LONG_S) == Progress(1, 2)


def test_take__again_in_time__renews_the_lease(case: Case) -> None:
    case.deliveries.take("one", SHORT_S)
    case.deliveries.take("one", LONG_S)
    case.wait(2 * SHORT_S)

    assert case.deliveries.take("other", LONG_S) is None


def test_take__of_a_log_that_became_shorter__begins_with_its_end(case: Case) -> None:
    fill(case.log, kept(1), kept(2))
    case.deliveries.take("one", LONG_S)
    case.shorten()

    assert case.deliveries.take("one", LONG_S) == Progress(1, 1)
    fill(case.log, kept(2))
    assert case.deliveries.take("one", LONG_S) == Progress(1, 2)


def test_store__away__says_so(no_store: redis.Redis) -> None:
    fake = InMemoryDeliveries(InMemoryTuningLog(), StoppedClock(), unavailable=True)
    for deliveries in (fake, RedisDeliveries(no_store, URL)):
        with pytest.raises(StoreUnavailable):
            deliveries.take("one", 1.0)
        with pytest.raises(StoreUnavailable):
            deliveries.advance("one", 1)
        with pytest.raises(StoreUnavailable):
            deliveries.release("one")


def test_addresses__on_one_store__have_progress_of_their_own(store: redis.Redis) -> None:
    one, other = RedisDeliveries(store, URL), RedisDeliveries(store, f"{URL}/2")
    one.take("worker", LONG_S)
    fill(RedisTuningLog(store), kept(1))

    assert one.take("worker", LONG_S) == Progress(0, 1)
    assert other.take("another", LONG_S) == Progress(1, 1)


def test_keys__of_an_address__do_not_show_it_and_only_the_lease_expires(store: redis.Redis) -> None:
    RedisDeliveries(store, URL).take("worker", 30.0)

    delivered, lease = sorted(store.keys("*webhook*"))
    assert store.pttl(delivered) == -1
    assert 0 < int(store.pttl(lease)) <= 30_000
    assert not store.keys("*example*")


def test_lease__wanted_by_many_at_once__goes_to_one(store: redis.Redis) -> None:
    deliveries = RedisDeliveries(store, URL)
    with ThreadPoolExecutor(20) as pool:
        taken = list(pool.map(lambda number: deliveries.take(f"worker {number}", LONG_S), range(100)))

    assert sum(one is not None for one in taken) == 1
