"""One HTTP client on many keep-alive connections, as cheap as Python allows; run as a separate process.

Reads a job as JSON from standard input and writes its results as JSON to standard output. Each connection has one
request in flight at a time. Every request is the same prebuilt bytes, except for a new key each time if the
request has the placeholder for one. Of an answer only the status and the length are read. A request therefore costs the
client a few system calls and little else.
"""

import json
import secrets
import select
import socket
import sys
from itertools import count
from time import perf_counter, process_time
from typing import Any, Final

FRESH: Final = "a-fresh-key-for-each-request"
"""Placeholder in a request for a key that no other request has had."""
_HEAD_END: Final = b"\r\n\r\n"
_LENGTH: Final = b"content-length: "


def _length(answer: bytes | bytearray) -> int | None:
    """The length of the whole answer, or None while its head is incomplete."""
    end = answer.find(_HEAD_END)
    if end < 0:
        return None
    head = answer[:end].lower()
    at = head.index(_LENGTH) + len(_LENGTH)
    return end + len(_HEAD_END) + int(head[at:].partition(b"\r")[0])


class Client:
    """The connections, with their latencies and failures."""

    def __init__(self, port: int, request: bytes) -> None:
        self._address = ("127.0.0.1", port)
        self._before, fresh, self._after = request.partition(FRESH.encode())
        self._keys = map(f"{secrets.token_hex(12)}-{{}}".format, count()) if fresh else None
        self._poll = select.epoll()
        self._sockets: dict[int, socket.socket] = {}
        self._sent: dict[int, float] = {}
        self._partial: dict[int, tuple[bytearray, int | None]] = {}
        self.latencies: list[float] = []
        self.failures = 0

    def connect(self) -> int:
        """Open one more connection."""
        opened = socket.create_connection(self._address, timeout=60)
        opened.settimeout(None)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sockets[opened.fileno()] = opened
        self._poll.register(opened.fileno(), select.EPOLLIN)
        return opened.fileno()

    def send(self, descriptor: int) -> None:
        """Send the request."""
        self._sent[descriptor] = perf_counter()
        key = next(self._keys).encode() if self._keys else b""
        self._sockets[descriptor].sendall(self._before + key + self._after)

    def run(self, seconds: float, patience: float = 10) -> float:
        """Keep all connections busy for this long, then await pending answers; return the seconds that it took."""
        start = perf_counter()
        deadline = start + seconds
        for descriptor in list(self._sockets):
            self.send(descriptor)
        while self._sent and perf_counter() < deadline + patience:
            for descriptor, _ in self._poll.poll(patience):
                descriptor_now = self._receive(descriptor)
                if descriptor_now is not None and perf_counter() < deadline:
                    self.send(descriptor_now)
        self.failures += len(self._sent)
        return perf_counter() - start

    def _receive(self, descriptor: int) -> int | None:
        """Read what has arrived. If an answer is complete, return the connection that is free for the next request."""
        data = self._sockets[descriptor].recv(1 << 18)
        if not data:
            self.failures += descriptor in self._sent
            return self._reconnect(descriptor)
        if descriptor in self._partial or (_length(data) or 0) != len(data):
            return self._receive_part(descriptor, data)
        return self._complete(descriptor, data)

    def _receive_part(self, descriptor: int, data: bytes) -> int | None:
        so_far, length = self._partial.get(descriptor, (bytearray(), None))
        so_far += data
        length = _length(so_far) if length is None else length
        if len(so_far) == length:
            self._partial.pop(descriptor, None)
            return self._complete(descriptor, so_far)
        self._partial[descriptor] = so_far, length
        return None

    def _complete(self, descriptor: int, answer: bytes | bytearray) -> int:
        self.latencies.append(perf_counter() - self._sent.pop(descriptor))
        self.failures += not answer.startswith(b"HTTP/1.1 200 ")
        # A sync worker closes after every answer.
        return self._reconnect(descriptor) if b"\r\nConnection: close\r\n" in answer[:400] else descriptor

    def _reconnect(self, descriptor: int) -> int:
        self._poll.unregister(descriptor)
        self._sockets.pop(descriptor).close()
        self._sent.pop(descriptor, None)
        self._partial.pop(descriptor, None)
        return self.connect()


def _quantile(ordered: list[float], q: float) -> float:
    return ordered[min(len(ordered) - 1, int(len(ordered) * q))] if ordered else float("inf")


def main(job: dict[str, Any]) -> dict[str, float]:
    request = job["request"].encode("latin-1")
    idle = Client(job["port"], request)
    for _ in range(job["idle"]):
        idle.connect()
    # Each idle connection has had one answer, and was reopened if the server closes after each answer.
    idle.run(0, patience=3)
    client = Client(job["port"], request)
    for _ in range(job["connections"]):
        client.connect()
    cpu = process_time()
    seconds = client.run(job["seconds"])
    cpu = process_time() - cpu
    latencies = sorted(client.latencies)
    return {
        "answers": len(latencies),
        "failures": client.failures,
        "seconds": seconds,
        "cpu": cpu,
        "p50": _quantile(latencies, 0.5),
        "p99": _quantile(latencies, 0.99),
        "longest": latencies[-1] if latencies else float("inf"),
    }


if __name__ == "__main__":
    print(json.dumps(main(json.load(sys.stdin))))
