"""Reads the lock files of Python packages."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
SERVICE: Final = ROOT / "requirements.txt"
"""What the image has."""
LOCKS: Final = (
    SERVICE,
    ROOT / "requirements-dev.txt",
    ROOT / "benchmarks" / "requirements.txt",
    ROOT / "tests" / "clients" / "requirements.txt",
    ROOT / "tests" / "manifests" / "requirements.txt",
    ROOT / "tools" / "audit" / "requirements.txt",
)
"""All of them."""
_PIN: Final = re.compile(r"^([A-Za-z0-9._-]+)==(\S+) \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Pin:
    """A package in one version."""

    name: str
    version: str
    hashes: tuple[str, ...]
    """The SHA-256 of each file of this version that may be installed."""


def pins(text: str) -> Iterator[Pin]:
    """Every package of a lock file, in its order."""
    for name, version, hashes in _PIN.findall(text):
        yield Pin(name, version, tuple(re.findall(r"sha256:([0-9a-f]{64})", hashes)))
