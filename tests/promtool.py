"""Prometheus' own checker of rules and configurations: one that is on the machine, as nothing is downloaded for it."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

REQUIRED: Final = "TEST_PROMTOOL_REQUIRED"
"""With 1, tests without promtool fail instead of being skipped. .ci/run sets it where it could install promtool."""
HOW_TO_GET_IT: Final = (
    "No promtool to check rules with. Install it (on Debian: sudo apt-get install --no-install-recommends prometheus; "
    "elsewhere: it is in every release of Prometheus)."
)


def find(program: str, environment: Mapping[str, str] = os.environ) -> str:
    """A program of Prometheus'; without it the test is skipped, or fails where it is required."""
    if found := shutil.which(program, path=environment.get("PATH")):
        return found
    if environment.get(REQUIRED) == "1":
        pytest.fail(HOW_TO_GET_IT)
    pytest.skip(HOW_TO_GET_IT)


def promtool(*arguments: str | Path, text: str | None = None) -> str:
    """Runs it, with a text for it to read; what it says if it finds something wrong, and otherwise nothing."""
    done = subprocess.run(
        [find("promtool"), *arguments], input=text, capture_output=True, text=True, check=False, encoding="utf-8"
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr
