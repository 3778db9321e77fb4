"""Counting after the answers: every resolution once, however the store fails."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest

from service.actions.resolve import ResolveAction, ResolveActionInput, Resolved
from service.engines.destiny.actions import Action, ActionType, Challenge, Duel
from service.engines.destiny.insight.tally import Name
from service.engines.destiny.participants import Participant
from service.errors import StoreUnavailable
from service.insights.count import MOST_SAMPLED, PAUSE_S, CountInsight
from service.insights.ports import Increments
from service.insights.read import ReadInsight
from service.insights.window import LastDays
from tests.fakes.character_store import no_characters
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.system import (
    CountedYields,
    NotedBackground,
    NotedTurns,
    NumberedIdentifiers,
    ScriptedDealer,
    StoppedClock,
    numbered,
)
from tests.fakes.tuning_log import InMemoryTuningLog
from tests.fakes.tuning_store import TUNINGS

ROBBERY = Challenge(ActionType.PVE, Participant(skills={"stealth": 40}), "bank_robbery")
FAILED: Name = ("difficulty", "pve", "hard", "critical_failure")
SAMPLED: Name = ("sample", "difficulty", "pve", "hard", "contests")
FIRST_DAY = date(2026, 1, 1)


class UnsureStore(InMemoryInsightStore):
    """Keeps what it gets, and loses as many of its answers as the test wants."""

    lost = 0
    meanwhile: Callable[[], object] | None = None

    def add(self, increments: Increments) -> None:
        super().add(increments)
        if self.meanwhile and self.received[increments.process] < 5:
            self.meanwhile()
        if self.lost:
            self.lost -= 1
            raise StoreUnavailable("No answer came.")


class BrokenStore(InMemoryInsightStore):
    """Fails by a bug once."""

    broken = True

    def add(self, increments: Increments) -> None:
        if self.broken:
            self.broken = False
            raise ValueError("a bug")
        super().add(increments)


@pytest.fixture
def store() -> UnsureStore:
    return UnsureStore()


@pytest.fixture
def count(store: UnsureStore) -> CountInsight:
    return CountInsight(store, NotedBackground(), NumberedIdentifiers())


def resolved(clock: StoppedClock, action: Action = ROBBERY) -> Resolved:
    resolve = ResolveAction(
        ScriptedDealer(),
        TUNINGS,
        NumberedIdentifiers(),
        InMemoryDrawStore(clock),
        no_characters(),
        clock,
    )
    return resolve(ResolveActionInput(action))


def reading(store: InMemoryInsightStore, count: CountInsight, clock: StoppedClock) -> ReadInsight:
    return ReadInsight(store, count, InMemoryTuningLog(), clock, CountedYields(), NotedTurns())


def test_count__any__waits_for_the_background(store: UnsureStore, clock: StoppedClock) -> None:
    background = NotedBackground()
    count = CountInsight(store, background, NumberedIdentifiers())

    count([resolved(clock)])

    assert background.taken_on == [(count, PAUSE_S)]
    assert background.woken == 1
    assert store.days == {}


def test_flush__several_resolutions__sends_all_at_once(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    for _ in range(3):
        count([resolved(clock)])
    count.flush()
    count.flush()

    assert store.days[FIRST_DAY][FAILED] == 3
    assert store.received == {numbered(1): 1}


def test_flush__duels_that_are_counted_meanwhile__are_sent_the_next_time(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    duel = resolved(clock, Duel(ROBBERY.actor, ROBBERY.actor))
    store.meanwhile = lambda: count([duel])
    count([duel])

    count.flush()

    assert store.received == {numbered(1): 1}


def test_flush__resolutions_of_two_days__counts_each_on_its_own(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    count([resolved(clock)])
    clock.pass_time(hours=24)
    count([resolved(clock)])
    count([resolved(clock)])
    count.flush()

    assert [counts[FAILED] for _, counts in sorted(store.days.items())] == [1, 2]


def test_flush__resolutions_under_two_revisions__has_what_each_decided_and_its_sample(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    before = resolved(clock)
    number = before.revision.number
    after = before._replace(revision=replace(before.revision, number=number + 1))
    duel = resolved(clock, Duel(ROBBERY.actor, ROBBERY.actor))
    for one in (before, after, duel, after):
        count([one])
    count.flush()

    robbed = (number, "pve", "bank_robbery"), (number + 1, "pve", "bank_robbery")
    decided, fought = store.decided[FIRST_DAY], (number, "pvp", "")
    assert decided.keys() == {*robbed, fought}
    assert decided[robbed[0]][:6] == [0, 0, 0, 1, 27_500, 1]
    assert decided[robbed[1]] == [2 * figure for figure in decided[robbed[0]]]
    assert sum(decided[fought][:4]) == decided[fought][5] == 1


def test_flush__answer_lost__sends_the_same_again_and_then_what_came_since(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    store.lost = 2
    count([resolved(clock)])
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            count.flush()
        count([resolved(clock)])
    count.flush()

    assert store.days[FIRST_DAY][FAILED] == 3
    assert store.received == {numbered(1): 2}


def test_flush__store_unavailable__counts_on_and_sends_all_when_it_is_back(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    store.unavailable = True
    for _ in range(3):
        count([resolved(clock)])
        with pytest.raises(StoreUnavailable):
            count.flush()

    store.unavailable = False
    count.flush()

    assert store.days[FIRST_DAY][FAILED] == 3


def test_flush__bug_in_the_store__does_not_come_again(clock: StoppedClock) -> None:
    store = BrokenStore()
    count = CountInsight(store, NotedBackground(), NumberedIdentifiers())
    count([resolved(clock)])
    with pytest.raises(ValueError, match="a bug"):
        count.flush()

    count([resolved(clock)])
    count.flush()

    assert store.days[FIRST_DAY][FAILED] == 1


def test_flush__more_than_can_be_sampled__samples_the_first_of_them_and_counts_all(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    for _ in range(MOST_SAMPLED + 5):
        count([resolved(clock)])
    count.flush()
    count([resolved(clock)])
    count.flush()

    assert store.days[FIRST_DAY][FAILED] == MOST_SAMPLED + 6
    assert store.days[FIRST_DAY][SAMPLED] == MOST_SAMPLED + 1


def test_forget__what_waits__is_sent_by_another_process(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    count([resolved(clock)])
    count.flush()
    count([resolved(clock)])

    count.forget()
    count([resolved(clock)])
    count.flush()

    assert store.days[FIRST_DAY][FAILED] == 2
    assert store.received == {numbered(1): 1, numbered(2): 1}


def test_read_insight__some_days__has_those_that_end_today(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    read = reading(store, count, clock)
    for _ in range(4):
        count([resolved(clock, Duel(ROBBERY.actor, ROBBERY.actor))])
        clock.pass_time(hours=24)

    insight = read(LastDays(3))

    assert (insight.window.first, insight.window.last) == (date(2026, 1, 3), date(2026, 1, 5))
    assert insight.report.resolutions[ActionType.PVP] == 2
    assert read(LastDays(1)).report.resolutions[ActionType.PVP] == 0
    assert insight.reset_at is None


def test_reset__with_counts_sent_and_not_yet_sent__forgets_all(
    count: CountInsight, store: UnsureStore, clock: StoppedClock
) -> None:
    read = reading(store, count, clock)
    count([resolved(clock)])
    count.flush()
    count([resolved(clock)])

    read.reset("ann")

    assert set(read(LastDays(30)).report.resolutions.values()) == {0}
    assert read(LastDays(30)).reset_at == clock.time
    count([resolved(clock)])
    assert read(LastDays(1)).report.resolutions[ActionType.PVE] == 1


def test_abandon__counts_that_were_not_sent__are_in_the_log(
    count: CountInsight, clock: StoppedClock, caplog: pytest.LogCaptureFixture
) -> None:
    count.abandon()
    assert caplog.text == ""

    count([resolved(clock)])
    count.abandon()

    assert "Counts for insights are lost" in caplog.text
