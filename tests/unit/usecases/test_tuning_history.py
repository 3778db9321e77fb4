"""The history of the tuning: the shipped revision and the log as one row of numbers."""

from dataclasses import replace

import pytest

from service.tuning.history import ANY, Sought, TuningHistory
from service.tuning.patches import Difference
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


def test_newest__if_it_was_remembered__is_not_read_from_the_log_again() -> None:
    history = history_of(2)
    second = history.newest()
    history.remember(second, history.read(second))

    assert history.newest() is history.kept(2) is second
    fill(history.log, kept(3))
    assert history.newest().number == 3


def test_newest__another_with_the_number_of_the_remembered_one__is_read_from_the_log() -> None:
    history, other = history_of(2), kept(2, "bob")
    history.remember(other, history.read(other))

    for found in (history.newest(), history.kept(2)):
        assert found
        assert (found.number, found.change and found.change.author) == (2, "ann")


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
    assert [revision.number for revision in history_of(5).page(last, size).revisions] == numbers


def test_page__of_an_empty_log__is_the_shipped_revision() -> None:
    (only,) = history_of(0).page(None, 20).revisions

    assert (only.number, only.change) == (0, None)


def test_pages__one_after_the_other__have_every_revision_once() -> None:
    assert numbers_of(history_of(10), ANY, 3) == list(range(10, -1, -1))


SOUGHT = [
    Sought(author="ann"),
    Sought(author="bob"),
    Sought(author="nobody"),
    Sought(pointer="/items"),
    Sought(pointer="/skills"),
    Sought(pointer="/critical_margin", author="bob"),
]


@pytest.mark.parametrize("sought", SOUGHT)
@pytest.mark.parametrize("size", [1, 3, 100])
def test_pages__of_what_is_sought__are_full_and_have_every_match_once(sought: Sought, size: int) -> None:
    revisions = [kept(number, "bob" if number % 7 == 3 else "ann") for number in range(1, 231)]
    log = InMemoryTuningLog()
    fill(log, *revisions)
    history = TuningHistory(log, shipped_revision())

    found = numbers_of(history, sought, size)

    assert found == [one.number for one in reversed(revisions) if one.change and sought.has(one.change)]
    assert len(history.page(None, size, sought).revisions) == min(size, len(found))


@pytest.mark.parametrize(("matching", "pages"), [(1, [[], [1]]), (2, [[], [2]]), (3, [[3], []]), (1002, [[1002], []])])
def test_search__of_a_long_history__looks_at_a_thousand_revisions_and_goes_on_from_there(
    matching: int, pages: list[list[int]]
) -> None:
    one = kept(1)
    log = InMemoryTuningLog([replace(one, number=number) for number in range(1, 1003)])
    log.kept[matching - 1] = kept(matching, "bob")
    history, sought = TuningHistory(log, shipped_revision()), Sought(author="bob")

    first = history.page(None, 20, sought)
    second = history.page(first.following, 20, sought)

    assert (first.following, second.following) == (2, None)
    assert [[revision.number for revision in page.revisions] for page in (first, second)] == pages


def test_search__with_a_full_page__reads_no_more_than_it_needs() -> None:
    history = history_of(200)
    assert isinstance(history.log, InMemoryTuningLog)
    history.log.damaged = {100}

    assert history.page(None, 20, Sought(author="ann")).following == 180
    with pytest.raises(UnreadableRevision):
        history.page(None, 100, Sought(author="ann"))


def test_pages__of_large_changes__have_fewer_revisions_and_all_of_them_in_the_end() -> None:
    """Each record has 300 kB, so the fourth is the last that is read."""
    small = kept(1)
    assert small.change
    large = replace(small.change, differences=(Difference("/items/rope", None, "x" * 300_000),))
    log = InMemoryTuningLog([replace(small, number=number, change=large) for number in range(1, 7)])
    history = TuningHistory(log, shipped_revision())

    page = history.page(None, 20)

    assert ([one.number for one in page.revisions], page.following) == ([6, 5, 4, 3], 2)
    assert numbers_of(history, ANY, 20) == [6, 5, 4, 3, 2, 1, 0]
    assert numbers_of(history, Sought(author="ann"), 20) == [6, 5, 4, 3, 2, 1]
    assert history.page(None, 20, Sought(author="bob")).following == 2


def numbers_of(history: TuningHistory, sought: Sought, size: int) -> list[int]:
    """Those of all pages."""
    page = history.page(None, size, sought)
    numbers = [revision.number for revision in page.revisions]
    while page.following is not None:
        page = history.page(page.following, size, sought)
        numbers += [revision.number for revision in page.revisions]
    return numbers


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
