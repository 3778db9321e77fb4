"""A caller that sends at a fixed pace, and so also notices what is late because an earlier answer is.

Run as a separate process: reads a job as JSON from standard input, and writes the latencies as JSON to standard output.
"""

import json
import socket
import subprocess
import sys
import time
from threading import Thread
from typing import Any, Final

CONNECTIONS: Final = 8
"""So many that every worker has some of them."""
PAUSE_S: Final = 0.02
"""Between two requests of a connection."""


def latencies(port: int, request: bytes, seconds: float) -> list[float]:
    """From when each request was due to its answer, in seconds, ascending; measured by another process."""
    job = {"port": port, "request": request.decode("latin-1"), "seconds": seconds}
    command = [sys.executable, "-m", "benchmarks.paced"]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=True, timeout=300)
    found: list[float] = json.loads(done.stdout)
    return found


def percentile_99(ordered: list[float]) -> float:
    return ordered[int(len(ordered) * 0.99)]


def _call(job: dict[str, Any], number: int, found: list[float]) -> None:
    request = job["request"].encode("latin-1")
    with socket.create_connection(("127.0.0.1", job["port"]), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        began = time.perf_counter() + PAUSE_S * number / CONNECTIONS
        for turn in range(int(job["seconds"] / PAUSE_S)):
            due = began + turn * PAUSE_S
            time.sleep(max(0, due - time.perf_counter()))
            connection.sendall(request)
            if not connection.recv(1 << 16).startswith(b"HTTP/1.1 200 "):  # a small answer arrives in one piece
                raise RuntimeError("An answer is not a 200.")
            found.append(time.perf_counter() - due)


def _main(job: dict[str, Any]) -> list[float]:
    found: list[float] = []
    threads = [Thread(target=_call, args=(job, number, found)) for number in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(found)


if __name__ == "__main__":
    print(json.dumps(_main(json.load(sys.stdin))))
