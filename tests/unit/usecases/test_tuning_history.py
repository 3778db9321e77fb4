"""The history of the tuning: the shipped revision and the log as one row of numbers."""

import pytest

from service.tuning.history import TuningHistory
from service.tuning.revisions import LogHead, UnreadableRevision
from tests.builders.revisions import UNREADABLE, fill, kept
from tests.builders.tunings import shipped_revision
from tests.fakes.tuning_log import InMemoryTuningLog


def history_of(revisions: int) -> TuningHistory:
    log = InMemoryTuningLog()
    fill(log, *(kept(number) for number in range(1, revisions + 1)))
    return TuningHistory(log, shipped_revision())


@pytest.mark.parametrize("revisions", [0, 1, 3])
def test_newest__of_so_many__is_the_last(revisions: int) -> None:
    assert history_of(revisions).newest().number == revisions


@pytest.mark.parametrize(
    ("last", "size", "numbers"),
    [
        (None, 20, [5, 4, 3, 2, 1, 0]),
        (None, 6, [5, 4, 3, 2, 1, 0]),
        (None, 5, [5, 4, 3, 2, 1]),
        (None, 1, [5]),
        (9, 2, [5, 4]),
        (3, 2, [3, 2]),
        (1, 2, [1, 0]),
        (1, 1, [1]),
        (0, 1, [0]),
        (0, 20, [0]),
    ],
)
def test_page__up_to_a_number__is_newest_first_and_ends_with_the_shipped_one(
    last: int | None, size: int, numbers: list[int]
) -> None:
    assert [revision.number for revision in history_of(5).page(last, size)] == numbers


def test_page__of_an_empty_log__is_the_shipped_revision() -> None:
    (only,) = history_of(0).page(None, 20)

    assert (only.number, only.document, only.change) == (0, shipped_revision().document, None)


def test_pages__one_after_the_other__have_every_revision_once() -> None:
    history, seen, last = history_of(10), list[int](), 10
    while last >= 0:
        page = history.page(last, 3)
        seen += [revision.number for revision in page]
        last = page[-1].number - 1

    assert seen == list(range(10, -1, -1))


def test_kept__by_its_number__is_there_or_not() -> None:
    history = history_of(2)

    assert [(found := history.kept(number)) and found.number for number in (0, 1, 2, 3)] == [0, 1, 2, None]


def test_read__of_each_kind__is_the_revision_or_the_reason_why_not() -> None:
    history = history_of(0)

    assert history.read(history.newest()) is shipped_revision()
    assert history.read(kept(1, critical_margin=90)).tuning.critical_margin == 9_000
    with pytest.raises(UnreadableRevision, match="/critical_margin: Must lie within 0 to 100000"):
        history.read(kept(1, **UNREADABLE))


def test_newest__log_emptied_between_two_questions__is_the_shipped_revision() -> None:
    class Emptied(InMemoryTuningLog):
        def head(self) -> LogHead:
            return LogHead(7, "gone by now")

    assert TuningHistory(Emptied(), shipped_revision()).newest().number == 0
