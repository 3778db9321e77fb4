"""Deciding which of two histories of the tuning counts: both stay, and no number means two revisions."""

from datetime import UTC, datetime

import pytest

from service.engines.errors import InvalidInput
from service.errors import StoreUnavailable
from service.tuning.adopt import MOST_LOST, AdoptTuning
from service.tuning.change import ChangeTuning, Signature
from service.tuning.history import HistoryPage, TuningHistory
from service.tuning.ports import NotLive
from service.tuning.revisions import (
    Change,
    ChangeUncertain,
    KeptRevision,
    LogHead,
    NothingToAdopt,
    Side,
    StaleRevision,
    UnreadableRevision,
)
from service.tuning.warnings import WarnOfChange
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import shipped_revision
from tests.fakes.live_tuning import InMemoryLiveTuning
from tests.fakes.system import NumberedIdentifiers, StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog

MAIA = Signature("maia", "The store was emptied.")


@pytest.fixture
def log() -> InMemoryTuningLog:
    return InMemoryTuningLog()


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2026, 1, 2, 3, 4, 5, 678_999, UTC))


@pytest.fixture
def history(log: InMemoryTuningLog) -> TuningHistory:
    return TuningHistory(log, shipped_revision())


@pytest.fixture
def live(history: TuningHistory, clock: StoppedClock) -> InMemoryLiveTuning:
    return InMemoryLiveTuning(history, clock)


@pytest.fixture
def adopt(history: TuningHistory, live: InMemoryLiveTuning, clock: StoppedClock) -> AdoptTuning:
    return AdoptTuning(history, live, clock, NumberedIdentifiers())


def lost(log: InMemoryTuningLog, live: InMemoryLiveTuning, left: int) -> list[KeptRevision]:
    """Five revisions that were live, of which the store has only these left."""
    old = fill(log, *(kept(number, histories=("old",), critical_margin=90 + number) for number in range(1, 6)))
    live.refresh()
    del log.kept[left:]
    return list(old)


@pytest.mark.parametrize("left", [0, 2, 4])
@pytest.mark.parametrize("side", Side)
def test_adopt__after_a_loss__continues_above_both_with_the_values_of_the_side(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning, left: int, side: Side
) -> None:
    old = lost(log, live, left)
    values = {Side.COPY: 95, Side.STORE: 90 + left if left else 100}

    made = adopt({5}, side, MAIA)

    assert (made.number, made.document["critical_margin"]) == (6, values[side])
    assert log.kept[:-1] == [*old[:left], old[4]]
    six = log.kept[-1]
    assert (six.number, six.document, six.change) == (6, made.document, made.change)
    assert six.histories[1:] == ("old",)
    assert live.standing().not_live is None
    assert live.current().document == made.document


@pytest.mark.parametrize("side", Side)
def test_adopt__record__says_who_decided_what_and_what_it_changed(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning, side: Side
) -> None:
    lost(log, live, 4)

    made = adopt({5}, side, MAIA)

    time = datetime(2026, 1, 2, 3, 4, 5, 678_000, UTC)
    assert made.change
    changed = [(one.pointer, one.before, one.after) for one in made.change.differences]
    assert changed == ([] if side is Side.COPY else [("/critical_margin", 95, 94)])
    assert made.change == Change(5, "maia", MAIA.reason, time, made.change.differences, adopted=side)


@pytest.mark.parametrize("length", [5, 7])
@pytest.mark.parametrize("side", Side)
def test_adopt__where_another_history_is_as_long__continues_from_the_stores_newest(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning, length: int, side: Side
) -> None:
    lost(log, live, 0)
    others = fill(log, *(kept(number, histories=("other",), critical_margin=50) for number in range(1, length + 1)))

    made = adopt({5}, side, MAIA)

    assert (made.number, made.document["critical_margin"]) == (length + 1, 95 if side is Side.COPY else 50)
    assert log.kept[:-1] == list(others)
    assert log.kept[-1].histories[1:] == ("old", "other")
    assert live.standing().not_live is None


def test_adopt__by_one_machine__is_followed_by_those_that_know_either_history(
    adopt: AdoptTuning, history: TuningHistory, log: InMemoryTuningLog, live: InMemoryLiveTuning, clock: StoppedClock
) -> None:
    old = fill(log, *(kept(number, histories=("old",)) for number in range(1, 6)))
    live.refresh()
    further, behind = InMemoryLiveTuning(history, clock), InMemoryLiveTuning(history, clock)
    fill(log, kept(6, histories=("old",)), kept(7, histories=("old",)))
    further.refresh()
    log.kept[:] = old[:3]
    behind.refresh()
    fill(log, kept(4, histories=("old",), critical_margin=50))
    behind.refresh()
    assert [one.standing().not_live for one in (live, further, behind)] == [*[NotLive.OTHER_HISTORY] * 2, None]

    made = adopt({5}, Side.COPY, MAIA)

    for machine in (live, further, behind):
        assert machine.standing().not_live is None
        assert machine.current().number == made.number == 6


def test_adopt__then_changed_and_lost_again__has_to_be_decided_again(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning, history: TuningHistory
) -> None:
    lost(log, live, 3)
    adopt({5}, Side.COPY, MAIA)
    change = ChangeTuning(history, live, adopt.clock, adopt.identifiers, WarnOfChange(()))
    assert change.patch({6}, {"critical_margin": 70}, MAIA).number == 7
    assert log.kept[-1].histories == log.kept[-2].histories

    log.kept.pop()

    assert live.standing().not_live is NotLive.OTHER_HISTORY
    assert adopt({7}, Side.STORE, MAIA).number == 8
    assert len(log.kept[-1].histories) == 3


def test_history__with_lost_revisions__is_paged_without_them(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning, history: TuningHistory
) -> None:
    lost(log, live, 1)
    adopt({5}, Side.STORE, MAIA)

    def numbers(page: HistoryPage) -> tuple[list[int], int | None]:
        return [revision.number for revision in page.revisions], page.following

    assert numbers(history.page(None, 20)) == ([6, 5, 1, 0], None)
    assert numbers(history.page(None, 3)) == ([6, 5, 1], 0)
    assert numbers(history.page(4, 1)) == ([1], 0)
    assert numbers(history.page(0, 1)) == ([0], None)


def test_adopt__where_nothing_differs__is_refused(adopt: AdoptTuning, log: InMemoryTuningLog) -> None:
    with pytest.raises(NothingToAdopt):
        adopt({0}, Side.COPY, MAIA)
    fill(log, kept(1))
    with pytest.raises(NothingToAdopt, match="revision 1 is live"):
        adopt({1}, Side.STORE, MAIA)
    log.damaged = {1}
    with pytest.raises(NothingToAdopt):
        adopt({1}, Side.COPY, MAIA)
    assert len(log.kept) == 1


def test_adopt__twice__decides_once(adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning) -> None:
    lost(log, live, 0)
    adopt({5}, Side.COPY, MAIA)

    with pytest.raises(StaleRevision):
        adopt({5}, Side.STORE, MAIA)
    with pytest.raises(NothingToAdopt):
        adopt({6}, Side.STORE, MAIA)

    assert len(log.kept) == 2


@pytest.mark.parametrize("based_on", [set[int](), {0}, {4}])
def test_adopt__on_another_revision_than_the_live_one__is_stale(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning, based_on: set[int]
) -> None:
    lost(log, live, 0)

    with pytest.raises(StaleRevision) as refused:
        adopt(based_on, Side.COPY, MAIA)

    assert refused.value.newest == 5
    assert log.kept == []


def test_adopt__store_that_changes_meanwhile__is_stale(
    history: TuningHistory, log: InMemoryTuningLog, live: InMemoryLiveTuning, clock: StoppedClock
) -> None:
    class Overtaking(NumberedIdentifiers):
        def new(self) -> str:
            if not log.kept:
                fill(log, kept(1, "bob"))
            return super().new()

    lost(log, live, 0)

    with pytest.raises(StaleRevision) as refused:
        AdoptTuning(history, live, clock, Overtaking())({5}, Side.COPY, MAIA)

    assert refused.value.newest == 5
    assert [revision.change and revision.change.author for revision in log.kept] == ["bob"]


def test_adopt__side_that_breaks_the_rules_of_today__is_refused_and_the_other_is_not(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning
) -> None:
    lost(log, live, 0)
    fill(log, kept(1, **UNREADABLE))

    with pytest.raises(InvalidInput) as refused:
        adopt({5}, Side.STORE, MAIA)

    (mistake,) = refused.value.mistakes
    text = "The tuning of the store cannot be used: /critical_margin: Must lie within 0 to 100000."
    assert (mistake.path, mistake.message) == (("keep",), text)
    assert adopt({5}, Side.COPY, MAIA).number == 6


def test_adopt__over_a_damaged_entry__is_not_done(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning
) -> None:
    lost(log, live, 0)
    fill(log, kept(1))
    log.damaged = {1}

    with pytest.raises(UnreadableRevision):
        adopt({5}, Side.COPY, MAIA)
    assert len(log.kept) == 1


def test_adopt__copy_further_ahead_than_the_log_can_note__is_refused(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning
) -> None:
    log.append_after(LogHead(0, ""), [kept(MOST_LOST + 1)])
    live.refresh()
    log.kept.clear()

    with pytest.raises(InvalidInput, match="too far ahead"):
        adopt({MOST_LOST + 1}, Side.COPY, MAIA)
    assert log.kept == []


def test_adopt__store_unavailable__is_not_done(
    adopt: AdoptTuning, log: InMemoryTuningLog, live: InMemoryLiveTuning
) -> None:
    lost(log, live, 0)
    log.unavailable = True

    with pytest.raises(StoreUnavailable) as refused:
        adopt({5}, Side.COPY, MAIA)
    assert type(refused.value) is StoreUnavailable


def test_adopt__store_gone_while_it_was_written__is_in_doubt(clock: StoppedClock) -> None:
    class Going(InMemoryTuningLog):
        def append_after(self, *_: object) -> None:
            raise StoreUnavailable("Gone.")

    log = Going()
    history = TuningHistory(log, shipped_revision())
    live = InMemoryLiveTuning(history, clock)
    lost(log, live, 0)

    with pytest.raises(ChangeUncertain):
        AdoptTuning(history, live, clock, NumberedIdentifiers())({5}, Side.COPY, MAIA)
