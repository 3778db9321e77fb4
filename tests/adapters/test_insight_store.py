"""Counts by day: one behaviour, in memory and in Redis."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import pytest
import redis

from service.engines.destiny.insight.tally import Name
from service.errors import StoreUnavailable
from service.insights.ports import MOST_DAYS, Increments, InsightStore, Reset, ResetPage
from service.insights.redis import RedisInsightStore
from service.store import keys
from tests.adapters.lossy_link import LossyLink
from tests.fakes.insight_store import InMemoryInsightStore

TODAY = date(2026, 1, 31)
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
BY_ANN = Reset("ann", NOON)
PAIR: Name = ("hand_rank", "pvp", "pair", "won")
HARD: Name = ("difficulty", "pve", 'very "hard", ♠', "success")
FAR: Name = ("suit_points", "spades")


@pytest.fixture(params=["in memory", "redis"])
def counts(request: pytest.FixtureRequest) -> InsightStore:
    if request.param == "redis":
        return RedisInsightStore(request.getfixturevalue("store"))
    return InMemoryInsightStore()


@pytest.fixture(params=["in memory", "redis"])
def closed(request: pytest.FixtureRequest) -> InsightStore:
    if request.param == "redis":
        return RedisInsightStore(request.getfixturevalue("no_store"))
    return InMemoryInsightStore(unavailable=True)


def add(
    store: InsightStore, number: int, counts: Mapping[Name, int], day: date = TODAY, process: str = "a worker"
) -> None:
    store.add(Increments(process, number, day, counts))


def today(store: InsightStore) -> Mapping[Name, int]:
    return dict(store.read(TODAY, TODAY).counts)


def test_counts__at_first__are_none(counts: InsightStore) -> None:
    read = counts.read(TODAY - timedelta(days=29), TODAY)

    assert dict(read.counts) == {}
    assert read.reset_at is None


def test_counts__of_several_processes__add_up(counts: InsightStore) -> None:
    add(counts, 1, {PAIR: 2, HARD: 1})
    add(counts, 1, {PAIR: 3}, process="another")
    add(counts, 2, {PAIR: 5, FAR: -1050})

    assert today(counts) == {PAIR: 10, HARD: 1, FAR: -1050}


def test_counts__larger_than_a_double_is_exact__are_exact(counts: InsightStore) -> None:
    add(counts, 1, {FAR: 2**53})
    add(counts, 2, {FAR: 1})

    assert today(counts) == {FAR: 2**53 + 1}


def test_increments__told_again__are_added_once(counts: InsightStore) -> None:
    add(counts, 1, {PAIR: 1})
    add(counts, 2, {PAIR: 10})

    add(counts, 2, {PAIR: 10})
    add(counts, 1, {PAIR: 1})
    add(counts, 3, {PAIR: 100})

    assert today(counts) == {PAIR: 111}


def test_read__some_days__adds_those_up(counts: InsightStore) -> None:
    for ago in range(4):
        add(counts, ago + 1, {PAIR: 10**ago}, TODAY - timedelta(days=ago))

    assert dict(counts.read(TODAY - timedelta(days=2), TODAY).counts) == {PAIR: 111}
    assert dict(counts.read(TODAY - timedelta(days=3), TODAY - timedelta(days=1)).counts) == {PAIR: 1110}


def test_reset__all_days__are_forgotten_and_counting_goes_on(counts: InsightStore) -> None:
    for ago in range(-1, MOST_DAYS):
        add(counts, ago + 2, {PAIR: 1}, TODAY - timedelta(days=ago))

    counts.reset(BY_ANN)
    add(counts, 100, {HARD: 1})

    read = counts.read(TODAY - timedelta(days=29), TODAY + timedelta(days=1))
    assert dict(read.counts) == {HARD: 1}
    assert read.reset_at == NOON


def test_reset__increments_told_before__are_not_added_again_after(counts: InsightStore) -> None:
    add(counts, 1, {PAIR: 1})
    counts.reset(BY_ANN)

    add(counts, 1, {PAIR: 1})

    assert today(counts) == {}


def resets_of(store: InsightStore, number: int) -> list[Reset]:
    """So many resets, a microsecond apart, newest first."""
    made = [Reset("ann" if each % 2 else 'b"♠', NOON + timedelta(microseconds=each)) for each in range(number)]
    for reset in made:
        store.reset(reset)
    return made[::-1]


def test_resets__at_first__are_none(counts: InsightStore) -> None:
    assert counts.resets(None, 2) == ResetPage([], 0)


def test_resets__page_by_page__are_all_there_newest_first(counts: InsightStore) -> None:
    made = resets_of(counts, 5)

    assert counts.resets(None, 10) == ResetPage(made, 0)
    assert counts.resets(None, 2) == ResetPage(made[:2], 3)
    assert counts.resets(3, 2) == ResetPage(made[2:4], 1)
    assert counts.resets(1, 2) == ResetPage(made[4:], 0)
    assert counts.resets(99, 1) == ResetPage(made[:1], 4)
    assert counts.resets(0, 2) == ResetPage([], 0)


def test_resets__at_the_same_moment_by_two__are_both_kept(counts: InsightStore) -> None:
    counts.reset(BY_ANN)
    counts.reset(Reset("bob", NOON))

    assert {reset.author for reset in counts.resets(None, 2).resets} == {"ann", "bob"}


def test_store__away__says_so_to_all(closed: InsightStore) -> None:
    with pytest.raises(StoreUnavailable):
        add(closed, 1, {PAIR: 1})
    with pytest.raises(StoreUnavailable):
        closed.read(TODAY, TODAY)
    with pytest.raises(StoreUnavailable):
        closed.reset(BY_ANN)
    with pytest.raises(StoreUnavailable):
        closed.resets(None, 1)


def test_redis__answer_lost_on_the_way__adds_once(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    counts = RedisInsightStore(lossy_store)
    add(counts, 1, {PAIR: 1})

    link.lose_next_answer()
    add(counts, 2, {PAIR: 10})

    assert link.has_lost
    assert today(RedisInsightStore(store)) == {PAIR: 11}


def test_redis__answer_to_a_reset_lost_on_the_way__keeps_it_once(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    counts = RedisInsightStore(lossy_store)
    add(counts, 1, {PAIR: 1})

    link.lose_next_answer()
    counts.reset(BY_ANN)

    assert link.has_lost
    assert RedisInsightStore(store).resets(None, 2) == ResetPage([BY_ANN], 0)


def test_redis__what_is_kept__ends_by_itself(store: redis.Redis) -> None:
    add(RedisInsightStore(store), 1, {PAIR: 1})

    assert set(store.scan_iter()) == {keys.insight(TODAY).encode(), keys.insight_told("a worker").encode()}
    assert 34 * 86_400 < store.ttl(keys.insight(TODAY)) <= 35 * 86_400
    assert 0 < store.ttl(keys.insight_told("a worker")) <= 86_400
