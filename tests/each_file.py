"""Runs every file of tests by itself: `python -m tests.each_file [folders or files]`.

A test that passes only after its neighbours have run fails here. Says how far it is, and ends with what failed.
"""

import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parent
NO_TESTS: Final = 5
"""How pytest ends when it has found nothing to run."""


def files_in(places: Sequence[Path]) -> list[Path]:
    """Every file of tests in these folders; what is a file already is itself."""
    found = (sorted(place.rglob("test_*.py")) if place.is_dir() else [place] for place in places)
    return [file for files in found for file in files]


def run(file: Path) -> subprocess.CompletedProcess[str]:
    """The tests of one file in their own process."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    return subprocess.run(command, cwd=TESTS.parent, capture_output=True, text=True, check=False)


def main(places: Sequence[Path], processes: int) -> int:
    """How many files failed."""
    files = files_in(places)
    failed: list[str] = []
    with ThreadPoolExecutor(processes) as pool:
        under_way = {pool.submit(run, file): file for file in files}
        for number, done in enumerate(as_completed(under_way), start=1):
            result, file = done.result(), under_way[done]
            name = str(file.relative_to(TESTS.parent))
            summary = (result.stdout.splitlines() or ["no output"])[-1]
            print(f"{number}/{len(files)} {name}: {summary}", flush=True)  # noqa: T201
            if result.returncode not in (0, NO_TESTS):
                failed.append(name)
                print(result.stdout + result.stderr, flush=True)  # noqa: T201
    print(f"{len(failed)} of {len(files)} files failed.", *sorted(failed), sep="\n  ")  # noqa: T201
    return len(failed)


if __name__ == "__main__":
    named = [Path(one).resolve() for one in sys.argv[1:]] or [TESTS]
    sys.exit(main(named, os.cpu_count() or 1) > 0)
