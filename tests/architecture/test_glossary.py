"""The glossary has each word once, where a reader looks for it."""

import re
from pathlib import Path

GLOSSARY = Path(__file__).parents[2] / "docs" / "developers" / "glossary.md"
WORDS = re.findall(r"^\| ([^|]+) \| [^|]+ \|$", GLOSSARY.read_text("utf-8"), re.MULTILINE)[2:]


def test_glossary__its_words__stand_once_and_in_order() -> None:
    assert len(WORDS) > 100
    assert sorted(set(WORDS), key=str.casefold) == WORDS
