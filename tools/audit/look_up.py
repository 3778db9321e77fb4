"""Looks packages up with pip-audit, and says of how many that could be done."""

import json
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, Protocol

from tools.locks import ROOT, Pin, pins

PROGRAM: Final = ROOT / ".venv-audit" / "bin" / "pip-audit"
TIMEOUT_S: Final = 15
"""For one package."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A known vulnerability of a locked package."""

    package: str
    version: str
    vulnerability: str
    repaired_in: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Audited:
    findings: tuple[Finding, ...]
    skipped: tuple[str, ...]
    """Packages that could not be looked up."""
    looked_up: int


class Auditor(Protocol):
    """Looks up packages that have different names."""

    def look_up(self, packages: Sequence[Pin]) -> Sequence[dict[str, Any]]:
        """What pip-audit says of each package, as far as it says anything."""


class PipAudit:
    """Runs the program, which downloads no package and installs none."""

    def __init__(self, program: Path = PROGRAM) -> None:
        self._program = program

    def look_up(self, packages: Sequence[Pin]) -> Sequence[dict[str, Any]]:
        with TemporaryDirectory(prefix="destiny-") as folder:
            wanted, said = Path(folder) / "wanted.txt", Path(folder) / "said.json"
            wanted.write_text("".join(f"{one.name}=={one.version}\n" for one in packages))
            options = ("--disable-pip", "--no-deps", "--progress-spinner", "off", "--timeout", str(TIMEOUT_S))
            command: list[str | Path] = [self._program, *options, "-r", wanted, "--format", "json", "--output", said]
            subprocess.run(command, capture_output=True, check=False)  # noqa: S603  nothing in it comes from callers
            # It exits with 1 for findings and for failures alike, but after a failure it has written nothing.
            return json.loads(said.read_text())["dependencies"] if said.exists() else ()


def audit(locks: Iterable[str], auditor: Auditor) -> Audited:
    """Look up every package of these lock files once."""
    findings: list[Finding] = []
    skipped: list[str] = []
    seen: dict[tuple[str, str], None] = {}
    for lock in locks:
        new = [one for one in pins(lock) if (one.name, one.version) not in seen]
        seen |= dict.fromkeys((one.name, one.version) for one in new)
        answers = {str(one["name"]): one for one in (auditor.look_up(new) if new else ())}
        for one in new:
            vulnerabilities = answers.get(one.name, {}).get("vulns")
            if vulnerabilities is None:
                skipped.append(one.name)
                continue
            findings += (
                Finding(one.name, one.version, found["id"], tuple(found["fix_versions"])) for found in vulnerabilities
            )
    return Audited(tuple(findings), tuple(skipped), len(seen) - len(skipped))
