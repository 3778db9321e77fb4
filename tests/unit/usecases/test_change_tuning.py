"""Changing the tuning: each change is a revision on top of the newest, with its record."""

from datetime import UTC, datetime
from typing import Any

import pytest

from service.engines.destiny.hands import HandRank
from service.engines.errors import InvalidInput
from service.errors import StoreUnavailable
from service.tuning.change import ChangeTuning, Signature
from service.tuning.history import TuningHistory
from service.tuning.patches import Difference
from service.tuning.revisions import (
    Change,
    ChangeUncertain,
    HistoryDiffers,
    KeptRevision,
    StaleRevision,
    UnreadableRevision,
)
from service.tuning.warnings import WarnOfChange
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import shipped_revision, whole_document_with
from tests.fakes.live_tuning import InMemoryLiveTuning
from tests.fakes.system import NumberedIdentifiers, StoppedClock, numbered
from tests.fakes.tuning_log import InMemoryTuningLog

ANN = Signature("ann", "Because.")
FORCED = Signature("ann", "I mean it.", force=True)
PAIRS_FIRST = {"hand_rank_scores": {"two_pair": 20}}
DOUBT = "Would be worth less than pair, a weaker hand. Send force: true if that is intended."


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2026, 1, 2, 3, 4, 5, 678_999, UTC))


@pytest.fixture
def change(log: InMemoryTuningLog, clock: StoppedClock) -> ChangeTuning:
    history = TuningHistory(log, shipped_revision())
    return ChangeTuning(history, InMemoryLiveTuning(history, clock), clock, NumberedIdentifiers(), WarnOfChange(()))


def refusals(call: Any, *given: Any) -> list[str]:
    with pytest.raises(InvalidInput) as refused:
        call(*given)
    return [f"{mistake.pointer} {mistake.message}" for mistake in refused.value.mistakes]


def test_patch__first__makes_revision_1_with_its_record(change: ChangeTuning, log: InMemoryTuningLog) -> None:
    values = {"critical_margin": 90, "items": {"rope": {"flat": 1}}, "npcs": {"rookie": None}}

    made = change.patch({0}, values, ANN)

    time = datetime(2026, 1, 2, 3, 4, 5, 678_000, UTC)
    rookie = {"avg_skill_level": 10, "avg_suit_bonus": 7.69}
    differences = (
        Difference("/critical_margin", 100, 90),
        Difference("/npcs/rookie", rookie, None),
        Difference("/items/rope", None, {"flat": 1}),
    )
    assert made.change == Change(0, "ann", "Because.", time, differences)
    assert (made.number, made.tuning.critical_margin, made.document["items"]["rope"]) == (1, 9_000, {"flat": 1})
    (one,) = log.kept
    assert one == KeptRevision(numbered(1), 1, made.document, made.change, (numbered(2),))


def test_patch__made__is_live_here_at_once(change: ChangeTuning, log: InMemoryTuningLog) -> None:
    made = change.patch({0}, {"critical_margin": 90}, ANN)
    log.unavailable = True

    assert change.tunings.current().number == made.number


def test_patch__on_another__keeps_what_the_other_changed(change: ChangeTuning) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)

    made = change.patch({1}, {"failure_margin": -40}, ANN)

    assert made.document == whole_document_with(critical_margin=90, failure_margin=-40)
    assert made.change
    assert made.change.based_on == 1


def test_patch__newest_among_several_that_are_named__is_made(change: ChangeTuning) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)

    assert change.patch({0, 1, 7}, {"critical_margin": 80}, ANN).number == 2


def test_patch__after_the_first__goes_on_with_its_history(change: ChangeTuning, log: InMemoryTuningLog) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)
    change.patch({1}, {"critical_margin": 80}, ANN)

    first, second = log.kept
    assert first.history
    assert second.histories == first.histories


@pytest.mark.parametrize("based_on", [{0}, {2}, set()])
def test_patch__on_a_revision_that_is_not_the_newest__is_stale(
    change: ChangeTuning, log: InMemoryTuningLog, based_on: set[int]
) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)

    with pytest.raises(StaleRevision) as refused:
        change.patch(based_on, {"critical_margin": 80}, ANN)

    assert refused.value.newest == 1
    assert len(log.kept) == 1


def test_patch__overtaken_while_it_was_made__is_stale(change: ChangeTuning, log: InMemoryTuningLog) -> None:
    class Overtaking(NumberedIdentifiers):
        def new(self) -> str:
            fill(log, kept(1, "bob"))
            return super().new()

    overtaken = ChangeTuning(change.history, change.tunings, change.clock, Overtaking(), change.warn)

    with pytest.raises(StaleRevision):
        overtaken.patch({0}, {"critical_margin": 80}, ANN)

    assert [revision.change and revision.change.author for revision in log.kept] == ["bob"]


@pytest.mark.parametrize("values", [{}, {"items": {}}, {"critical_margin": 100}, {"critical_margin": 100.0}])
def test_patch__that_changes_nothing__is_refused(
    change: ChangeTuning, log: InMemoryTuningLog, values: dict[str, Any]
) -> None:
    assert refusals(change.patch, {0}, values, ANN) == ["/values Changes nothing: revision 0 already has these values."]
    assert log.kept == []


@pytest.mark.parametrize(
    ("values", "refusal"),
    [
        ({"critical_margin": -1}, "/values/critical_margin Must lie within 0 to 100000."),
        ({"skills": {"mining": []}}, "/values/skills/mining Must be an array of 1 to 4 items."),
        ({"items": {"rope": None}}, "/values/items/rope Does not exist, so it cannot be removed."),
        ({"pyramid": {"ante": -1}}, "/values/pyramid/ante Must be a whole number from 0 to 1000000."),
        (PAIRS_FIRST, f"/values/hand_rank_scores/two_pair {DOUBT}"),
    ],
)
def test_patch__wrong_or_doubtful__is_refused_with_its_place(
    change: ChangeTuning, log: InMemoryTuningLog, values: dict[str, Any], refusal: str
) -> None:
    assert refusals(change.patch, {0}, values, ANN) == [refusal]
    assert log.kept == []


def test_patch__wrong__is_not_made_right_by_force(change: ChangeTuning) -> None:
    assert refusals(change.patch, {0}, {"critical_margin": -1}, FORCED) != []


def test_patch__doubtful_and_forced__is_made_and_the_doubt_not_raised_again(change: ChangeTuning) -> None:
    assert change.patch({0}, PAIRS_FIRST, FORCED).tuning.hand_rank_scores[HandRank.TWO_PAIR] == 2_000

    assert change.patch({1}, {"critical_margin": 90}, ANN).number == 2
    assert refusals(change.patch, {2}, {"hand_rank_scores": {"flush": 0}}, ANN)[0].startswith(
        "/values/hand_rank_scores/flush Would be worth less than straight"
    )


def test_restore__an_old_revision__makes_a_new_one_that_is_equal(change: ChangeTuning) -> None:
    one = change.patch({0}, {"items": {"rope": {"flat": 1}}}, ANN)
    change.patch({1}, {"items": {"rope": None}, "critical_margin": 90}, ANN)

    made = change.restore({2}, 1, ANN)

    assert made.number == 3
    assert made.document == one.document
    assert made.change
    assert (made.change.based_on, made.change.restores) == (2, 1)
    assert made.change.differences == (
        Difference("/critical_margin", 90, 100),
        Difference("/items/rope", None, {"flat": 1}),
    )


def test_restore__the_shipped_revision__can_be_done(change: ChangeTuning) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)

    made = change.restore({1}, 0, ANN)

    assert made.document == shipped_revision().document
    assert made.change
    assert made.change.restores == 0


@pytest.mark.parametrize(
    ("number", "refusal"),
    [
        (2, "No such revision; the newest is 1."),
        (2**53 - 1, "No such revision; the newest is 1."),
        (1, "Changes nothing: revision 1 already has these values."),
    ],
)
def test_restore__of_what_is_not_there_or_is_there_already__is_refused(
    change: ChangeTuning, number: int, refusal: str
) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)

    assert refusals(change.restore, {1}, number, ANN) == [f"/tuning_revision {refusal}"]


def test_restore__on_a_revision_that_is_not_the_newest__is_stale(change: ChangeTuning) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)

    with pytest.raises(StaleRevision):
        change.restore({0}, 0, ANN)


def test_restore__doubtful__has_to_be_forced(change: ChangeTuning) -> None:
    change.patch({0}, PAIRS_FIRST, FORCED)
    change.restore({1}, 0, ANN)

    assert refusals(change.restore, {2}, 1, ANN) == [f"/tuning_revision /hand_rank_scores/two_pair: {DOUBT}"]
    assert change.restore({2}, 1, FORCED).number == 3


def test_restore__of_values_that_are_not_allowed_any_more__is_refused(
    change: ChangeTuning, log: InMemoryTuningLog
) -> None:
    fill(log, kept(1, **UNREADABLE), kept(2))

    assert refusals(change.restore, {2}, 1, FORCED) == [
        "/tuning_revision /critical_margin: Must lie within 0 to 100000."
    ]


def test_restore__of_a_damaged_entry__is_refused(change: ChangeTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1), kept(2))
    log.damaged = {1}

    assert refusals(change.restore, {2}, 1, ANN) == [
        "/tuning_revision Revision 1 of the tuning cannot be read: it is damaged."
    ]


def test_change__on_a_newest_revision_with_values_not_allowed__repairs_it_or_goes_back(
    change: ChangeTuning, log: InMemoryTuningLog
) -> None:
    fill(log, kept(1, **UNREADABLE))

    assert refusals(change.patch, {1}, {"failure_margin": -40}, ANN) == [
        "/values/critical_margin Must lie within 0 to 100000."
    ]
    assert change.patch({1}, {"critical_margin": 90}, ANN).tuning.critical_margin == 9_000
    fill(log, kept(3, **UNREADABLE))
    assert change.restore({3}, 0, ANN).number == 4


def test_change__on_a_damaged_newest_revision__is_not_made(change: ChangeTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1))
    log.damaged = {1}

    with pytest.raises(UnreadableRevision):
        change.patch({1}, {"critical_margin": 80}, ANN)
    with pytest.raises(UnreadableRevision):
        change.restore({1}, 0, ANN)
    assert len(log.kept) == 1


def test_change__store_unavailable__is_not_made(change: ChangeTuning, log: InMemoryTuningLog) -> None:
    log.unavailable = True

    with pytest.raises(StoreUnavailable) as refused:
        change.patch({0}, {"critical_margin": 80}, ANN)
    assert type(refused.value) is StoreUnavailable
    with pytest.raises(StoreUnavailable):
        change.restore({0}, 0, ANN)
    assert log.kept == []


@pytest.mark.parametrize("written", [True, False])
def test_change__store_gone_while_it_was_written__is_in_doubt(
    log: InMemoryTuningLog, clock: StoppedClock, *, written: bool
) -> None:
    class Going(InMemoryTuningLog):
        def append(self, revision: KeptRevision) -> None:
            if written:
                super().append(revision)
            raise StoreUnavailable("Gone.")

    history = TuningHistory(Going(log.kept), shipped_revision())
    change = ChangeTuning(history, InMemoryLiveTuning(history, clock), clock, NumberedIdentifiers(), WarnOfChange(()))

    with pytest.raises(ChangeUncertain):
        change.patch({0}, {"critical_margin": 80}, ANN)
    assert len(log.kept) == written


@pytest.mark.parametrize("left", [0, 1])
def test_change__in_a_store_that_lost_revisions__is_refused_and_makes_no_second_history(
    change: ChangeTuning, log: InMemoryTuningLog, left: int
) -> None:
    change.patch({0}, {"critical_margin": 90}, ANN)
    change.patch({1}, {"critical_margin": 80}, ANN)
    before = [*log.kept]
    del log.kept[left:]

    for based_on in (left, 2):
        with pytest.raises(HistoryDiffers, match="followed here up to revision 2"):
            change.patch({based_on}, {"critical_margin": 70}, ANN)
        with pytest.raises(HistoryDiffers):
            change.restore({based_on}, 0, ANN)
    assert log.kept == before[:left]

    log.kept[:] = before
    assert change.patch({2}, {"critical_margin": 70}, ANN).number == 3
