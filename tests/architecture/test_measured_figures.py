"""The costs that the decisions cite are those of the last recorded run of the benchmarks."""

import re
from pathlib import Path

from tests.figures import figures, page

ROOT = Path(__file__).parents[2]
RESULTS = (ROOT / "benchmarks" / "RESULTS.md").read_text("utf-8")


def rows(title: str) -> list[dict[str, str]]:
    """The table under this heading, a row at a time."""
    section = RESULTS.split(f"## {title}\n", 1)[1].split("\n## ", 1)[0]
    names, _, *lines = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if line.startswith("|")
    ]
    return [dict(zip(names, line, strict=True)) for line in lines]


def test_cost_of_records_and_insight__in_the_decision__is_the_measured_one() -> None:
    measured = [
        float(row["CPU, ratio"]) for row in rows("Records and insight behind `/v1/resolve`") if row["kept"] == "both"
    ]
    added = " to ".join(f"{100 * (ratio - 1):.0f}" for ratio in (min(measured), max(measured)))

    assert len(measured) == 2
    assert re.findall(r"(\d+ to \d+) % to the CPU time", page("adr/0011-written-behind.md")) == [added]


def test_time_to_read_a_body__in_the_decision__is_the_measured_one() -> None:
    (row,) = [row for row in rows("Where the time of a resolution goes") if "marshmallow" in row["step"]]
    took = row["four skills, crime, location"]

    assert figures(page("adr/0007-schemas-in-not-out.md"), "# µs") == {float(took)}
