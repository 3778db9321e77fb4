"""The port RateLimits, in a table and in the store."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import pytest
import redis

from service.auth.rate_limit import Allowance, RateLimits
from service.auth.redis import RedisRateLimits
from service.errors import StoreUnavailable
from service.store import keys
from service.store.client import Client
from tests.fakes.rate_limits import InMemoryRateLimits
from tests.fakes.system import StoppedClock
from tests.servers import CLIENTS, ON_A_CLUSTER

A_MINUTE = 120
SHARE_S = 60 / A_MINUTE


@dataclass(frozen=True, slots=True)
class Case:
    """One of the port's adapters, and how time passes for it."""

    limits: RateLimits
    wait: Callable[[float], None]
    set_back: Callable[[float], None]
    """Sets the clock back, as the entry of "caller" sees it."""


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER])
def case(request: pytest.FixtureRequest) -> Iterator[Case]:
    if request.param == "in memory":
        clock = StoppedClock()
        yield Case(
            InMemoryRateLimits(clock),
            lambda seconds: clock.pass_time(seconds=seconds),
            lambda seconds: clock.pass_time(seconds=-seconds),
        )
    else:
        store = request.getfixturevalue(CLIENTS[request.param])
        yield Case(RedisRateLimits(store), time.sleep, partial(move_on, store))


def move_on(store: Client, seconds: float) -> None:
    """A test must not set the machine's clock; moving the entry has the same effect."""
    store.incrby(keys.rate_limit("caller"), round(seconds * 1_000_000))
    store.persist(keys.rate_limit("caller"))


def take(case: Case, times: int, caller: str = "caller", a_minute: int = A_MINUTE) -> list[Allowance]:
    return [case.limits.take(caller, a_minute) for _ in range(times)]


@pytest.mark.parametrize("a_minute", [1, 7, 20])
def test_requests__of_a_whole_minute_at_once__are_allowed_and_no_more(case: Case, a_minute: int) -> None:
    taken = take(case, a_minute + 3, a_minute=a_minute)

    assert [one.allowed for one in taken] == [True] * a_minute + [False] * 3
    assert [one.remaining for one in taken] == [*reversed(range(a_minute)), 0, 0, 0]
    assert all(0 < one.next_in_s <= 60 / a_minute for one in taken)


def test_requests__used_up__are_there_again_one_by_one(case: Case) -> None:
    while (taken := case.limits.take("caller", A_MINUTE)).allowed:
        pass

    case.wait(taken.next_in_s)
    assert case.limits.take("caller", A_MINUTE).allowed

    case.wait(2 * SHARE_S)
    assert [one.allowed for one in take(case, 2)] == [True, True]


def test_units__more_than_are_left__are_not_taken(case: Case) -> None:
    first = case.limits.take("caller", A_MINUTE, 100)
    refused = case.limits.take("caller", A_MINUTE, 100)
    fits = case.limits.take("caller", A_MINUTE, 15)

    assert (first.allowed, first.remaining, first.enough_in_s) == (True, 20, 0)
    assert (refused.allowed, fits.allowed) == (False, True)
    assert refused.remaining >= 20
    assert 80 * SHARE_S - 1 < refused.enough_in_s <= 80 * SHARE_S
    assert 0 < refused.next_in_s <= SHARE_S


def test_units__refused__are_there_after_the_wait_that_is_named(case: Case) -> None:
    case.limits.take("caller", A_MINUTE, A_MINUTE)
    refused = case.limits.take("caller", A_MINUTE, 3)

    case.wait(refused.enough_in_s)

    assert case.limits.take("caller", A_MINUTE, 3).allowed


def test_requests__refused__do_not_put_off_the_next_one(case: Case) -> None:
    take(case, 2, a_minute=2)
    refused = take(case, 10, a_minute=2)

    waits = [one.next_in_s for one in refused]
    assert waits == sorted(waits, reverse=True)
    assert waits[0] <= 30


def test_requests__after_the_clock_was_set_back_by_an_hour__wait_no_longer_than_ever(case: Case) -> None:
    take(case, A_MINUTE // 2)
    case.set_back(3600)

    refused = case.limits.take("caller", A_MINUTE)
    assert (refused.allowed, refused.remaining) == (False, 0)
    assert 0 < refused.next_in_s <= SHARE_S

    case.wait(refused.next_in_s)
    assert case.limits.take("caller", A_MINUTE).allowed


def test_key__moved_on_by_a_clock_that_was_set_back__goes_within_the_window(store: redis.Redis) -> None:
    limits = RedisRateLimits(store)
    limits.take("caller", A_MINUTE)
    move_on(store, 3600)

    limits.take("caller", A_MINUTE)

    assert 0 < int(store.pttl(keys.rate_limit("caller"))) <= 60_000


def test_key__with_something_else_in_it__counts_from_the_start(store: redis.Redis) -> None:
    store.set(keys.rate_limit("caller"), "not a number")

    assert RedisRateLimits(store).take("caller", A_MINUTE).remaining == A_MINUTE - 1


def test_requests__of_one_caller__leave_those_of_others_alone(case: Case) -> None:
    callers = ("caller", "Caller", "127.0.0.1", "::1", "a b\n{c}")
    for caller in callers:
        assert [one.allowed for one in take(case, 2, caller, a_minute=1)] == [True, False]


def test_requests__under_another_limit__count_for_it(case: Case) -> None:
    """As when the service starts again with another setting."""
    assert take(case, 5, a_minute=5)[-1].remaining == 0

    for a_minute in (2, 7, 20):
        refused = case.limits.take("caller", a_minute)
        assert (refused.allowed, refused.remaining) == (False, 0)
        assert 0 < refused.next_in_s <= 60 / a_minute + 0.001


def test_store__away__says_so(no_store: redis.Redis) -> None:
    fake = InMemoryRateLimits(StoppedClock(), unavailable=True)
    real = RedisRateLimits(no_store)
    for limits in (fake, real):
        with pytest.raises(StoreUnavailable):
            limits.take("caller", 1)


def test_key__of_a_caller__goes_when_its_requests_are_all_there_again(store: redis.Redis) -> None:
    limits = RedisRateLimits(store)
    limits.take("caller", 60)
    assert 0 < int(store.pttl(keys.rate_limit("caller"))) <= 1_000

    for _ in range(59):
        limits.take("caller", 60)
    limits.take("caller", 60)
    assert 50_000 < int(store.pttl(keys.rate_limit("caller"))) <= 60_000


def test_requests__of_fifty_at_a_time__are_counted_one_by_one(store: redis.Redis) -> None:
    limits = RedisRateLimits(store)
    with ThreadPoolExecutor(50) as pool:
        taken = list(pool.map(lambda _: limits.take("caller", 10), range(200)))

    assert sorted(one.remaining for one in taken if one.allowed) == list(range(10))
    assert sum(not one.allowed for one in taken) == 190
