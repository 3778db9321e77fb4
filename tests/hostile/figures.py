"""The figures of a run, for the terminal and for docs/operators/hostile.md."""

import os
import platform
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Final

from tests.hostile.campaign import Outcome
from tests.hostile.floods import Waits
from tests.openapi import operations

PAGE: Final = Path(__file__).parents[2] / "docs" / "operators" / "hostile.md"
BEGIN: Final = "<!-- figures: written by `make hostile WRITE=1` -->"
END: Final = "<!-- end of the figures -->"


def figures(outcome: Outcome) -> Sequence[tuple[str, str]]:
    """Each figure, with its name."""
    report, early, late = outcome.report, outcome.early, outcome.late
    factors = [one.factor for one in outcome.watch.samples]
    promised = {(f"{one.method} {one.path}", status) for one in operations() for status in one.statuses}
    return [
        ("requests", f"{report.sent:,} in {outcome.seconds / 60:.1f} minutes"),
        ("answers by status", ", ".join(f"{status or 'none'}: {n:,}" for status, n in sorted(report.statuses.items()))),
        ("documented answers seen", f"{len(promised & report.reached.keys())} of {len(promised)}"),
        ("this machine", f"{median(factors):.1f} times as slow as an idle one, at most {max(factors):.1f} times"),
        *((f"longest {n}", f"{slow.seconds:.2f} s, {slow.what}") for n, slow in enumerate(report.longest, 1)),
        *(("memory of a worker", _memory(pair)) for pair in zip(early.workers, late.workers, strict=True)),
        ("memory of the store", _memory((early.store, late.store))),
        *((f"p99 with {name}", _p99s(waits)) for name, waits in outcome.waits.items()),
    ]


def write(outcome: Outcome, page: Path = PAGE) -> None:
    """Put the figures into the page, between its marks."""
    about = (
        f"Seed {outcome.plan.seed}, {datetime.now(UTC):%Y-%m-%d}, a machine with {len(os.sched_getaffinity(0))} cores, "
        f"{platform.machine()}. Mistakes: {len(outcome.mistakes)}."
    )
    rows = [("figure", "value"), ("---", "---"), *figures(outcome)]
    table = "\n".join(f"| {name} | {value} |" for name, value in rows)
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    text = page.read_text("utf-8")
    page.write_text(pattern.sub(lambda _: f"{BEGIN}\n{about}\n\n{table}\n\n{END}", text), "utf-8")


def _memory(early_and_late: tuple[int, int]) -> str:
    early, late = early_and_late
    return f"{early / 2**20:.0f} MiB after a fifth, {late / 2**20:.0f} MiB at the end"


def _p99s(waits: Waits) -> str:
    return (
        f"{1000 * waits.flooded:.1f} ms, without {1000 * waits.alone:.1f}; on new connections "
        f"{1000 * waits.fresh_flooded:.1f} ms, without {1000 * waits.fresh_alone:.1f}"
    )
