"""Connections that send slowly or nothing, and what the other callers notice of them."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from tests.hostile.client import parsed
from tests.hostile.tokens import GAME

CALLERS: Final = 4
PAUSE_S: Final = 0.2
"""Between two bytes of a slow sender."""
_BODY: Final = b'{"action_type":"pve","threshold":0,"actor":{"skills":{}}}'
_HEADERS: Final = "".join(f"{name}: {value}\r\n" for name, value in GAME.items()).encode()
_POST: Final = b"POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + _HEADERS
_CALL: Final = _POST + b"Content-Length: %d\r\n\r\n%s" % (len(_BODY), _BODY)
_SLOW_HEAD: Final = _POST + b"A: " + b"x" * 1000
_SLOW_BODY: Final = _POST + b"Content-Length: 100000\r\n\r\n"


def undisturbed(port: int, seconds: float) -> float:
    """The 99th percentile of the callers' latencies when there is no flood."""
    return _p99(port, seconds)


def with_slow_heads(port: int, seconds: float, connections: int) -> float:
    """The same while so many connections send a head byte by byte."""
    with _flood(port, connections, b"", lambda at: _SLOW_HEAD[at % 1000 : at % 1000 + 1]):
        return _p99(port, seconds)


def with_slow_bodies(port: int, seconds: float, connections: int) -> float:
    """The same while so many connections send a body byte by byte."""
    with _flood(port, connections, _SLOW_BODY, lambda _: b" "):
        return _p99(port, seconds)


def with_idle(port: int, seconds: float, connections: int) -> float:
    """The same while so many connections had one answer and send nothing more."""
    with _flood(port, connections, _CALL, lambda _: b""):
        return _p99(port, seconds)


def _p99(port: int, seconds: float) -> float:
    latencies: list[float] = []

    def call() -> None:
        own = []
        until = time.perf_counter() + seconds
        with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
            while (began := time.perf_counter()) < until:
                connection.sendall(_CALL)
                received = b""
                while parsed(received, is_head=False) is None:
                    received += connection.recv(1 << 16)
                own.append(time.perf_counter() - began)
        latencies.extend(own)

    callers = [threading.Thread(target=call) for _ in range(CALLERS)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    return sorted(latencies)[int(len(latencies) * 0.99)]


@contextmanager
def _flood(port: int, connections: int, first: bytes, more: Callable[[int], bytes]) -> Iterator[None]:
    """So many connections that send these bytes, and then a few now and then."""
    stop = threading.Event()
    flooding = threading.Thread(target=_keep_flooding, args=(port, connections, first, more, stop))
    flooding.start()
    time.sleep(1)
    try:
        yield
    finally:
        stop.set()
        flooding.join()


def _keep_flooding(
    port: int, connections: int, first: bytes, more: Callable[[int], bytes], stop: threading.Event
) -> None:
    opened: list[socket.socket | None] = [None] * connections
    at = 0
    while not stop.is_set():
        for number, one in enumerate(opened):
            if stop.is_set():
                break
            opened[number] = _drip(one, port, first, more(at))
        at += 1
        stop.wait(PAUSE_S)
    for one in opened:
        if one is not None:
            one.close()


def _drip(one: socket.socket | None, port: int, first: bytes, data: bytes) -> socket.socket | None:
    """Send a little more; if the service has closed the connection, open another one."""
    if one is not None:
        try:
            one.sendall(data)
        except OSError:
            one.close()
        else:
            return one
    with suppress(OSError):
        again = socket.create_connection(("127.0.0.1", port), timeout=5)
        again.sendall(first)
        return again
    return None
