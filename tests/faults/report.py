"""The table of one campaign or more, for the terminal and for docs/operators/faults.md."""

import os
import platform
import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from tests.faults.faults import FAULTS, Fault
from tests.faults.kept import Kept
from tests.faults.run import GROUPS, Run, may_lose_revisions
from tests.faults.stores import StoreKind

PAGE: Final = Path(__file__).parents[2] / "docs" / "operators" / "faults.md"
BEGIN: Final = "<!-- figures: written by `make faults WRITE=1` -->"
END: Final = "<!-- end of the figures -->"
BY_NAME: Final = {fault.name: fault for fault in FAULTS}


def demanded(fault: Fault, kind: StoreKind) -> set[str]:
    """Which counts of broken promises must be 0, as docs/operators/store.md has it."""
    names: set[str] = set()
    if not may_lose_revisions(fault, kind):
        names |= {"second_answers", "double_draws", "lost_revisions", "disordered_revisions"}
        if not kind.fails_over:
            names.add("lost_characters")
            if not fault.kills_workers and not fault.linked:  # on a bad network, replies of the store are lost
                names.add("lost_records")
    return names


def complaints(run: Run) -> list[str]:
    """What must not be, in words."""
    counts = run.broken.counts
    must_be_none = demanded(BY_NAME[run.fault], run.store)
    found = [f"{counts[name]} {name.replace('_', ' ')}" for name in sorted(must_be_none) if counts[name]]
    if must_be_none and not run.follows:
        found.append("the service does not follow the store")
    return found + ([f"{run.errors} errors"] if run.errors else [])


def summary(run: Run) -> str:
    """One line for the terminal."""
    counts = {name.replace("_", " "): number for name, number in run.broken.counts.items() if number}
    shares = ", ".join(f"{name} {_percent([run], name)}" for name in GROUPS)
    lost = ", ".join(f"{number} {name}" for name, number in counts.items()) or "nothing lost"
    return (
        f"{run.fault} on {run.store} (seed {run.seed}): {run.operations} operations, {lost}; answered: {shares}; "
        f"longest silence for keys {run.served['keyed'].silence_s:.1f} s"
    )


def table(runs: Iterable[Run]) -> str:
    """A row for each fault and store."""
    order = {fault.name: place for place, fault in enumerate(FAULTS)}
    stores = list(StoreKind)
    ordered = sorted(runs, key=lambda run: (order[run.fault], stores.index(run.store)))
    head = (
        *("what fails", "store", "runs", "operations", "second answers", "double draws", "lost revisions"),
        *("characters", "records", *GROUPS, "503", "silence, s"),
    )
    rows = [head, ("---", "---", *["---:"] * (len(head) - 2))]
    for (name, kind), group in groupby(ordered, key=lambda run: (run.fault, run.store)):
        rows.append(_row(BY_NAME[name], kind, list(group)))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(fault: Fault, kind: StoreKind, runs: Sequence[Run]) -> tuple[str, ...]:
    must_be_none = demanded(fault, kind)

    def lost(*names: str) -> str:
        number = sum(run.broken.counts[name] for run in runs for name in names)
        is_broken = any(run.broken.counts[name] for run in runs for name in must_be_none & set(names))
        return f"**{number}**" if is_broken else str(number)

    needing = [name for name in GROUPS if name != "plain"]
    asked = sum(run.served[name].asked for run in runs for name in needing)
    unavailable = sum(run.served[name].unavailable for run in runs for name in needing)
    silences = sorted(run.served["keyed"].silence_s for run in runs)
    return (
        fault.happens,
        kind.called,
        str(len(runs)),
        f"{sum(run.operations for run in runs):,}",
        lost("second_answers"),
        lost("double_draws"),
        lost("lost_revisions", "disordered_revisions"),
        lost("lost_characters"),
        lost("lost_records"),
        *(_percent(runs, name) for name in GROUPS),
        f"{100 * unavailable / max(asked, 1):.0f} %",
        f"{silences[0]:.1f} to {silences[-1]:.1f}" if len(silences) > 1 else f"{silences[0]:.1f}",
    )


def _percent(runs: Sequence[Run], group: str) -> str:
    asked = sum(run.served[group].asked for run in runs)
    return f"{100 * sum(run.served[group].answered for run in runs) / asked:.0f} %" if asked else "-"


def machine() -> str:
    return f"{len(os.sched_getaffinity(0))} cores, {platform.machine()}"


def write(kept: Kept, page: Path = PAGE) -> None:
    """Put the table into the page, between its marks."""
    text = page.read_text("utf-8")
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    page.write_text(pattern.sub(lambda _: f"{BEGIN}\n{about(kept)}\n\n{table(kept.runs)}\n\n{END}", text), "utf-8")


def about(kept: Kept) -> str:
    """What the table was made of, and what it leaves out."""
    seeds = sorted({run.seed for run in kept.runs})
    dates = sorted({run.date for run in kept.runs})
    operations = sum(run.operations for run in kept.runs)
    made_of = f"{len(kept.runs)} runs with {operations:,} requests, seeds {', '.join(map(str, seeds))}"
    lines = [f"{made_of}, on {' and '.join(dates)}, on a machine with {machine()}."]
    if kept.unfinished:
        lines += ["", "Not in the table, because something did not come back within three minutes:", ""]
        lines += [
            f"- {BY_NAME[one.fault].happens}, {one.store.called} (seed {one.seed}): {one.failed}"
            for one in kept.unfinished
        ]
    return "\n".join(lines)
