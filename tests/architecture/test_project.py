"""The promises that the project makes about itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CODE = sorted(
    path for folder in ("service", "tools", "tests", "benchmarks", "config") for path in (ROOT / folder).rglob("*.py")
)
DOCS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LONGEST_FILE = 400
TABLES = ROOT / "service" / "engines" / "data"
"""Its modules are made by tools and hold a table each, a row a line."""
VAGUE_NAMES = {"utils", "helpers", "common", "manager", "misc"}
LOCKS = ("requirements", "requirements-dev", "benchmarks/requirements")
PIN = re.compile(r"^([A-Za-z0-9._-]+)==\S+ \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name.split("[", maxsplit=1)[0]).lower()


def _pinned(lock: str) -> dict[str, str]:
    text = (ROOT / f"{lock}.txt").read_text("utf-8")
    return {_normal(pin[1]): pin[0].split(" ")[0].lower() for pin in PIN.finditer(text)}


def test_code_files__all_of_them__are_short() -> None:
    lines = {
        str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in CODE if path.parent != TABLES
    }
    assert {name: count for name, count in lines.items() if count > LONGEST_FILE} == {}


def test_code_files__all_of_them__are_named_for_what_is_in_them() -> None:
    assert [path for path in CODE if VAGUE_NAMES & set(re.split(r"[_.]", path.name))] == []


def test_layers__whole_service__are_kept() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout


def test_readme__first_screen__shows_both_commands() -> None:
    first_screen = (ROOT / "README.md").read_text("utf-8").splitlines()[:25]
    assert any(line.startswith("make run") for line in first_screen)
    assert any(line.startswith("make test") for line in first_screen)


def test_makefile__targets__are_there_and_explained() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    explained = set(re.findall(r"^([a-z-]+):.*## \S", makefile, re.MULTILINE))
    assert explained >= {"run", "test", "check", "lint", "types", "bench", "image", "lock", "help"}
    promised = set(
        re.findall(r"(?:`|^)make ([a-z-]+)", "\n".join(path.read_text("utf-8") for path in DOCS), re.MULTILINE)
    )
    assert promised <= explained


def test_makefile__targets_that_make_no_file__are_phony() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (phony,) = re.findall(r"^\.PHONY: (.+)$", makefile, re.MULTILINE)
    assert sorted(phony.split()) == sorted(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_file__each_wanted_package__is_pinned_with_hashes(lock: str) -> None:
    wanted = re.findall(r"^([A-Za-z][\w.-]*(?:\[\w+\])?)", (ROOT / f"{lock}.in").read_text("utf-8"), re.MULTILINE)
    assert wanted
    assert {_normal(name) for name in wanted} <= _pinned(lock).keys()
    unpinned = [line for line in (ROOT / f"{lock}.txt").read_text("utf-8").splitlines() if re.match(r"[A-Za-z]", line)]
    assert len(unpinned) == len(_pinned(lock))


def test_lock_files__package_in_two_of_them__has_one_version() -> None:
    versions: dict[str, str] = {}
    for lock in LOCKS:
        for name, pin in _pinned(lock).items():
            assert versions.setdefault(name, pin) == pin


def test_documents__links_to_files__lead_somewhere() -> None:
    for document in DOCS:
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), f"{document.relative_to(ROOT)} links to {target}"


def test_architecture__tree_of_folders__names_each_path_once_and_it_is_there() -> None:
    (tree,) = re.findall(
        r"^```\n(service/\n.*?)^```",
        (ROOT / "docs/developers/architecture.md").read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    paths: list[Path] = []
    above: list[tuple[int, Path]] = []
    for indent, name in re.findall(r"^( *)([\w./]+/|[\w.]+\.\w+)(?: |$)", tree, re.MULTILINE):
        above = [(depth, path) for depth, path in above if depth < len(indent)]
        paths.append((above[-1][1] if above else ROOT) / name)
        above.append((len(indent), paths[-1]))

    assert len(paths) > 15
    assert [path for path in paths if not path.exists()] == []
    assert sorted(set(paths)) == sorted(paths)
