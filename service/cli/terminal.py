"""What a command reads and writes, and how that looks."""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TextIO

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What could move the cursor or turn the text around. Reasons and titles are other people's words."""
_COLOURS: Final = {"+": "32", "-": "31", "~": "33"}
LONGEST_VALUE: Final = 100


def plain(text: str) -> str:
    """The text on one line, without characters that a terminal would obey."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text)


def shown(value: Any) -> str:
    """A JSON value on one line, cut if it is long."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def percent(probability: float) -> str:
    """A chance with two decimals; one that is small but not 0 does not look like 0, nor a large one like 1."""
    rounded = f"{100 * probability:.2f} %"
    if probability > 0 and rounded == "0.00 %":
        return "<0.01 %"
    if probability < 1 and rounded == "100.00 %":
        return ">99.99 %"
    return rounded


@dataclass(frozen=True, slots=True)
class Terminal:
    """The three streams of a process."""

    input: TextIO
    output: TextIO
    errors: TextIO
    colour: bool = False

    def line(self, text: str = "") -> None:
        self.output.write(plain(text) + "\n")

    def marked(self, mark: str, text: str) -> None:
        """A line that begins with +, - or ~, in its colour where there are colours."""
        line = plain(f"{mark} {text}")
        self.output.write(f"\x1b[{_COLOURS[mark]}m{line}\x1b[0m\n" if self.colour else f"{line}\n")

    def json(self, document: Any) -> None:
        """A document for another program."""
        self.output.write(json.dumps(document, ensure_ascii=False, indent=2) + "\n")

    def table(self, rows: Iterable[Sequence[str]], right: Iterable[int] = ()) -> None:
        """Columns as wide as their widest cell; those at the places `right` are figures."""
        cells = [[plain(cell) for cell in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        figures = set(right)
        for row in cells:
            padded = (
                cell.rjust(width) if place in figures else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            self.output.write("  ".join(padded).rstrip() + "\n")

    def complain(self, *lines: str) -> None:
        """Lines for the person at the terminal, apart from the output."""
        for line in lines:
            self.errors.write(plain(line) + "\n")
