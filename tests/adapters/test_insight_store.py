"""Counts by day: one behaviour, in memory and in Redis."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, timedelta

import pytest
import redis

from service.engines.destiny.insight.tally import Name
from service.errors import StoreUnavailable
from service.insights.ports import MOST_DAYS, MOST_DECIDED, DecidedName, Increments, InsightStore, Reset, ResetPage
from service.insights.redis import RedisInsightStore
from service.store import keys
from tests.adapters.lossy_link import LossyLink
from tests.fakes.insight_store import InMemoryInsightStore
from tests.servers import CLIENTS, ON_A_CLUSTER

TODAY = date(2026, 1, 31)
NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
BY_ANN = Reset("ann", NOON)
PAIR: Name = ("hand_rank", "pvp", "pair", "won")
HARD: Name = ("difficulty", "pve", 'very "hard", ♠', "success")
BANK: DecidedName = (7, "pve", 'a "bank", ♠')
DUELS: DecidedName = (7, "pvp", "")
FAILED = (0, 0, 1, 0, 27_500, 1, 0, 250_000_000, 187_500_000)
FAR: Name = ("suit_points", "spades")


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER])
def counts(request: pytest.FixtureRequest) -> InsightStore:
    if request.param in CLIENTS:
        return RedisInsightStore(request.getfixturevalue(CLIENTS[request.param]))
    return InMemoryInsightStore()


@pytest.fixture(params=["in memory", "redis", ON_A_CLUSTER])
def closed(request: pytest.FixtureRequest) -> InsightStore:
    if request.param in CLIENTS:
        return RedisInsightStore(request.getfixturevalue(f"no_{CLIENTS[request.param]}"))
    return InMemoryInsightStore(unavailable=True)


def add(
    store: InsightStore, number: int, counts: Mapping[Name, int], day: date = TODAY, process: str = "a worker"
) -> None:
    store.add(Increments(process, number, day, counts))


def decide(
    store: InsightStore, number: int, figures: Mapping[DecidedName, Sequence[int]], day: date = TODAY, worker: str = "a"
) -> None:
    store.add(Increments(worker, number, day, {PAIR: 1}, figures))


def today(store: InsightStore) -> Mapping[Name, int]:
    return read(store, TODAY, TODAY)


def read(store: InsightStore, first: date, last: date) -> Mapping[Name, int]:
    """The sum of the counts of these days."""
    counts: Counter[Name] = Counter()
    for day in store.read(first, last, decided=False).days:
        counts.update(day.counts)
    return dict(counts)


def decided(store: InsightStore, first: date = TODAY, last: date = TODAY) -> list[dict[DecidedName, list[int]]]:
    """What was decided on each of these days."""
    days = store.read(first, last, decided=True).days
    return [{name: list(figures) for name, figures in day.decided.items()} for day in days]


def test_counts__at_first__are_none(counts: InsightStore) -> None:
    found = counts.read(TODAY - timedelta(days=29), TODAY, decided=True)

    assert found.reset_at is None
    days = list(found.days)
    assert [day.day for day in days] == [TODAY - timedelta(days=ago) for ago in range(29, -1, -1)]
    assert not any(day.counts or day.decided for day in days)


def test_counts__of_several_processes__add_up(counts: InsightStore) -> None:
    add(counts, 1, {PAIR: 2, HARD: 1})
    add(counts, 1, {PAIR: 3}, process="another")
    add(counts, 2, {PAIR: 5, FAR: -1050})

    assert today(counts) == {PAIR: 10, HARD: 1, FAR: -1050}


def test_counts__larger_than_a_double_is_exact__are_exact(counts: InsightStore) -> None:
    add(counts, 1, {FAR: 2**53})
    add(counts, 2, {FAR: 1})

    assert today(counts) == {FAR: 2**53 + 1}


def test_increments__sent_again__are_added_once(counts: InsightStore) -> None:
    add(counts, 1, {PAIR: 1})
    add(counts, 2, {PAIR: 10})

    add(counts, 2, {PAIR: 10})
    add(counts, 1, {PAIR: 1})
    add(counts, 3, {PAIR: 100})

    assert today(counts) == {PAIR: 111}


def test_read__some_days__adds_those_up(counts: InsightStore) -> None:
    for ago in range(4):
        add(counts, ago + 1, {PAIR: 10**ago}, TODAY - timedelta(days=ago))

    assert read(counts, TODAY - timedelta(days=2), TODAY) == {PAIR: 111}
    assert read(counts, TODAY - timedelta(days=3), TODAY - timedelta(days=1)) == {PAIR: 1110}


def test_decided__by_several_processes__adds_up_by_revision_and_subject(counts: InsightStore) -> None:
    decide(counts, 1, {BANK: FAILED, DUELS: (0, 2, 1, 0, 0, 0, 0, 0, 0)})
    decide(counts, 1, {BANK: (1, 20, 3, 0, 660_000, 2, 1, 10**9, 10**8)}, worker="b")
    decide(counts, 2, {BANK: FAILED, (8, "pve", BANK[2]): FAILED})
    decide(counts, 2, {BANK: FAILED})

    assert decided(counts) == [
        {
            BANK: [1, 20, 5, 0, 715_000, 4, 1, 1_500_000_000, 475_000_000],
            DUELS: [0, 2, 1, 0, 0, 0, 0, 0, 0],
            (8, "pve", BANK[2]): list(FAILED),
        }
    ]


def test_decided__in_numbers_as_large_as_a_double_is_exact__is_exact(counts: InsightStore) -> None:
    decide(counts, 1, {BANK: (0,) * 8 + (2**53 - 3,)})
    decide(counts, 2, {BANK: (0,) * 8 + (2,)})

    assert decided(counts) == [{BANK: [0] * 8 + [2**53 - 1]}]


def test_decided__on_several_days__is_there_by_day_and_only_where_wanted(counts: InsightStore) -> None:
    decide(counts, 1, {BANK: FAILED}, TODAY - timedelta(days=2))
    decide(counts, 2, {DUELS: FAILED})
    first = TODAY - timedelta(days=3)

    assert decided(counts, first) == [{}, {BANK: list(FAILED)}, {}, {DUELS: list(FAILED)}]
    unwanted = counts.read(first, TODAY, decided=False).days
    assert [(dict(day.counts), dict(day.decided)) for day in unwanted] == [
        ({}, {}),
        ({PAIR: 1}, {}),
        ({}, {}),
        ({PAIR: 1}, {}),
    ]


def test_decided__more_in_a_day_than_are_counted__counts_on_in_those_it_has(counts: InsightStore) -> None:
    most = {(number, "pve", "bank"): FAILED for number in range(MOST_DECIDED - 1)}
    decide(counts, 1, most)

    decide(counts, 2, {BANK: FAILED, DUELS: FAILED, (0, "pve", "bank"): FAILED})

    (found,) = decided(counts)
    assert len(found) == MOST_DECIDED
    assert found[BANK] == list(FAILED)
    assert DUELS not in found
    assert found[0, "pve", "bank"] == [2 * figure for figure in FAILED]
    assert today(counts) == {PAIR: 2}


def test_reset__all_days__are_forgotten_and_counting_goes_on(counts: InsightStore) -> None:
    for ago in range(-1, MOST_DAYS):
        decide(counts, ago + 2, {BANK: FAILED}, TODAY - timedelta(days=ago))

    counts.reset(BY_ANN)
    add(counts, 100, {HARD: 1})

    assert read(counts, TODAY - timedelta(days=29), TODAY + timedelta(days=1)) == {HARD: 1}
    assert not any(decided(counts, TODAY - timedelta(days=29), TODAY + timedelta(days=1)))
    assert counts.read(TODAY, TODAY, decided=False).reset_at == NOON


def test_reset__increments_sent_before__are_not_added_again_after(counts: InsightStore) -> None:
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
        closed.read(TODAY, TODAY, decided=False)
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
    decide(RedisInsightStore(store), 1, {BANK: FAILED})

    days = {keys.ONE.insight(TODAY), keys.ONE.insight_decided(TODAY)}
    assert {key.decode() for key in store.scan_iter()} == {*days, keys.ONE.insight_told(TODAY, "a")}
    assert all(34 * 86_400 < store.ttl(day) <= 35 * 86_400 for day in days)
    assert 0 < store.ttl(keys.ONE.insight_told(TODAY, "a")) <= 86_400


def test_redis__counts_of_an_earlier_release__are_read(store: redis.Redis) -> None:
    store.hset(keys.ONE.insight(TODAY), mapping={'["hand_rank","pvp","pair","won"]': 41})
    counts = RedisInsightStore(store)
    decide(counts, 1, {BANK: FAILED})

    assert today(counts) == {PAIR: 42}
