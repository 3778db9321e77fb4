"""What developers read names files that are there, and lines that are in them."""

import re
from pathlib import Path

import pytest

from tests.dockerfile import PROJECT
from tests.figures import DOCS

PAGES = [PROJECT / "CONTRIBUTING.md", PROJECT / "README.md", *sorted(DOCS.rglob("*.md"))]
FOLDERS = ("service", "tools", "tests", "benchmarks", "config", "deploy", "docs")
FILES = {f"/{path.relative_to(PROJECT).as_posix()}" for folder in FOLDERS for path in (PROJECT / folder).rglob("*.*")}
NAMED = re.compile(r"`([\w.-][\w/.-]*\.(?:py|toml|yaml|mjs|html|csv|svg))`")
DIFF = re.compile(r"^```diff\n--- (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FIRST_CHANGE = (DOCS / "developers" / "first-change.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(PROJECT)))
def test_page__files_that_it_names__are_there(page: Path) -> None:
    named = set(NAMED.findall(page.read_text("utf-8")))

    missing = {name for name in named if not (PROJECT / name).exists()}
    assert {name for name in missing if not any(path.endswith(f"/{name}") for path in FILES)} == set()


@pytest.mark.parametrize(("name", "diff"), DIFF.findall(FIRST_CHANGE), ids=lambda value: value.partition("\n")[0])
def test_first_change__lines_before_the_change__are_in_the_file_once(name: str, diff: str) -> None:
    hunks = re.split(r"^@@.*\n", diff, flags=re.MULTILINE)
    before = ["".join(line[1:] for line in hunk.splitlines(keepends=True) if line[0] in " -") for hunk in hunks]
    text = (PROJECT / name).read_text("utf-8")

    assert [hunk for hunk in before if text.count(hunk) != 1] == []
    assert re.search(r"^\+", diff, re.MULTILINE)


def test_architecture__its_map__has_every_folder_and_module_of_the_service() -> None:
    tree = (DOCS / "developers" / "architecture.md").read_text("utf-8").split("```", 2)[1]
    mapped = set(re.findall(r"^  (\w+(?:/|\.py))", tree, re.MULTILINE))

    packages = {f"{found.parent.name}/" for found in (PROJECT / "service").glob("*/__init__.py")}
    modules = {found.name for found in (PROJECT / "service").glob("*.py")} - {"__init__.py"}
    assert mapped == packages | modules


def test_first_change__number_of_files__is_what_it_says() -> None:
    edited = {name for name, _ in DIFF.findall(FIRST_CHANGE) if not name.startswith("tests/")}
    (said,) = re.findall(r"\*\*(\d+) files\*\*", FIRST_CHANGE)

    assert int(said) == len(edited)
