"""A caller that sends a request now and then.

Run as a separate process: reads a job as JSON from standard input, and writes what it has seen as JSON to standard
output.
"""

import json
import re
import socket
import subprocess
import sys
import time
from threading import Thread
from typing import Any, Final, NamedTuple

CONNECTIONS: Final = 8
"""So many that every worker has some of them."""
PAUSE_S: Final = 0.05
"""Between two requests of a connection."""
_REQUEST_ID: Final = re.compile(rb"X-Request-Id: (\S+)")


class Seen(NamedTuple):
    """The id of a request, when it was sent, and when its answer came."""

    request_id: str
    sent: float
    came: float


def call(port: int, request: bytes, seconds: float) -> list[Seen]:
    """Call for this long."""
    job = {"port": port, "request": request.decode("latin-1"), "seconds": seconds}
    command = [sys.executable, "-m", "benchmarks.paced"]
    done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=True, timeout=300)
    return [Seen(*one) for one in json.loads(done.stdout)]


def _keep_calling(job: dict[str, Any], seen: list[Seen]) -> None:
    request = job["request"].encode("latin-1")
    until = time.perf_counter() + job["seconds"]
    with socket.create_connection(("127.0.0.1", job["port"]), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        own: list[Seen] = []
        while (sent := time.perf_counter()) < until:
            connection.sendall(request)
            answer = connection.recv(1 << 16)  # a small answer arrives in one piece
            came = time.perf_counter()
            found = _REQUEST_ID.search(answer)
            if not answer.startswith(b"HTTP/1.1 200 ") or not found:
                raise RuntimeError(f"An answer is not a 200: {answer[:100]!r}")
            own.append(Seen(found[1].decode(), sent, came))
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
