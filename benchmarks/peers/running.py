"""Any HTTP server as a process tree that is measured as a whole, stopped after the measurement."""

import os
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from benchmarks.servers import PATIENCE_S, PROJECT, free_port

PORT: Final = "{port}"
"""Where a command or a setting has the port."""


class ProcessTree:
    """A process and all that it has started."""

    def __init__(self, root: int, port: int) -> None:
        self._root = root
        self.port = port

    def worker_cpu(self) -> float:
        """The CPU time of all of them so far, in seconds."""
        return sum(time.clock_gettime(~pid << 3 | 2) for pid in self._pids())

    def memory_mib(self) -> float:
        """What they have together, memory that they share counted once."""
        return sum(_proportional_kib(pid) for pid in self._pids()) / 1024

    def answers(self, path: str) -> bool:
        """Whether a request gets status 200."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as asked:
                asked.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
                return asked.recv(12) == b"HTTP/1.1 200"
        except OSError:
            return False

    def _pids(self) -> Iterator[int]:
        waiting = [self._root]
        while waiting:
            pid = waiting.pop()
            yield pid
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text("ascii").split())


@contextmanager
def running(
    command: Sequence[str], settings: Mapping[str, str] | None = None, live: str = "/health/live"
) -> Iterator[ProcessTree]:
    """The command's server, once it answers."""
    port = free_port()
    own = {name: value for name, value in os.environ.items() if not name.startswith("DESTINY_")}
    process = subprocess.Popen(
        [part.replace(PORT, str(port)) for part in command],
        cwd=PROJECT,
        env={**own, **{name: value.replace(PORT, str(port)) for name, value in (settings or {}).items()}},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        tree = ProcessTree(process.pid, port)
        deadline = time.monotonic() + PATIENCE_S
        while not tree.answers(live):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{command} does not answer.")
            time.sleep(0.02)
        yield tree
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _proportional_kib(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
