"""What a long run says of its samples."""

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import fromstring

import pytest

from tests.soak.campaign import Outcome, Plan
from tests.soak.report import BEGIN, END, PAGE, PICTURE, drawn, table, write
from tests.soak.watch import Sample

SAMPLE = Sample(
    at_s=60.0,
    answers_a_second=500.0,
    p50_ms=2.0,
    p99_ms=8.0,
    longest_ms=30.0,
    worker_mib=80.0,
    descriptors=40,
    threads=3,
    store_mib=50.0,
    kept_mib=20.0,
    file_mib=20.0,
    rewrites=1,
)
STEADY = [replace(SAMPLE, at_s=60.0 * number) for number in range(1, 11)]


def outcome(samples: list[Sample]) -> Outcome:
    return Outcome(Plan(600, seed=1), capacity=1000.0, samples=samples)


def test_mistakes__nothing_changes__are_none() -> None:
    assert outcome(STEADY).mistakes == []


@pytest.mark.parametrize(
    ("grows", "named"),
    [
        ({"worker_mib": 120.0}, "a worker grew from 80 to 120 MiB"),
        ({"store_mib": 90.0}, "the store, without kept answers, grew from 30 to 70 MiB"),
        ({"descriptors": 90}, "a worker had 40 descriptors, then 90"),
        ({"threads": 60}, "a worker had 3 threads, then 60"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_mistakes__something_grows__name_it(grows: dict[str, Any], named: str) -> None:
    later = [replace(one, **grows) for one in STEADY[5:]]

    assert outcome([*STEADY[:5], *later]).mistakes == [named]


def test_mistakes__wrong_answers_and_a_lost_worker__are_counted_and_named() -> None:
    ended = outcome(STEADY)
    ended.wrong, ended.lost_workers, ended.errors = Counter({"resolve: 500": 2}), True, ["a line"]

    assert ended.mistakes == ["2 times: resolve: 500", "a worker was lost", "logged: a line"]


def test_table__of_a_run__has_early_late_least_and_most() -> None:
    samples = [replace(one, p99_ms=float(number)) for number, one in enumerate(STEADY)]

    assert "| p99, ms | 2.5 | 8.5 | 0 | 9 |" in table(outcome(samples))


def test_write__page_and_picture__have_the_run(tmp_path: Path) -> None:
    page, picture = tmp_path / "soak.md", tmp_path / "soak.svg"
    page.write_text(PAGE.read_text("utf-8"), "utf-8")
    write(outcome(STEADY), page, picture)

    written = page.read_text("utf-8")
    assert "| largest worker, MiB | 80 | 80 | 80 | 80 |" in written.partition(BEGIN)[2].partition(END)[0]
    assert fromstring(picture.read_text("utf-8")).tag.endswith("svg")  # noqa: S314  our own file


def test_page__figures_of_the_last_run__are_there_with_their_picture() -> None:
    assert "| p99, ms |" in PAGE.read_text("utf-8").partition(BEGIN)[2].partition(END)[0]
    assert PICTURE.exists()


def test_picture__of_one_window__is_drawn() -> None:
    assert "1 minutes" in drawn(STEADY[:1])
