"""Looking at processes from outside."""

import os
from pathlib import Path


def is_alive(pid: int) -> bool:
    """Whether this process still runs; one that has ended and waits to be collected does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


def parent(pid: int) -> int:
    """The process that this one was started by, or that has taken it over since."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
