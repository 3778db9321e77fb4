"""Connections that send slowly or nothing, and what the other callers notice of them."""

import multiprocessing
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.synchronize import Event
from statistics import median
from typing import Final

from tests.hostile.client import parsed
from tests.hostile.tokens import GAME
from tests.patience import PATIENCE_S

CALLERS: Final = 4
ROUNDS: Final = 3
"""How often each flood comes. The median of its rounds counts, since a shared machine has its moments."""
SETTLE_S: Final = 1.0
"""For the first requests of a flood, which are answered like any."""
PAUSE_S: Final = 0.2
"""Between two bytes of a slow sender."""
AGAIN: Final = 50
"""How many connections that the service has closed are opened again before the next byte. More would be a flood of
another kind, of new connections."""
_BODY: Final = b'{"action_type":"pve","threshold":0,"actor":{"skills":{}}}'
_HEADERS: Final = "".join(f"{name}: {value}\r\n" for name, value in GAME.items()).encode()
_POST: Final = b"POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + _HEADERS
_CALL: Final = _POST + b"Content-Length: %d\r\n\r\n%s" % (len(_BODY), _BODY)
_LARGE: Final = b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n"
_CALL_AND_CLOSE: Final = _CALL.replace(b"Host: x\r\n", b"Host: x\r\nConnection: close\r\n")


@dataclass(frozen=True, slots=True)
class Flood:
    """What each of its connections sends."""

    first: bytes
    """At once."""
    more: bytes
    """A byte at a time, again and again."""
    reads: bool = True
    """Whether it takes what the service answers."""


FLOODS: Final = {
    "slow heads": Flood(b"", _POST + b"A: " + b"x" * 1000),
    "slow bodies": Flood(_POST + b"Content-Length: 100000\r\n\r\n", b" "),
    "idle connections": Flood(_CALL, b""),
    "unread answers": Flood(_LARGE * 10, _LARGE, reads=False),
}


@dataclass(frozen=True, slots=True)
class Waits:
    """The 99th percentile of how long callers waited, in seconds, the median of all rounds."""

    alone: float
    flooded: float
    fresh_alone: float
    """On a new connection for each request."""
    fresh_flooded: float

    @property
    def times(self) -> float:
        """How many times as long callers wait while there is a flood."""
        return max(self.flooded / self.alone, self.fresh_flooded / self.fresh_alone)


def waits(port: int, flood: Flood, connections: int, seconds: float) -> Waits:
    """Measure with and without a flood of so many connections, in turns."""
    alone, flooded = [], []
    for _ in range(ROUNDS):
        alone.append(_p99s(port, seconds))
        with _flooding(port, flood, connections):
            flooded.append(_p99s(port, seconds))
    (kept, fresh), (kept_then, fresh_then) = zip(*alone, strict=True), zip(*flooded, strict=True)
    return Waits(median(kept), median(kept_then), median(fresh), median(fresh_then))


def _p99s(port: int, seconds: float) -> tuple[float, float]:
    """Of callers that keep their connection, and of those that open one for each request."""
    return _p99(_kept, port, seconds / 2), _p99(_fresh, port, seconds / 2)


def _p99(call: Callable[[int, float], list[float]], port: int, seconds: float) -> float:
    latencies: list[float] = []
    until = time.perf_counter() + seconds
    callers = [threading.Thread(target=lambda: latencies.extend(call(port, until))) for _ in range(CALLERS)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    return sorted(latencies)[int(len(latencies) * 0.99)]


def _kept(port: int, until: float) -> list[float]:
    found = []
    with _connected(port) as connection:
        while (began := time.perf_counter()) < until:
            _ask(connection, _CALL)
            found.append(time.perf_counter() - began)
    return found


def _fresh(port: int, until: float) -> list[float]:
    found = []
    while (began := time.perf_counter()) < until:
        with _connected(port) as connection:
            _ask(connection, _CALL_AND_CLOSE)
        found.append(time.perf_counter() - began)
    return found


def _connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)


def _ask(connection: socket.socket, data: bytes) -> None:
    connection.sendall(data)
    received = b""
    while parsed(received, is_head=False) is None:
        more = connection.recv(1 << 16)
        if not more:
            raise ConnectionError("a caller of a good request got no answer")
        received += more


@contextmanager
def _flooding(port: int, flood: Flood, connections: int) -> Iterator[None]:
    """A process with so many connections. In this one it would delay the callers by itself."""
    context = multiprocessing.get_context("spawn")
    ready, stop = context.Event(), context.Event()
    process = context.Process(target=_keep_flooding, args=(port, connections, flood, ready, stop))
    process.start()
    try:
        if not ready.wait(PATIENCE_S):
            raise TimeoutError("the flood did not begin")
        time.sleep(SETTLE_S)
        yield
    finally:
        stop.set()
        process.join()


def _keep_flooding(port: int, connections: int, flood: Flood, ready: Event, stop: Event) -> None:
    opened = [_opened(port, flood) for _ in range(connections)]
    ready.set()
    at = 0
    while not stop.is_set():
        began = time.perf_counter()
        again = AGAIN
        for number, one in enumerate(opened):
            if one is not None and not _dripped(one, flood, at):
                one.close()
                opened[number] = None
            if opened[number] is None and again:
                again -= 1
                opened[number] = _opened(port, flood)
        at += 1
        stop.wait(max(0.0, PAUSE_S - (time.perf_counter() - began)))
    for one in opened:
        if one is not None:
            one.close()


def _opened(port: int, flood: Flood) -> socket.socket | None:
    one = socket.socket()
    one.settimeout(PATIENCE_S)
    if not flood.reads:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # or the kernel would take several answers
    try:
        one.connect(("127.0.0.1", port))
        one.sendall(flood.first)
    except OSError:
        one.close()
        return None
    one.setblocking(False)
    return one


def _dripped(one: socket.socket, flood: Flood, at: int) -> bool:
    """Send a little more; whether the service still listens."""
    at %= len(flood.more) or 1
    try:
        one.send(flood.more[at : at + 1])
        return not flood.reads or not _is_closed(one)
    except BlockingIOError:
        return True
    except OSError:
        return False


def _is_closed(one: socket.socket) -> bool:
    """Whether the service has closed its side; what it has answered is read."""
    try:
        return one.recv(1 << 16) == b""
    except BlockingIOError:
        return False
