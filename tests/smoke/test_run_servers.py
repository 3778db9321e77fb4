"""`make run-sentinel` and `make run-cluster`: two services on several servers, and nothing left when it ends."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import pytest

from tests.conftest import Eventually
from tests.dockerfile import PROJECT
from tests.patience import PATIENCE_S
from tests.processes import is_alive, parent

TOOLS = ["tools.sentinel", "tools.cluster"]


@pytest.fixture
def two_ports() -> Iterator[int]:
    """The first of two free ports in a row."""
    for first in range(20_000 + os.getpid() % 10_000, 65_000, 2):
        with suppress(OSError):
            for port in (first, first + 1):
                socket.create_server(("127.0.0.1", port)).close()
            yield first
            return


def command(tool: str) -> tuple[str, ...]:
    return (sys.executable, "-m", tool)


def environment(port: int) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("DESTINY_")}
    return {**kept, "DESTINY_PORT": str(port), "DESTINY_WORKERS": "1"}


def is_ready(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE_S)
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def descendants(pid: int) -> set[int]:
    """The processes that this one has started, and those that they have."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parents[int(folder.name)] = parent(int(folder.name))
    found, before = {pid}, set[int]()
    while found != before:
        before = set(found)
        found |= {child for child, of in parents.items() if of in found}
    return found - {pid}


@pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes in /proc")
@pytest.mark.parametrize("tool", TOOLS)
def test_run__ended_with_ctrl_c__has_served_on_two_ports_and_leaves_no_process(
    tool: str, two_ports: int, tmp_path: Path, eventually: Eventually
) -> None:
    output = tmp_path / "output"
    with output.open("w") as file:
        run = subprocess.Popen(command(tool), cwd=PROJECT, env=environment(two_ports), stdout=file, stderr=file)
    try:
        eventually(lambda: run.poll() is not None or (is_ready(two_ports) and is_ready(two_ports + 1)))
        others = descendants(run.pid)  # what makes the pages among them, and the workers still warm up
        named = re.findall(r"Service at http://127\.0\.0\.1:(\d+)", output.read_text())
    finally:
        run.send_signal(signal.SIGINT)
        code = run.wait(PATIENCE_S)

    assert (code, named) == (0, [str(two_ports), str(two_ports + 1)])
    assert len(others) >= 6 + 2 * 2  # the servers, and the Sentinels or the replicas; masters with a worker each
    assert not any(map(is_alive, others))


@pytest.mark.parametrize("tool", TOOLS)
def test_run__port_of_another__is_refused_in_one_line(tool: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            command(tool),
            cwd=PROJECT,
            env=environment(port),
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )

    assert done.returncode == 1
    assert done.stderr.startswith(f"destiny: cannot listen on 127.0.0.1:{port}: ")
    assert done.stderr.count("\n") == 1
