"""What CI runs finds a browser and promtool first, and says what tests need; hooks run our own programs."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.browser.finding import NAMES
from tests.dockerfile import PROJECT

NEEDED = ("bash", "dirname", "env")


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """A folder of programs that has what the script needs of a machine, where `make` and `apt-get` only say so."""
    for name in NEEDED:
        program = shutil.which(name)
        assert program
        (tmp_path / name).symlink_to(program)
    add(tmp_path, "make", 'echo "make $*, required: $TEST_BROWSER_REQUIRED $TEST_PROMTOOL_REQUIRED"')
    return tmp_path


def add(machine: Path, name: str, script: str) -> None:
    program = machine / name
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def lines(machine: Path) -> list[str]:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("TEST_")}
    environment = {**outside, "PATH": str(machine)}
    done = subprocess.run([PROJECT / ".ci" / "run"], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


CHECKED = "make check, required: 1 1"
INSTALL = "apt-get install --yes --no-install-recommends"


def test_ci__as_root_without_a_browser_and_promtool__installs_both(machine: Path) -> None:
    add(machine, "id", "echo 0")
    add(machine, "apt-get", 'echo "apt-get $*"')
    assert lines(machine) == ["apt-get update", f"{INSTALL} chromium-headless-shell", f"{INSTALL} prometheus", CHECKED]


def test_ci__as_root_with_one_of_them__installs_the_other(machine: Path) -> None:
    add(machine, "id", "echo 0")
    add(machine, "apt-get", 'echo "apt-get $*"')
    add(machine, "promtool", "exit 1")
    assert lines(machine) == ["apt-get update", f"{INSTALL} chromium-headless-shell", CHECKED]


@pytest.mark.parametrize("browser", NAMES)
def test_ci__with_both__installs_none(machine: Path, browser: str) -> None:
    add(machine, "id", "echo 0")
    add(machine, "apt-get", 'echo "apt-get $*"')
    add(machine, browser, "exit 1")
    add(machine, "promtool", "exit 1")
    assert lines(machine) == [CHECKED]


def test_ci__not_as_root__installs_nothing_and_does_without_promtool(machine: Path) -> None:
    add(machine, "id", "echo 1000")
    add(machine, "apt-get", 'echo "apt-get $*"')
    assert lines(machine) == ["make check, required: 1 "]


def test_ci__not_as_root_with_promtool__requires_it(machine: Path) -> None:
    add(machine, "id", "echo 1000")
    add(machine, "promtool", "exit 1")
    assert lines(machine) == [CHECKED]


def test_ci__that_cannot_install__goes_on_and_leaves_it_to_the_tests_to_fail(machine: Path) -> None:
    add(machine, "id", "echo 0")
    add(machine, "apt-get", "exit 100")
    assert lines(machine) == [CHECKED]


def document(name: str) -> dict[Any, Any]:
    read: dict[Any, Any] = yaml.safe_load((PROJECT / name).read_text("utf-8"))
    return read


def test_workflow__its_one_command__is_what_runs_anywhere_else() -> None:
    (job,) = document(".github/workflows/ci.yaml")["jobs"].values()

    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    (python,) = [step["with"]["python-version"] for step in job["steps"] if "setup-python" in step.get("uses", "")]
    assert f"FROM python:{python}." in (PROJECT / "Dockerfile").read_text("utf-8")


def test_hooks__before_a_commit__are_programs_of_the_locked_environment() -> None:
    (repository,) = document(".pre-commit-config.yaml")["repos"]

    assert repository["repo"] == "local"
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    for hook in repository["hooks"]:
        program, *arguments = hook["entry"].split()
        assert hook["language"] == "system"
        assert program.startswith(".venv/bin/")
        assert (PROJECT / program).exists()
        command = " ".join([program.replace(".venv/bin", "$(BIN)"), *arguments]).removesuffix(" --force-exclude")
        assert f"@{command}" in makefile
