"""Which revisions went live on which day, from the log of the tuning."""

from datetime import UTC, date, datetime, timedelta

import pytest

from service.insights.went_live import MOST_WENT_LIVE, live_revisions
from service.insights.window import Window
from service.tuning.revisions import Change, KeptRevision
from tests.fakes.tuning_log import InMemoryTuningLog

START = datetime(2026, 1, 1, tzinfo=UTC)


def log_of(*hours: float) -> InMemoryTuningLog:
    """A log with a revision for each of these hours after the start."""
    return InMemoryTuningLog(
        [
            KeptRevision(
                f"id {number}", number, {}, Change(number - 1, "ann", "Try.", START + timedelta(hours=each), ())
            )
            for number, each in enumerate(hours, 1)
        ]
    )


def numbers(log: InMemoryTuningLog, first: int, last: int) -> list[int]:
    window = Window(date(2026, 1, first), date(2026, 1, last))
    return [one.number for one in live_revisions(log, window).revisions]


def test_live_revisions__of_a_window__are_those_of_its_days_newest_first() -> None:
    log = log_of(0, 23.99, 24, 30, 47.99, 48, 500)

    assert numbers(log, 1, 1) == [2, 1]
    assert numbers(log, 2, 2) == [5, 4, 3]
    assert numbers(log, 1, 2) == [5, 4, 3, 2, 1]
    assert numbers(log, 3, 20) == [6]
    assert numbers(log, 4, 20) == []
    assert numbers(log, 3, 25) == [7, 6]
    assert numbers(log_of(), 1, 25) == []


def test_live_revisions__say_on_which_day_they_did() -> None:
    (found,) = live_revisions(log_of(30), Window(date(2026, 1, 1), date(2026, 1, 5))).revisions

    assert found.day == date(2026, 1, 2)


@pytest.mark.parametrize(("before", "more"), [(0, 0), (0, 1), (5, 0), (5, 1)])
def test_live_revisions__as_many_as_are_read__are_all_there_and_one_more_is_not(before: int, more: int) -> None:
    number = MOST_WENT_LIVE + more
    log = log_of(*[1] * before, *[25] * number)

    found = live_revisions(log, Window(date(2026, 1, 2), date(2026, 1, 2)))

    newest = before + number
    assert [one.number for one in found.revisions] == list(range(newest, newest - MOST_WENT_LIVE, -1))
    assert found.truncated == bool(more)


@pytest.mark.parametrize("damaged", [{1}, {4}, {7}, {3, 4}])
def test_live_revisions__some_of_them_damaged__leave_these_out(damaged: set[int]) -> None:
    log = log_of(0, 1, 2, 3, 4, 5, 6)
    log.damaged = damaged

    assert numbers(log, 1, 1) == [number for number in range(7, 0, -1) if number not in damaged]


def test_live_revisions__before_and_after_lost_ones__are_found() -> None:
    log = log_of(0, 25, 26, *[27] * 300, 49, 73)
    del log.kept[2:303]

    assert numbers(log, 1, 1) == [1]
    assert numbers(log, 2, 2) == [2]
    assert numbers(log, 3, 3) == [304]
    assert numbers(log, 3, 9) == [305, 304]
    assert numbers(log, 4, 4) == [305]


def test_live_revisions__of_a_long_log__read_little_of_it() -> None:
    log = log_of(*[0] * 10, *[30, 31], *[100] * 5000)

    assert numbers(log, 2, 2) == [12, 11]
    assert log.questions < 20
