"""A caller that sends a request now and then, and how much its worker does before it answers.

On a busy machine the time of an answer depends on other processes. The CPU that a worker uses while a request waits
does not: it is what the worker does before that request. Run as a separate process: reads a job as JSON from standard
input, and writes what it has seen as JSON to standard output.
"""

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from threading import Thread
from typing import Any, Final

CONNECTIONS: Final = 8
"""So many that every worker has some of them."""
PAUSE_S: Final = 0.05
"""Between two requests of a connection."""
_REQUEST_ID: Final = re.compile(rb"X-Request-Id: (\S+)")

Seen = tuple[str, dict[str, float]]
"""The id of a request, and the CPU seconds of each worker, by its process id, while the request waited."""


def call(port: int, request: bytes, seconds: float, workers: Sequence[int]) -> list[Seen]:
    """Call for this long."""
    job = {"port": port, "request": request.decode("latin-1"), "seconds": seconds, "workers": workers}
    command = [sys.executable, "-m", "benchmarks.paced"]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=True, timeout=300)
    found: list[Seen] = json.loads(done.stdout)
    return found


def percentile_99(seen: Sequence[Seen], answered_by: Mapping[str, int]) -> float:
    """The 99th percentile of the CPU that the worker used which answered, in seconds."""
    cpu = sorted(used[str(answered_by[request_id])] for request_id, used in seen)
    return cpu[int(len(cpu) * 0.99)]


def worker_of_each(log: str) -> dict[str, int]:
    """The worker that answered each request, by the request's id, from what the service has logged."""
    lines = (json.loads(line) for line in log.splitlines() if '"request_id"' in line and line.endswith("}"))
    return {line["request_id"]: line["pid"] for line in lines}


def cpu_of(workers: Sequence[int]) -> dict[int, float]:
    """The CPU seconds that each process has used so far."""
    # On Linux the clock of another process's CPU time has this number.
    return {pid: time.clock_gettime(~pid << 3 | 2) for pid in workers}


def _keep_calling(job: dict[str, Any], seen: list[Seen]) -> None:
    request, workers = job["request"].encode("latin-1"), job["workers"]
    until = time.perf_counter() + job["seconds"]
    with socket.create_connection(("127.0.0.1", job["port"]), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        own: list[Seen] = []
        while time.perf_counter() < until:
            before = cpu_of(workers)
            connection.sendall(request)
            answer = connection.recv(1 << 16)  # a small answer arrives in one piece
            used = {str(pid): cpu - before[pid] for pid, cpu in cpu_of(workers).items()}
            found = _REQUEST_ID.search(answer)
            if not answer.startswith(b"HTTP/1.1 200 ") or not found:
                raise RuntimeError(f"An answer is not a 200: {answer[:100]!r}")
            own.append((found[1].decode(), used))
            time.sleep(PAUSE_S)
    seen += own[1:]  # the first has also waited until its connection was accepted


def _main(job: dict[str, Any]) -> list[Seen]:
    seen: list[Seen] = []
    threads = [Thread(target=_keep_calling, args=(job, seen)) for _ in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return seen


if __name__ == "__main__":
    print(json.dumps(_main(json.load(sys.stdin))))
