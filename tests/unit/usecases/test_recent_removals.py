"""What recent revisions have removed: followed along the log, within bounds, and never in the way of a revision."""

from collections.abc import Mapping

import pytest

from service.tuning.removals import MOST_REMOVED, RECENT, RecentRemovals
from service.tuning.revisions import KeptRevision
from tests.builders.revisions import fill, recorded, removing
from tests.builders.tunings import shipped_revision
from tests.fakes.tuning_log import InMemoryTuningLog

HEIST = ("crimes", "heist")


@pytest.fixture
def log() -> InMemoryTuningLog:
    return InMemoryTuningLog()


@pytest.fixture
def removals(log: InMemoryTuningLog) -> RecentRemovals:
    return RecentRemovals(log)


def after(removals: RecentRemovals, newest: KeptRevision) -> Mapping[tuple[str, str], int]:
    return removals.noted(newest, shipped_revision()).tuning.removed


def test_removal__of_an_entry__is_known_by_its_revision_until_it_comes_back(
    log: InMemoryTuningLog, removals: RecentRemovals
) -> None:
    one, two, three, four = fill(
        log,
        removing(1, "/crimes/heist", "/npcs/rookie"),
        recorded(2, {"/crimes/train/title": None, "/critical_margin": 90}),
        recorded(3, {"/crimes/heist": {"threshold": 1}}),
        removing(4, "/crimes/heist"),
    )

    assert after(removals, one) == {HEIST: 1, ("npcs", "rookie"): 1}
    assert after(removals, two) == {HEIST: 1, ("npcs", "rookie"): 1}
    assert after(removals, three) == {("npcs", "rookie"): 1}
    assert after(removals, four) == {HEIST: 4, ("npcs", "rookie"): 1}


def test_revision__before_any_removal__stays_as_it_is(removals: RecentRemovals) -> None:
    assert removals.noted(recorded(1, {"/critical_margin": 90}), shipped_revision()) is shipped_revision()


def test_next_revision__of_the_one_followed__asks_the_log_for_nothing(
    log: InMemoryTuningLog, removals: RecentRemovals
) -> None:
    one, two, three, four = fill(log, *(removing(number) for number in range(1, 5)))
    after(removals, one)
    asked = log.questions

    after(removals, two)
    assert log.questions == asked
    after(removals, four)
    assert log.questions == asked + 1
    after(removals, three)
    assert log.questions == asked + 1


def test_start__late_in_a_long_history__knows_as_much_as_those_that_followed_it(
    log: InMemoryTuningLog, removals: RecentRemovals
) -> None:
    revisions = fill(log, *(removing(number, f"/items/item_{number}") for number in range(1, RECENT + 4)))
    for revision in revisions:
        following = after(removals, revision)

    assert after(RecentRemovals(log), revisions[-1]) == following
    assert {number for _, number in following.items()} == set(range(4, RECENT + 4))


def test_removals__too_many_of_them__are_the_newest(log: InMemoryTuningLog, removals: RecentRemovals) -> None:
    many = [f"/items/item_{number}" for number in range(MOST_REMOVED)]
    *_, two = fill(log, removing(1, "/crimes/heist"), removing(2, *many))

    known = after(removals, two)

    assert len(known) == MOST_REMOVED
    assert HEIST not in known


@pytest.mark.parametrize("trouble", ["damaged", "unavailable"])
def test_log__that_cannot_be_read__hides_no_revision_and_is_caught_up_with(
    log: InMemoryTuningLog, removals: RecentRemovals, trouble: str
) -> None:
    *_, two, three = fill(log, removing(1, "/crimes/heist"), removing(2), removing(3))
    log.unavailable, log.damaged = trouble == "unavailable", {1} if trouble == "damaged" else set()
    assert removals.noted(two, shipped_revision()) is shipped_revision()

    log.unavailable, log.damaged = False, set()
    assert after(removals, three) == {HEIST: 1}


def test_forgetting__as_another_history_counts__begins_again(removals: RecentRemovals) -> None:
    after(removals, removing(1, "/crimes/heist"))
    removals.forget()

    assert after(removals, removing(1, "/npcs/rookie")) == {("npcs", "rookie"): 1}
