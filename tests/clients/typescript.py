"""openapi-typescript's types, and what the compiler says of code that uses them."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.clients.guide import code_in_the_guide
from tests.openapi import CONTRACT_FILE

HERE: Final = Path(__file__).parent
SOURCES: Final = HERE / "typescript"
PROGRAMS: Final = HERE / "node_modules" / ".bin"
_DECLARED: Final = re.compile(r"^export (?:const|function) (\w+)", re.MULTILINE)
_COMPLAINT: Final = re.compile(r"^(\S+\.ts)\((\d+),\d+\): error (TS\d+): (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the compiler made of the sources."""

    refused: dict[str, str]
    """For each misuse the error that it was refused with, empty where it was taken."""
    complaints: tuple[str, ...]
    """Errors anywhere else: uses that do not compile."""


def compile_uses(folder: Path) -> Compiled:
    """Generate the types into an empty folder and compile the uses and the misuses there."""
    for source in SOURCES.iterdir():
        shutil.copy(source, folder)
    generate: list[str | Path] = [PROGRAMS / "openapi-typescript", CONTRACT_FILE, "--output", folder / "contract.ts"]
    (folder / "destiny.ts").write_text('export * from "./contract";\n')  # as the guide calls it
    (folder / "guide.ts").write_text(code_in_the_guide("ts"))
    generated = subprocess.run(generate, cwd=folder, capture_output=True, text=True, check=True)
    compiler: list[str | Path] = [PROGRAMS / "tsc", "--project", folder, "--pretty", "false"]
    output = subprocess.run(compiler, cwd=folder, capture_output=True, text=True, check=False).stdout
    warnings = [line.strip() for line in (generated.stdout + generated.stderr).splitlines() if "⚠" in line]
    compiled = sort_complaints(output, (SOURCES / "misuses.ts").read_text("utf-8"))
    return Compiled(compiled.refused, (*warnings, *compiled.complaints))


def sort_complaints(output: str, misuses: str) -> Compiled:
    """Assign every error to the misuse in whose lines it is."""
    refused = dict.fromkeys(_DECLARED.findall(misuses), "")
    elsewhere = []
    for file, line, code, message in _COMPLAINT.findall(output):
        before = "\n".join(misuses.splitlines()[: int(line)])
        names = _DECLARED.findall(before)
        if file == "misuses.ts" and names:
            refused[names[-1]] = f"{code}: {message}"
        else:
            elsewhere.append(f"{file}({line}): {code}: {message}")
    return Compiled(refused, tuple(elsewhere))


def declared(source: str) -> list[str]:
    """The names that a file of sources declares."""
    return _DECLARED.findall((SOURCES / source).read_text("utf-8"))
