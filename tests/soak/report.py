"""The table and the picture of a run, for the terminal and for docs/operators/soak.md."""

import os
import platform
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from tests.soak.campaign import Outcome
from tests.soak.watch import Sample
from tools.pictures.all import FOLDER
from tools.pictures.svg import Picture, Point

PAGE: Final = Path(__file__).parents[2] / "docs" / "operators" / "soak.md"
PICTURE: Final = FOLDER / "soak.svg"
BEGIN: Final = "<!-- figures: written by `make soak WRITE=1` -->"
END: Final = "<!-- end of the figures -->"
Figure = Callable[[Sample], float]
FIGURES: Final[Sequence[tuple[str, Figure]]] = (
    ("answers a second", lambda one: one.answers_a_second),
    ("p50, ms", lambda one: one.p50_ms),
    ("p99, ms", lambda one: one.p99_ms),
    ("longest, ms", lambda one: one.longest_ms),
    ("largest worker, MiB", lambda one: one.worker_mib),
    ("its descriptors", lambda one: one.descriptors),
    ("its threads", lambda one: one.threads),
    ("store, MiB", lambda one: one.store_mib),
    ("kept answers in it, MiB", lambda one: one.kept_mib),
    ("its append-only file, MiB", lambda one: one.file_mib),
)
DRAWN: Final = ("p50, ms", "p99, ms", "largest worker, MiB", "store, MiB", "its append-only file, MiB")
_WIDTH: Final = 860.0
_PANEL: Final = 118.0
_LEFT, _RIGHT, _TOP = 70.0, 830.0, 60.0


def table(outcome: Outcome) -> str:
    """Each figure early, late, at the least and at the most."""
    rows = [["figure", "early", "late", "least", "most"], ["---", "---:", "---:", "---:", "---:"]]
    for name, figure in FIGURES:
        values = [figure(sample) for sample in outcome.samples]
        rows.append([name, *(f"{value:,g}" for value in (*outcome.early_and_late(figure), min(values), max(values)))])
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def about(outcome: Outcome) -> str:
    """What was run, and what it came to."""
    wrong = sum(outcome.wrong.values())
    return (
        f"{outcome.answers:,} answers in {outcome.samples[-1].at_s / 60:.0f} minutes, {wrong} of them wrong; the store "
        f"rewrote its file {outcome.samples[-1].rewrites} times. Seed {outcome.plan.seed}, "
        f"{datetime.now(UTC):%Y-%m-%d}, a machine with {len(os.sched_getaffinity(0))} cores, {platform.machine()}."
    )


def write(outcome: Outcome, page: Path = PAGE, picture: Path = PICTURE) -> None:
    """Put the table into the page, between its marks, and draw the picture."""
    text = page.read_text("utf-8")
    pattern = re.compile(f"{re.escape(BEGIN)}.*?{re.escape(END)}", re.DOTALL)
    figures = f"{BEGIN}\n{about(outcome)}\n\n{table(outcome)}\n\n{END}"
    page.write_text(pattern.sub(lambda _: figures, text), "utf-8")
    picture.write_text(drawn(outcome.samples), "utf-8")


def drawn(samples: Sequence[Sample]) -> str:
    """A panel for each figure that could drift, over the time of the run."""
    figures = dict(FIGURES)
    minutes = samples[-1].at_s / 60
    picture = Picture(
        _WIDTH,
        _TOP + len(DRAWN) * _PANEL + 30,
        "A long run under steady load",
        "; ".join(
            f"{name}: {figures[name](samples[0]):g} at first, {figures[name](samples[-1]):g} at last" for name in DRAWN
        ),
    )
    picture.text((28, 34), f"{minutes:.0f} minutes under steady load", "ink title")
    for number, name in enumerate(DRAWN):
        _panel(picture, _TOP + number * _PANEL, name, [(one.at_s / 60, figures[name](one)) for one in samples])
    for quarter in range(5):
        x = _LEFT + quarter / 4 * (_RIGHT - _LEFT)
        picture.text((x, _TOP + len(DRAWN) * _PANEL + 12), f"{minutes * quarter / 4:.0f} min", "faded small", "middle")
    return picture.written()


def _panel(picture: Picture, top: float, name: str, points: Sequence[Point]) -> None:
    bottom, highest = top + _PANEL - 34, max(value for _, value in points) or 1.0
    last = points[-1][0]
    for share in (0.0, 1.0):
        y = bottom - share * (bottom - top - 18)
        picture.line([(_LEFT, y), (_RIGHT, y)], "line")
        picture.text((_LEFT - 8, y + 4), f"{share * highest:.4g}", "faded small", "end")
    picture.text((_LEFT, top + 10), name, "ink small bold")
    scaled = [
        (_LEFT + at / last * (_RIGHT - _LEFT), bottom - value / highest * (bottom - top - 18)) for at, value in points
    ]
    picture.line(scaled, "blue thick")
