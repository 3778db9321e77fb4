"""Promised draws: one behaviour, in memory and in Redis."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import redis

from service.draws.ports import DrawStore, TakenDraw
from service.draws.redis import RedisDrawStore
from service.engines.draws import DrawPurpose
from service.errors import StoreUnavailable
from service.store import keys
from service.store.wait import Wait
from tests.adapters.lossy_link import LossyLink
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.system import StoppedClock
from tests.servers import CLIENTS, ON_A_CLUSTER, ON_A_CLUSTER_BY_TLS

SEED, OTHER_SEED = bytes(range(32)), bytes(range(100, 132))
LIFETIME_S = 60
LONG_ENOUGH_MS = 20_000
"""For a replica on a busy machine."""

PassTime = Callable[[float], None]


@pytest.fixture(params=["in memory", "redis", "replicated", ON_A_CLUSTER, ON_A_CLUSTER_BY_TLS])
def kept(request: pytest.FixtureRequest) -> tuple[DrawStore, PassTime]:
    """A store of draws, and how its time passes."""
    if request.param == "replicated":
        return RedisDrawStore(request.getfixturevalue("primary"), wait=Wait(1, LONG_ENOUGH_MS)), time.sleep
    if request.param in CLIENTS:
        return RedisDrawStore(request.getfixturevalue(CLIENTS[request.param])), time.sleep
    clock = StoppedClock()
    return InMemoryDrawStore(clock), lambda seconds: clock.pass_time(seconds=seconds)


@pytest.fixture
def draws(kept: tuple[DrawStore, PassTime]) -> DrawStore:
    return kept[0]


@pytest.mark.parametrize("seed", [SEED, bytes(32), b"\xff" * 32, b"\r\n" * 16])
def test_take__promised_draw__is_the_seed_and_the_taker(draws: DrawStore, seed: bytes) -> None:
    draws.promise("draw", seed, LIFETIME_S)

    assert draws.take("draw", "first") == TakenDraw(seed, "first")


def test_take__again_by_another__names_the_first(draws: DrawStore) -> None:
    draws.promise("draw", SEED, LIFETIME_S)
    draws.take("draw", "first")

    assert [draws.take("draw", taker) for taker in ("second", "third")] == [TakenDraw(SEED, "first")] * 2


def test_take__again_by_the_same__is_the_same(draws: DrawStore) -> None:
    draws.promise("draw", SEED, LIFETIME_S)

    assert draws.take("draw", "first") == draws.take("draw", "first") == TakenDraw(SEED, "first")


def test_take__by_an_attempt_that_can_be_sent_again__names_it_to_the_others(draws: DrawStore) -> None:
    draws.promise("draw", SEED, LIFETIME_S)

    taken = [draws.take("draw", "first", "retries-of-one"), draws.take("draw", "second", "of-another")]
    taken += [draws.take("draw", "third", "retries-of-one"), draws.take("draw", "first")]

    assert taken == [TakenDraw(SEED, "first", "retries-of-one")] * 4


@pytest.mark.parametrize("draw_id", ["", "draw ", "Draw", "draw:", "*", "♠", "x" * 64])
def test_take__never_promised__is_nothing(draws: DrawStore, draw_id: str) -> None:
    draws.promise("draw", SEED, LIFETIME_S)

    assert draws.take(draw_id, "first") is None


def test_take__two_draws__are_apart(draws: DrawStore) -> None:
    draws.promise("one", SEED, LIFETIME_S)
    draws.promise("other", OTHER_SEED, LIFETIME_S)

    assert draws.take("one", "first") == TakenDraw(SEED, "first")
    assert draws.take("other", "second") == TakenDraw(OTHER_SEED, "second")


def test_take__draw_that_expired__is_nothing_whether_it_was_taken_or_not(kept: tuple[DrawStore, PassTime]) -> None:
    draws, wait = kept
    draws.promise("taken", SEED, 1)
    draws.promise("untouched", SEED, 1)
    draws.promise("longer", SEED, 30)
    assert draws.take("taken", "first")

    wait(1.1)

    assert draws.take("taken", "second") is None
    assert draws.take("untouched", "second") is None
    assert draws.take("longer", "second") == TakenDraw(SEED, "second")


@pytest.mark.parametrize("purpose", DrawPurpose)
def test_take__for_its_purpose__is_the_first_taker_s(draws: DrawStore, purpose: DrawPurpose) -> None:
    draws.promise("draw", SEED, LIFETIME_S, purpose)

    taken = [draws.take("draw", taker, f"retries-of-{taker}", purpose) for taker in ("first", "second")]

    assert taken == [TakenDraw(SEED, "first", "retries-of-first", purpose)] * 2


@pytest.mark.parametrize("wrong", DrawPurpose)
@pytest.mark.parametrize("purpose", DrawPurpose)
def test_take__for_another_purpose__says_which_it_is_for_and_uses_nothing_up(
    draws: DrawStore, purpose: DrawPurpose, wrong: DrawPurpose
) -> None:
    if purpose is wrong:
        return
    draws.promise("draw", SEED, LIFETIME_S, purpose)

    for _ in range(2):
        assert (taken := draws.take("draw", "wrong", "its-retries", wrong))
        assert (taken.purpose, taken.resolution_id) == (purpose, "")
    assert draws.take("draw", "right", "", purpose) == TakenDraw(SEED, "right", "", purpose)
    assert draws.take("draw", "wrong", "", wrong) == TakenDraw(SEED, "right", "", purpose)


def test_take__draw_of_a_release_without_purposes__is_for_resolve(store: redis.Redis) -> None:
    draws = RedisDrawStore(store)
    store.set(keys.ONE.draw("waiting"), SEED, ex=LIFETIME_S)
    store.set(keys.ONE.draw("taken"), SEED + b"before retries-of-before", ex=LIFETIME_S)

    refused = draws.take("waiting", "deal", "", DrawPurpose.PYRAMID_DEAL)

    assert refused == TakenDraw(SEED, "", "", DrawPurpose.RESOLVE)
    assert draws.take("waiting", "first") == TakenDraw(SEED, "first")
    assert draws.take("taken", "second") == TakenDraw(SEED, "before", "retries-of-before")


def test_take__fifty_at_once__all_learn_of_one_and_the_same(draws: DrawStore) -> None:
    everyone = Barrier(50)

    def take(draw_id: str, number: int) -> TakenDraw | None:
        everyone.wait()
        return draws.take(draw_id, f"taker-{number}")

    with ThreadPoolExecutor(50) as threads:
        for draw_id in map(str, range(12)):
            draws.promise(draw_id, SEED, LIFETIME_S)
            (only,) = set(threads.map(take, [draw_id] * 50, range(50)))
            assert only
            assert only.server_seed == SEED


def test_store__away__is_reported_by_both_calls(closed_store: DrawStore) -> None:
    with pytest.raises(StoreUnavailable):
        closed_store.promise("draw", SEED, LIFETIME_S)
    with pytest.raises(StoreUnavailable):
        closed_store.take("draw", "first")


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER])
def closed_store(request: pytest.FixtureRequest) -> DrawStore:
    if request.param in CLIENTS:
        return RedisDrawStore(request.getfixturevalue(f"no_{CLIENTS[request.param]}"))
    return InMemoryDrawStore(StoppedClock(), unavailable=True)


def test_take__answer_lost_on_the_way__costs_no_draw(
    link: LossyLink, lossy_store: redis.Redis, store: redis.Redis
) -> None:
    draws = RedisDrawStore(lossy_store)
    draws.take("none", "warms the connection up")
    draws.promise("draw", SEED, LIFETIME_S)

    link.lose_next_answer()

    assert draws.take("draw", "first") == TakenDraw(SEED, "first")
    assert link.has_lost
    assert store.get(keys.ONE.draw("draw")) == SEED + b"first"
    assert draws.take("draw", "second") == TakenDraw(SEED, "first")


@pytest.mark.parametrize("purpose", DrawPurpose)
def test_key__of_a_draw__is_small_and_expires_with_the_draw(store: redis.Redis, purpose: DrawPurpose) -> None:
    draws = RedisDrawStore(store)
    draw_id = "01930000-0000-7000-8000-000000000001"
    draws.promise(draw_id, SEED, LIFETIME_S, purpose)
    before = store.pttl(keys.ONE.draw(draw_id))

    draws.take(draw_id, "01930000-0000-7000-8000-000000000002", "f" * 64, purpose)

    assert list(store.scan_iter()) == [keys.ONE.draw(draw_id).encode()]
    assert 0 < store.pttl(keys.ONE.draw(draw_id)) <= before <= 1000 * LIFETIME_S
    # docs/operators/operating.md says so.
    assert (store.memory_usage(keys.ONE.draw(draw_id)) or 0) in range(1, 300)
