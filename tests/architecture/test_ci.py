"""What CI runs finds a browser first, and then does without none."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.dockerfile import PROJECT

NEEDED = ("bash", "dirname", "env")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of programs that has what the script needs of a machine, where `make` and `apt-get` only say so."""
    for name in NEEDED:
        program = shutil.which(name)
        assert program
        (tmp_path / name).symlink_to(program)
    add(tmp_path, "make", 'echo "make $* with TEST_BROWSER_REQUIRED=$TEST_BROWSER_REQUIRED"')
    return tmp_path


def add(machine: Path, name: str, script: str) -> None:
    program = machine / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def lines(machine: Path) -> list[str]:
    environment = {**os.environ, "PATH": str(machine)}
    done = subprocess.run([PROJECT / ".ci" / "run"], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


CHECKED = "make check with TEST_BROWSER_REQUIRED=1"
ASKED_FOR = ["apt-get update", "apt-get install --yes --no-install-recommends chromium"]


def test_ci__as_root_without_a_browser__installs_one(machine: Path) -> None:
    add(machine, "id", "echo 0")
    add(machine, "apt-get", 'echo "apt-get $*"')
    assert lines(machine) == [*ASKED_FOR, CHECKED]


@pytest.mark.parametrize("browser", ["chromium", "google-chrome"])
def test_ci__with_a_browser__installs_none(machine: Path, browser: str) -> None:
    add(machine, "id", "echo 0")
    add(machine, "apt-get", 'echo "apt-get $*"')
    add(machine, browser, "exit 1")
    assert lines(machine) == [CHECKED]


def test_ci__not_as_root__installs_nothing(machine: Path) -> None:
    add(machine, "id", "echo 1000")
    add(machine, "apt-get", 'echo "apt-get $*"')
    assert lines(machine) == [CHECKED]


def test_ci__that_cannot_install__goes_on_and_leaves_it_to_the_tests_to_fail(machine: Path) -> None:
    add(machine, "id", "echo 0")
    add(machine, "apt-get", "exit 100")
    assert lines(machine) == [CHECKED]
