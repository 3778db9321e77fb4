"""Puts load on a server and measures the result."""

import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Any, Protocol


class Server(Protocol):
    """What load is put on."""

    @property
    def port(self) -> int:
        """Where it listens, on 127.0.0.1."""

    def worker_cpu(self) -> float:
        """The CPU time that it has used so far, in seconds."""


@dataclass(frozen=True, slots=True)
class Load:
    """The result of one turn of load; times in seconds."""

    answers: int
    failures: int
    seconds: float
    p50: float
    p99: float
    longest: float
    server_cpu: float
    """CPU time of the workers per answer."""
    client_cpu: float
    """CPU time of the load generator per answer."""

    @property
    def per_second(self) -> float:
        """Answers per second."""
        return self.answers / self.seconds


def post(path: str, body: bytes, **headers: str) -> bytes:
    """A request as bytes, with these headers and those that a game backend would send."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: benchmark\r\nAccept: application/json\r\n"
        f"Content-Type: application/json\r\n{more}Content-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def get(path: str, **headers: str) -> bytes:
    """A request for a document as bytes, with these headers."""
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    return f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n{more}\r\n".encode()


def put_load(server: Server, request: bytes, connections: int, seconds: float, idle: int = 0) -> Load:
    """Keep this many connections busy for this long, from a separate process."""
    job = {
        "port": server.port,
        "request": request.decode("latin-1"),
        "connections": connections,
        "seconds": seconds,
        "idle": idle,
    }
    command = [sys.executable, "-m", "benchmarks.load_generator"]
    cpu = server.worker_cpu()
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=True, timeout=120)
    cpu = server.worker_cpu() - cpu
    seen: dict[str, Any] = json.loads(done.stdout)
    answers = seen["answers"]
    return Load(
        answers,
        seen["failures"],
        seen["seconds"],
        seen["p50"],
        seen["p99"],
        seen["longest"],
        cpu / max(1, answers),
        seen["cpu"] / max(1, answers),
    )


def middle(loads: list[Load]) -> Load:
    """The medians of several turns, with the sum of failures and the longest wait of all turns."""
    fields = {
        name: median(getattr(load, name) for load in loads)
        for name in ("answers", "seconds", "p50", "p99", "server_cpu", "client_cpu")
    }
    failures, longest = sum(load.failures for load in loads), max(load.longest for load in loads)
    return Load(**fields, failures=failures, longest=longest)


def in_turns(
    calls: Mapping[str, tuple[Server, bytes]], connections: int, seconds: float, rounds: int, idle: int = 0
) -> dict[str, Load]:
    """The result of each call. Calls take turns, so that a slow moment of the machine affects all of them alike."""
    turns: dict[str, list[Load]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, (server, request) in calls.items():
            turns[name].append(put_load(server, request, connections, seconds, idle))
    return {name: middle(loads) for name, loads in turns.items()}
