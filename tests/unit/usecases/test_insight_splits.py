"""Counts of days split by day, by revision and by crime."""

from datetime import date, timedelta

import pytest

from service.engines.destiny.actions import ActionType
from service.insights.count import CountInsight
from service.insights.ports import DecidedName, Increments
from service.insights.read import ReadInsight
from service.insights.splits import MOST_REVISIONS
from service.insights.window import LastDays
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.system import CountedYields, NotedBackground, NotedTurns, NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

WEEK = LastDays(7)
TODAY = date(2026, 1, 1)
WON = [0, 1, 0, 0, 100, 0, 0, 0, 0]
LOST = [0, 0, 1, 0, 100, 0, 0, 0, 0]
SAMPLE_ALONE = [0, 0, 0, 0, 0, 1, 1, 10**9, 0]


@pytest.fixture
def store() -> InMemoryInsightStore:
    return InMemoryInsightStore()


@pytest.fixture
def yields() -> CountedYields:
    return CountedYields()


@pytest.fixture
def read(store: InMemoryInsightStore, yields: CountedYields, clock: StoppedClock) -> ReadInsight:
    count = CountInsight(store, NotedBackground(), NumberedIdentifiers())
    return ReadInsight(store, count, InMemoryTuningLog(), clock, yields, NotedTurns())


def decide(store: InMemoryInsightStore, ago: int, decided: dict[DecidedName, list[int]]) -> None:
    store.add(Increments(f"a worker {ago}", 1, TODAY - timedelta(days=ago), {}, decided))


def test_by_revision__that_decided_on_several_days__spans_them(store: InMemoryInsightStore, read: ReadInsight) -> None:
    decide(store, 5, {(1, "pve", "a"): WON, (1, "pvp", ""): LOST})
    decide(store, 4, {(2, "pve", "b"): WON})
    decide(store, 3, {(1, "pve", "b"): LOST, (1, "pve", "a"): LOST})

    new, old = read.by_revision(WEEK, None, 10).revisions

    assert (new.revision, new.first, new.last) == (2, TODAY - timedelta(days=4), TODAY - timedelta(days=4))
    assert (old.revision, old.first, old.last) == (1, TODAY - timedelta(days=5), TODAY - timedelta(days=3))
    assert old.outcomes[ActionType.PVE].figures == [0, 1, 2, 0, 300, 0, 0, 0, 0]
    assert old.outcomes[ActionType.PVP].figures == LOST


def test_by_revision__page_by_page__has_each_once(store: InMemoryInsightStore, read: ReadInsight) -> None:
    decide(store, 0, {(number, "pve", "a"): WON for number in (0, 3, 4, 9, 10, 11)})
    start, seen = None, []
    for _ in range(3):
        page = read.by_revision(WEEK, start, 2)
        seen.append([row.revision for row in page.revisions])
        start = page.following

    assert seen == [[11, 10], [9, 4], [3, 0]]
    assert start is None
    assert [row.revision for row in read.by_revision(WEEK, 8, 1).revisions] == [4]


def test_by_crime__decided_by_many_revisions__lists_the_newest(store: InMemoryInsightStore, read: ReadInsight) -> None:
    decide(store, 1, {(number, "pve", "a"): WON for number in range(MOST_REVISIONS)})
    decide(store, 0, {(7, "pve", "b"): LOST})
    (first, second) = read.by_crime(WEEK, 0, 10, None).crimes
    assert [tries.revision for tries in first.revisions] == list(reversed(range(MOST_REVISIONS)))
    assert (first.truncated, second.truncated) == (False, False)

    decide(store, 2, {(MOST_REVISIONS, "pve", "a"): WON})

    (first, _) = read.by_crime(WEEK, 0, 10, None).crimes
    assert [tries.revision for tries in first.revisions] == list(range(MOST_REVISIONS, 0, -1))
    assert first.truncated


def test_by_crime__of_the_same_name_as_a_skill_check__is_another(
    store: InMemoryInsightStore, read: ReadInsight
) -> None:
    decide(store, 0, {(1, "skill_check", "a"): WON, (1, "pve", "b"): WON, (1, "pve", "a"): LOST, (1, "pvp", ""): LOST})

    rows = read.by_crime(WEEK, 0, 10, None).crimes
    assert [(row.action_type, row.name) for row in rows] == [("pve", "a"), ("pve", "b"), ("skill_check", "a")]
    (only,) = read.by_crime(WEEK, 0, 10, ("skill_check", "a")).crimes
    assert only == rows[2]


def test_splits__where_only_a_sample_is_left__have_no_row(store: InMemoryInsightStore, read: ReadInsight) -> None:
    decide(store, 0, {(1, "pve", "a"): SAMPLE_ALONE, (2, "pve", "b"): WON})

    assert [row.revision for row in read.by_revision(WEEK, None, 10).revisions] == [2]
    assert [row.name for row in read.by_crime(WEEK, 0, 10, None).crimes] == ["b"]


def test_without_revision__more_decided_than_counted__is_nothing(
    store: InMemoryInsightStore, read: ReadInsight
) -> None:
    decide(store, 0, {(1, "pve", "a"): WON})

    missing = read.by_revision(WEEK, None, 10).without_revision

    assert {number for outcomes in missing.values() for number in outcomes.figures} == {0}


def test_splits__of_every_day__let_other_requests_run(read: ReadInsight, yields: CountedYields) -> None:
    for split in (
        lambda: read(WEEK),
        lambda: read.by_day(WEEK),
        lambda: read.by_revision(WEEK, None, 1),
        lambda: read.by_crime(WEEK, 0, 1, None),
    ):
        before = yields.taken
        split()
        assert yields.taken >= before + 7
