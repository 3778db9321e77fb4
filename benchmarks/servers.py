"""Servers to measure: gunicorn with the service's configuration on a free port, stopped after the measurement."""

import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Self

PROJECT: Final = Path(__file__).parents[1]
CONFIG: Final = PROJECT / "config" / "gunicorn.conf.py"
SERVICE: Final = "service.wsgi:app"
WATCHED: Final = "benchmarks.watched:app"
"""The service, with notes of how much CPU its workers had used at which time (`switches.py`)."""
BARE: Final = "benchmarks.bare:app"
STOCK_WORKER: Final = ("-k", "gevent")
"""Options for gunicorn's own worker instead of the service's."""
WORKERS: Final = 2
PATIENCE_S: Final = 120
QUIET_S: Final = 0.05
"""Idle workers use less CPU in half a second; one that warms up uses more."""


def free_port() -> int:
    """A port that no process listens on."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Server:
    """One gunicorn with its workers, and the embedded store that the configuration starts."""

    def __init__(
        self, app: str, *options: str, config: Path = CONFIG, environment: Mapping[str, str] | None = None
    ) -> None:
        self.port = free_port()
        self._command = [sys.executable, "-m", "gunicorn", "-c", str(config), *options, app]
        self._environment = environment or {}
        self._exit = ExitStack()

    def __enter__(self) -> Self:
        with ExitStack() as stack:
            # A short name, because the path of the store's socket contains it.
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="bench-")))
            self.data = folder / "var"
            self._log = folder / "log"
            log = stack.enter_context(self._log.open("w"))
            own = {name: value for name, value in os.environ.items() if not name.startswith("DESTINY_")}
            settings = {
                "DESTINY_PORT": str(self.port),
                "DESTINY_DATA_DIR": str(self.data),
                "DESTINY_WORKERS": str(WORKERS),
            }
            self.master = subprocess.Popen(
                self._command, cwd=PROJECT, env={**own, **settings, **self._environment}, stdout=log, stderr=log
            )
            stack.callback(self._end)
            self.workers = self._await_workers()
            self._exit = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._exit.close()

    def worker_cpu(self) -> float:
        """The CPU time that the workers have used so far, in seconds."""
        return sum(self.cpu_of_each_worker())

    def cpu_of_each_worker(self) -> list[float]:
        """The CPU time that each worker has used so far, in seconds."""
        # On Linux the clock of another process's CPU time has this number; unlike /proc it counts in nanoseconds.
        return [time.clock_gettime(~pid << 3 | 2) for pid in self.workers]

    @property
    def output(self) -> str:
        """What the service has logged."""
        return self._log.read_text()

    def wait_until_warm(self) -> None:
        """Return when every worker has computed what first calls need."""
        while self.output.count("Worker warmed up") < WORKERS:
            time.sleep(0.1)

    def wait_until_quiet(self) -> None:
        """Return when the workers have no work left."""
        spent = -1.0
        while (now := self.worker_cpu()) - spent > QUIET_S:
            spent = now
            time.sleep(0.5)

    def answers(self, path: str = "/health/live") -> bool:
        """Whether a request gets status 200."""
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as asked:
                asked.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
                return asked.recv(12) == b"HTTP/1.1 200"
        except OSError:
            return False

    def _await_workers(self) -> list[int]:
        """The process ids of the workers, once all of them have started and requests are answered."""
        deadline = time.monotonic() + PATIENCE_S
        while len(pids := self._booted()) < WORKERS or not self.answers():
            if self.master.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(self._log.read_text())
            time.sleep(0.02)
        return pids

    def _booted(self) -> list[int]:
        return [int(pid) for pid in re.findall(r"Booting worker with pid: (\d+)", self._log.read_text())]

    def _end(self) -> None:
        self.master.terminate()
        try:
            self.master.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            self.master.kill()
            self.master.wait()
