"""Describes the machine, time and packages of a run."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

PACKAGES: Final = ("flask", "gevent", "gunicorn", "marshmallow", "numpy", "orjson")


def heading(title: str) -> str:
    """The heading of a results file."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"# {title}\n\n"
        f"Measured on {datetime.now(UTC):%Y-%m-%d} at commit {_commit()}: {_processor()}, {os.cpu_count()} cores, "
        f"{platform.system()}, Python {platform.python_version()}; {packages}.\n"
        "Figures of one run on a machine that others use too: read the ratios, which compare like with like.\n\n"
    )


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
