"""The service as an operator has it: started with a command, nothing of it imported."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from email.message import Message
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any, NamedTuple

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from tests.dockerfile import PROJECT, last
from tests.patience import PATIENCE_S, wait_until
from tests.smoke.fork_server import ForkedProcess, fork_server

BIN = Path(sys.executable).parent
AS_IN_THE_IMAGE = last("CMD").exec_form()

COLD = (AS_IN_THE_IMAGE[0], "-c", "tests/smoke/gunicorn.conf.py")


def cold(app: str = "tests.smoke.cold_app:app", *options: str) -> tuple[str, ...]:
    """The image's command, but for what takes long: no page is made and no worker warmed up before somebody asks."""
    return (*COLD, *options, app)


def is_cold(command: Sequence[str]) -> bool:
    return tuple(command[: len(COLD)]) == COLD


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
        return port


class Answer(NamedTuple):
    """What came back, its body a JSON document."""

    status: int
    headers: Message
    document: Any


class RunningService:
    """One service: its master process, what it writes, and how it answers."""

    def __init__(
        self, data_dir: Path, port: int, output: Path, command: Sequence[str] | None = None, **settings: str
    ) -> None:
        self.data_dir = data_dir
        self.port = port
        self._output = output
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("DESTINY_")},
            "PATH": f"{BIN}{os.pathsep}{os.environ.get('PATH', '')}",
            "DESTINY_PORT": str(port),
            "DESTINY_DATA_DIR": str(data_dir),
            **settings,
        }
        self.master = self._start(command or cold(), output)

    def _start(self, command: Sequence[str], output: Path) -> subprocess.Popen[bytes] | ForkedProcess:
        if is_cold(command):
            return fork_server().start(command, self._environment, output)
        with output.open("w") as file:
            return subprocess.Popen(
                command, cwd=PROJECT, env=self._environment, stdout=file, stderr=file, start_new_session=True
            )

    @property
    def output(self) -> str:
        return self._output.read_text()

    @property
    def last_line(self) -> str:
        return self.output.splitlines()[-1]

    @property
    def log(self) -> list[dict[str, Any]]:
        """The lines of the log; what the service says in plain words is no line of it."""
        whole = self.output.rpartition("\n")[0]  # the last line may be half written yet
        return [json.loads(line) for line in whole.splitlines() if line.startswith("{")]

    def requests(self, path: str) -> list[dict[str, Any]]:
        """The lines of the requests for this path."""
        return [line for line in self.log if line["logger"] == "service.requests" and line["path"] == path]

    @property
    def workers(self) -> list[int]:
        """The process ids of all workers that were ever started."""
        return [int(pid) for pid in re.findall(r"Booting worker with pid: (\d+)", self.output)]

    def status(self, path: str, token: str = "", method: str = "GET") -> int:
        """The status of the answer, 0 if there is none."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        try:
            with closing(HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)) as connection:
                connection.request(method, path, headers=headers)
                return connection.getresponse().status
        except (OSError, HTTPException):
            return 0

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Answer:
        """The answer to a request on its own connection, which may reach any worker."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        with closing(connection):
            sent = None if body is None else json.dumps(body).encode()
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, sent, {"Content-Type": "application/json", **named})
            answer = connection.getresponse()
            return Answer(answer.status, answer.headers, json.load(answer))

    def is_ready(self) -> bool:
        assert self.master.poll() is None, self.output
        # Looks at the output first: a question would cost a service that starts more than it costs us.
        return self.output.count("Worker ready") == len(self.workers) > 1 and self.status("/health/ready") == 200

    def wait_until_ready(self, workers: int = 2) -> None:
        """Return when this many workers have started and all that have started are ready."""
        all_ready = lambda: self.is_ready() and len(self.workers) >= workers  # noqa: E731
        wait_until(all_ready, lambda: f"The service did not come up.\n{self.output}", pause_s=0.05)

    def is_healthy(self) -> bool:
        """What Docker would find."""
        command = last("HEALTHCHECK").exec_form()
        done = subprocess.run(command, env=self._environment, capture_output=True, timeout=PATIENCE_S, check=False)
        return done.returncode == 0

    def store(self) -> redis.Redis:
        """The embedded store, looked up by its socket alone."""
        return redis.Redis(
            unix_socket_path=str(self.data_dir / "store.sock"), socket_timeout=PATIENCE_S, retry=Retry(NoBackoff(), 1)
        )

    def store_pid(self) -> int:
        """The process id of the embedded store, 0 if it does not answer."""
        try:
            return int(self.store().info("server")["process_id"])
        except redis.ConnectionError:
            return 0

    def kill_store(self) -> bool:
        """Whether there was an embedded store to kill."""
        pid = self.store_pid()
        if pid:
            os.kill(pid, signal.SIGKILL)
        return pid > 0

    def press_ctrl_c(self) -> None:
        """The terminal sends it to every process of the service that belongs to the terminal's session."""
        os.killpg(self.master.pid, signal.SIGINT)

    def exit_code(self) -> int:
        return self.master.wait(PATIENCE_S)

    def end(self) -> None:
        """Leave nothing behind, in whatever state it is."""
        if self.master.poll() is None:
            self.master.terminate()
            try:
                self.master.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                self.master.kill()
                self.master.wait()
