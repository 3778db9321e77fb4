"""What every live tuning does: the one of a running service, and the one behind the tests of the API."""

import pytest

from service.errors import StoreUnavailable
from service.tuning.history import TuningHistory
from service.tuning.live import LiveTunings
from service.tuning.ports import LiveTuning, NotLive, TuningStanding
from service.tuning.revisions import OldRevisionsUnavailable, OtherHistory, UnreadableRevision
from tests.adapters.live_tunings.conftest import Start
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import shipped_revision
from tests.fakes.live_tuning import InMemoryLiveTuning
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


@pytest.fixture(params=[InMemoryLiveTuning, LiveTunings])
def live(request: pytest.FixtureRequest, start: Start, log: InMemoryTuningLog, clock: StoppedClock) -> LiveTuning:
    if request.param is LiveTunings:
        return start()
    return InMemoryLiveTuning(TuningHistory(log, shipped_revision()), clock)


def look(live: LiveTuning) -> int:
    """The number of the revision that is live after a look at the log."""
    live.refresh()
    return live.current().number


def standing(live: LiveTuning) -> NotLive | None:
    live.refresh()
    return live.standing().not_live


def test_log__empty__has_the_shipped_revision_live(live: LiveTuning) -> None:
    assert look(live) == 0
    assert live.current() is live.shipped is shipped_revision()
    assert standing(live) is None


def test_log__growing__has_its_newest_revision_live(
    live: LiveTuning, log: InMemoryTuningLog, clock: StoppedClock
) -> None:
    for number in range(1, 4):
        fill(log, kept(number, critical_margin=90 + number))
        clock.pass_time(seconds=1)
        assert look(live) == number
        assert live.current().tuning.critical_margin == 9_000 + 100 * number
        assert live.standing() == TuningStanding(number, clock.now(), None)


def test_log__away_and_back__leaves_the_last_revision_live(
    live: LiveTuning, log: InMemoryTuningLog, clock: StoppedClock
) -> None:
    fill(log, kept(1))
    look(live)
    confirmed = clock.now()

    log.unavailable = True
    clock.pass_time(seconds=5)
    assert look(live) == 1
    assert live.standing() == TuningStanding(1, confirmed, NotLive.STORE_UNAVAILABLE)

    log.unavailable = False
    fill(log, kept(2))
    assert look(live) == 2
    assert standing(live) is None


def test_log__away_from_the_first__leaves_the_shipped_revision(live: LiveTuning, log: InMemoryTuningLog) -> None:
    log.unavailable = True

    assert look(live) == 0
    assert live.standing() == TuningStanding(0, None, NotLive.STORE_UNAVAILABLE)


@pytest.mark.parametrize("damaged", [True, False])
def test_newest_revision__unreadable__leaves_the_one_before(
    live: LiveTuning, log: InMemoryTuningLog, *, damaged: bool
) -> None:
    fill(log, kept(1), kept(2))
    look(live)
    fill(log, kept(3) if damaged else kept(3, **UNREADABLE))
    log.damaged = {3} if damaged else set()

    assert look(live) == 2
    assert standing(live) is NotLive.UNREADABLE_REVISION

    fill(log, kept(4))
    assert look(live) == 4
    assert standing(live) is None


def test_revisions__unreadable_from_the_first__are_passed_over(live: LiveTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1), kept(2, **UNREADABLE), kept(3))
    log.damaged = {3}

    assert look(live) == 1
    assert standing(live) is NotLive.UNREADABLE_REVISION


def test_revisions__none_of_them_readable__leave_the_shipped_one(live: LiveTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, **UNREADABLE))

    assert look(live) == 0
    assert standing(live) is NotLive.UNREADABLE_REVISION


def test_live_revision__damaged_later__stays_live(live: LiveTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1), kept(2))
    look(live)

    log.damaged = {2}
    assert look(live) == 2
    fill(log, kept(3, **UNREADABLE))
    assert look(live) == 2
    assert standing(live) is NotLive.UNREADABLE_REVISION


@pytest.mark.parametrize("left", [0, 1])
def test_log__with_fewer_revisions_than_were_live__changes_nothing(
    live: LiveTuning, log: InMemoryTuningLog, clock: StoppedClock, left: int
) -> None:
    fill(log, kept(1), kept(2))
    look(live)
    confirmed, before = clock.now(), [*log.kept]

    del log.kept[left:]
    clock.pass_time(seconds=5)
    assert look(live) == 2
    assert live.standing() == TuningStanding(2, confirmed, NotLive.OTHER_HISTORY, OtherHistory(2, 2, left))

    log.kept[:] = before
    assert look(live) == 2
    assert standing(live) is None


@pytest.mark.parametrize("length", [2, 4])
def test_log__with_others_of_the_same_numbers__changes_nothing(
    live: LiveTuning, log: InMemoryTuningLog, length: int
) -> None:
    fill(log, kept(1), kept(2, critical_margin=90))
    look(live)

    log.kept[1:] = [kept(number, critical_margin=80) for number in range(2, length + 1)]

    assert look(live) == 2
    assert live.current().tuning.critical_margin == 9_000
    assert standing(live) is NotLive.OTHER_HISTORY


def test_log__with_another_history__is_not_read_for_old_revisions(live: LiveTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1), kept(2))
    look(live)

    log.kept[:] = [kept(1, critical_margin=80), kept(2), kept(3)]
    live.refresh()

    with pytest.raises(OldRevisionsUnavailable):
        live.revision(1)
    assert live.revision(2) is live.current()
    assert live.revision(0) is live.shipped


def test_old_revision__asked_for__is_read(live: LiveTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, critical_margin=90), kept(2))
    look(live)

    old = live.revision(1)

    assert old
    assert (old.number, old.tuning.critical_margin) == (1, 9_000)
    assert live.revision(3) is None


def test_old_revision__unreadable_or_away__says_so(live: LiveTuning, log: InMemoryTuningLog) -> None:
    fill(log, kept(1, **UNREADABLE), kept(2), kept(3))
    look(live)

    with pytest.raises(UnreadableRevision):
        live.revision(1)
    log.unavailable = True
    live.refresh()
    with pytest.raises(StoreUnavailable):
        live.revision(2)
