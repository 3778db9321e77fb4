"""What a campaign demands, and the table that it writes."""

from dataclasses import replace
from pathlib import Path

from tests.faults.faults import FAULTS
from tests.faults.history import Kind, Operation
from tests.faults.promises import Broken
from tests.faults.report import BEGIN, END, complaints, demanded, keep, kept, summary, table, write
from tests.faults.run import GROUPS, Run, Served, is_wrong, served
from tests.faults.stores import StoreKind

FINE = Run("hang", StoreKind.REPLICATED, 1, 100, Broken(), dict.fromkeys(GROUPS, Served(10, 8, 2, 1.5)), errors=0)
BY_NAME = {fault.name: fault for fault in FAULTS}


def test_demanded__replicated_and_no_deletion__is_that_no_answer_draw_or_revision_is_lost() -> None:
    for fault in FAULTS:
        if not fault.erases and not fault.splits:
            assert demanded(fault, StoreKind.REPLICATED) >= {"second_answers", "double_draws", "lost_revisions"}


def test_demanded__one_server__includes_characters_and_records_unless_a_worker_is_killed() -> None:
    assert "lost_records" in demanded(BY_NAME["hang"], StoreKind.OWN)
    assert "lost_records" not in demanded(BY_NAME["workers-killed"], StoreKind.OWN)
    assert "lost_characters" in demanded(BY_NAME["workers-killed"], StoreKind.OWN)


def test_complaints__loss_that_is_documented__are_none() -> None:
    lost = Broken(second_answers=["key"], lost_revisions=["change"], lost_records=["one", "two"])

    assert complaints(FINE) == []
    assert complaints(replace(FINE, store=StoreKind.SENTINEL, broken=lost)) == []
    assert complaints(replace(FINE, fault="flushed", broken=lost)) == []
    assert complaints(replace(FINE, broken=lost)) == ["1 lost revisions", "1 second answers"]
    assert complaints(replace(FINE, errors=2)) == ["2 errors"]


def test_table__runs_of_two_faults__has_a_row_for_each_and_shows_broken_promises_in_bold() -> None:
    broken = replace(FINE, fault="primary-killed", broken=Broken(second_answers=["key"], lost_records=["one"]))

    _, _, first, second = table([FINE, broken, FINE]).splitlines()

    assert "| 1 | 100 | **1** | 0 | 0 | 0 | 1 |" in first
    assert "| 2 | 200 | 0 | 0 | 0 | 0 | 0 | 80 % |" in second
    assert second.endswith("| 20 % | 1.5 to 1.5 |")


def test_summary__run__says_what_was_lost() -> None:
    assert "nothing lost" in summary(FINE)
    assert "1 second answers" in summary(replace(FINE, broken=Broken(second_answers=["key"])))


def test_page__written_again__has_the_new_table_between_its_marks(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")

    write([FINE, replace(FINE, seed=2)], page)

    text = page.read_text()
    assert text.startswith(f"before\n{BEGIN}\n2 runs with 200 requests, seeds 1, 2, ")
    assert table([FINE, FINE]) in text
    assert "old" not in text
    assert text.endswith(f"{END}\nafter\n")


def test_runs__kept_in_a_file__are_read_back(tmp_path: Path) -> None:
    runs = [FINE, replace(FINE, store=StoreKind.OWN, broken=Broken(lost_records=["one"]))]
    for run in runs:
        keep(run, tmp_path / "folder" / "runs.jsonl")

    assert kept(tmp_path / "folder" / "runs.jsonl") == runs


def asked(at: float, status: int, kind: Kind = Kind.KEYED) -> Operation:
    return Operation(kind, "key", at, at + 0.5, status)


def test_served__requests_of_a_fault__are_counted_and_the_longest_silence_measured() -> None:
    operations = [asked(0, 200), asked(2, 503), asked(3, 0), asked(4, 409), asked(6, 200), asked(7, 200), asked(9, 503)]

    assert served(operations, 1.0, 8.0) == Served(asked=5, answered=2, unavailable=1, silence_s=5.5)


def test_answer__that_no_caller_should_get__is_wrong() -> None:
    assert [is_wrong(asked(0, status)) for status in (200, 409, 503, 0)] == [False] * 4
    assert [is_wrong(asked(0, status)) for status in (400, 422, 500)] == [True] * 3
    assert not is_wrong(asked(0, 412, Kind.CHANGE))
