"""The glossary has each term once, and the names that it gives for the code are in the code."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = re.findall(
    r"^\| (?!term |---)([^|]+) \| [^|]+ \|([^|]*)\|$",
    (ROOT / "docs" / "developers" / "glossary.md").read_text("utf-8"),
    re.MULTILINE,
)


def test_glossary__its_terms__are_there_once() -> None:
    terms = [term for term, _ in ROWS]

    assert len(terms) > 100
    assert len(set(terms)) == len(terms)


def test_glossary__its_names_in_the_code__are_in_the_code() -> None:
    code = {word for path in (ROOT / "service").rglob("*.py") for word in re.findall(r"\w+", path.read_text("utf-8"))}
    names = {name for _, cell in ROWS for name in re.findall(r"`(\w+)`", cell)}

    assert len(names) > 40
    assert names - code == set()
