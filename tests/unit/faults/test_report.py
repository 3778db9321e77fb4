"""What a campaign demands, and the table that it writes."""

from dataclasses import replace
from pathlib import Path

from tests.faults.faults import FAULTS
from tests.faults.history import Kind, Operation
from tests.faults.kept import Kept, Unfinished, keep
from tests.faults.promises import Broken
from tests.faults.report import BEGIN, END, complaints, demanded, summary, table, write
from tests.faults.run import GROUPS, Run, Served, is_wrong, served
from tests.faults.stores import StoreKind

FINE = Run(
    "hang",
    StoreKind.REPLICATED,
    1,
    100,
    Broken(),
    dict.fromkeys(GROUPS, Served(10, 8, 2, 1.5)),
    errors=0,
    follows=True,
    date="2026-11-20",
)
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
    assert complaints(replace(FINE, follows=False)) == ["the service does not follow the store"]
    assert complaints(replace(FINE, fault="flushed", follows=False)) == []


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

    lost = Unfinished("hang", StoreKind.OWN, 3, "Not answered any more: [change].")
    write(Kept([FINE, replace(FINE, seed=2, date="2026-11-21")], [lost]), page)

    text = page.read_text()
    assert text.startswith(f"before\n{BEGIN}\n2 runs with 200 requests, seeds 1, 2, on 2026-11-20 and 2026-11-21, ")
    assert "\n- it hangs for seconds, and continues, its own (seed 3): Not answered any more: [change].\n" in text
    assert table([FINE, FINE]) in text
    assert "old" not in text
    assert text.endswith(f"{END}\nafter\n")


def test_runs__of_two_campaigns_kept_in_files__are_read_back(tmp_path: Path) -> None:
    files = [tmp_path / "folder" / name for name in ("first.jsonl", "second.jsonl")]
    runs = [FINE, replace(FINE, store=StoreKind.OWN, broken=Broken(lost_records=["one"]))]
    unfinished = Unfinished("hang", StoreKind.OWN, 3, "Not answered any more: [change].")
    for one, file in ((runs[0], files[0]), (unfinished, files[0]), (runs[1], files[1])):
        keep(one, file)

    assert Kept.read(files) == Kept(runs, [unfinished])


def test_stage__whose_service_does_not_follow_the_store__is_spoiled_even_if_no_acknowledged_revision_is_lost() -> None:
    assert not FINE.spoiled_the_stage
    assert replace(FINE, follows=False).spoiled_the_stage
    assert replace(FINE, broken=Broken(lost_revisions=["change"])).spoiled_the_stage


def asked(at: float, status: int, kind: Kind = Kind.KEYED) -> Operation:
    return Operation(kind, "key", at, at + 0.5, status)


def test_served__requests_of_a_fault__are_counted_and_the_longest_silence_measured() -> None:
    operations = [asked(0, 200), asked(2, 503), asked(3, 0), asked(4, 409), asked(6, 200), asked(7, 200), asked(9, 503)]

    assert served(operations, 1.0, 8.0) == Served(asked=5, answered=2, unavailable=1, silence_s=5.5)


def test_answer__that_no_caller_should_get__is_wrong() -> None:
    assert [is_wrong(asked(0, status)) for status in (200, 409, 503, 0)] == [False] * 4
    assert [is_wrong(asked(0, status)) for status in (400, 422, 500)] == [True] * 3
    assert not is_wrong(asked(0, 412, Kind.CHANGE))
