"""Setting up on a fresh machine: what is said, and where something is missing."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S

PROJECT = Path(__file__).parents[2]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with what the virtual environment is made from."""
    folder = tmp_path / "checkout"
    folder.mkdir()
    shutil.copy(PROJECT / "Makefile", folder)
    return folder


def make(folder: Path, python: str | Path, target: str = ".venv/.python") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", f"PYTHON={python}", target],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def python_with(folder: Path, module: str, code: str) -> Path:
    """A Python in which this module is another one."""
    (folder / "instead").mkdir()
    (folder / "instead" / f"{module}.py").write_text(code)
    wrapper = folder / "python"
    wrapper.write_text(f'#!/bin/sh\nPYTHONPATH={folder / "instead"} exec {sys.executable} "$@"\n')
    wrapper.chmod(0o755)
    return wrapper


@pytest.mark.parametrize("module", ["ensurepip", "venv"])
def test_setup__python_without_what_makes_environments__says_which_package_has_it(
    checkout: Path, tmp_path: Path, module: str
) -> None:
    python = python_with(tmp_path, module, f"raise ModuleNotFoundError('No module named {module}')")

    done = make(checkout, python)

    assert done.returncode != 0
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    assert done.stderr.splitlines()[0] == (
        "This Python cannot create virtual environments: its module venv or ensurepip is missing. "
        f"On Debian and Ubuntu: apt install python{version}-venv"
    )
    assert "Traceback" not in done.stderr
    assert not (checkout / ".venv").exists()


def test_setup__python_that_is_not_there__is_said_so(checkout: Path) -> None:
    done = make(checkout, "no-such-python")

    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == (
        "no-such-python was not found. Python 3.11 or newer is needed; name one with PYTHON=..."
    )
    assert not (checkout / ".venv").exists()


def test_setup__python_that_is_too_old__is_said_so(checkout: Path, tmp_path: Path) -> None:
    python = python_with(tmp_path, "sitecustomize", "import sys\nsys.version_info = (3, 10, 0, 'final', 0)")

    done = make(checkout, python)

    assert done.returncode != 0
    assert done.stderr.splitlines()[0] == "Python 3.11 or newer is needed; name one with PYTHON=..."
    assert not (checkout / ".venv").exists()


def test_setup__of_a_fresh_checkout__says_what_it_does_and_leaves_standard_output_alone(checkout: Path) -> None:
    done = make(checkout, sys.executable)

    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[0] == "Setting up: creating a virtual environment in .venv"
    assert done.stdout == ""
    assert (checkout / ".venv" / "bin" / "python").exists()


def test_setup__of_what_the_service_needs__shows_each_package(checkout: Path) -> None:
    """pip is one that says what it would do, as a package index may be out of reach here."""
    (checkout / ".venv" / "bin").mkdir(parents=True)
    (checkout / ".venv" / ".python").touch()
    (checkout / "requirements.txt").touch()
    python = checkout / ".venv" / "bin" / "python"
    python.write_text('#!/bin/sh\necho "Collecting flask"\nfor given; do case $given in --quiet) exit 1;; esac; done\n')
    python.chmod(0o755)

    done = make(checkout, sys.executable, ".venv/.run")

    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines() == [
        "Setting up: installing the dependencies of the service (requirements.txt)",
        "Collecting flask",
    ]
    assert done.stdout == ""
