"""Figures on a page, found by the words next to them, so that a page may say them in any sentence."""

import re
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"
NUMBER = r"(-?\d[\d,]*(?:\.\d+)?)"


def page(name: str) -> str:
    """A file of docs/ in one line."""
    return " ".join((DOCS / name).read_text("utf-8").split())


def figures(text: str, pattern: str) -> set[float]:
    """Every number at the # of a pattern: `# MiB` finds 32 in "up to 32 MiB"."""
    found = re.findall(re.escape(pattern).replace(r"\#", NUMBER), text)
    assert found, f"There is no {pattern!r} on the page."
    return {float(number.replace(",", "")) for number in found}
