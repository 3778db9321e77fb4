"""docs/operators/faults.md: the table of the last campaign has every fault, and names tests that exist."""

import re

from tests.dockerfile import PROJECT
from tests.faults.faults import FAULTS
from tests.faults.report import BEGIN, END, PAGE

TEXT = PAGE.read_text("utf-8")


def test_table__last_campaign__has_every_fault_on_every_store_three_times_and_no_broken_promise() -> None:
    table = TEXT.partition(BEGIN)[2].partition(END)[0]

    runs = {
        (row[0], row[1]): int(row[2]) for row in re.findall(r"^\| ([^|]+) \| ([^|]+) \| (\d+) ", table, re.MULTILINE)
    }
    assert set(runs) == {(fault.happens, store.called) for fault in FAULTS for store in fault.stores}
    assert min(runs.values()) >= 3
    assert "**" not in table


def test_page__failures_that_others_show__name_tests_that_exist() -> None:
    files = (PROJECT / "tests").rglob("test_*.py")
    written = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))}

    named = set(re.findall(r"`(test_\w+)`", TEXT))
    assert named
    assert named - written == set()
