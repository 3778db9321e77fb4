"""Starts services that need not import Python's, gunicorn's and the service's modules again.

Importing them is most of what a start costs, and the smoke tests start over a hundred services. A process of its own
imports them once; each service is a fork of it that goes on as gunicorn's command would. Run as a module, this is that
process.
"""

import atexit
import gc
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from shutil import which
from typing import Any, Final

from gunicorn.app.wsgiapp import run

from service.server import preload
from tests.dockerfile import PROJECT

PAUSE_S: Final = 0.02
IN_EVERY_MASTER: Final = (
    "service.documentation.made",
    "service.server.start_checks",
    "service.server.worker",
    "service.store.embedded.supervisor",
)
"""What config/gunicorn.conf.py imports before it forks its workers."""


class ForkServer:
    """The process that forks services, as seen from the tests. It ends when they do."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.smoke.fork_server"],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,  # a Ctrl-C at the terminal must leave it to those who still end their services
        )
        atexit.register(self._end)

    def start(self, command: Sequence[str], environment: Mapping[str, str], output: Path) -> "ForkedProcess":
        """A gunicorn with the arguments of this command, in its own session."""
        output.touch()
        return ForkedProcess(
            self, self._ask(start={"command": command, "environment": environment, "output": str(output)})
        )

    def exit_code(self, pid: int) -> int | None:
        code: int | None = self._ask(exit_code_of=pid)
        return code

    def _ask(self, **request: Any) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def _end(self) -> None:
        self._process.communicate()


@cache
def fork_server() -> ForkServer:
    return ForkServer()


class ForkedProcess:
    """What the tests use of `subprocess.Popen`."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self._server = server
        self.pid = pid
        self._exit_code: int | None = None

    def poll(self) -> int | None:
        if self._exit_code is None:
            self._exit_code = self._server.exit_code(self.pid)
        return self._exit_code

    def wait(self, timeout: float | None = None) -> int:
        deadline = None if timeout is None else time.monotonic() + timeout
        while (code := self.poll()) is None:
            if deadline is not None and time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
            time.sleep(PAUSE_S)
        return code

    def send_signal(self, number: int) -> None:
        # One that has ended keeps its number until `poll` has asked for its exit code.
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def main() -> None:
    """Answer one request for each line; in a fork, return from here as the service that was asked for."""
    import_what_holds_no_lock()
    look_for_plugins_once()
    gc.freeze()  # else each service would look through the modules once more when it ends
    for line in sys.stdin:
        request = json.loads(line)
        if start := request.get("start"):
            answer: int | None = os.fork()
            if not answer:
                become_gunicorn(**start)
                return
        else:
            pid, status = os.waitpid(request["exit_code_of"], os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if pid else None
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def import_what_holds_no_lock() -> None:
    """What every master imports; workers patch locks and sockets before they import what has some."""
    for name in (*IN_EVERY_MASTER, *preload.names()):
        importlib.import_module(name)


def look_for_plugins_once() -> None:
    """gevent asks two dozen times for plugins of its own, and each time all installed packages would be read."""
    metadata.entry_points = metadata.entry_points().select


def become_gunicorn(command: Sequence[str], environment: Mapping[str, str], output: str) -> None:
    os.setsid()
    os.environ.clear()
    os.environ.update(environment)
    with Path(os.devnull).open() as nothing, Path(output).open("w") as file:
        os.dup2(nothing.fileno(), 0)
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
    # An interpreter reads this one when it starts.
    sys.path[:0] = filter(None, environment.get("PYTHONPATH", "").split(os.pathsep))
    program = which(command[0], path=environment["PATH"])
    assert program
    sys.argv = [program, *command[1:]]
    run()


if __name__ == "__main__":
    main()
