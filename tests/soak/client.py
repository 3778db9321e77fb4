"""Sends requests at a steady rate, whether or not the service keeps up, and reports how long answers took."""

import select
from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from socket import IPPROTO_TCP, TCP_NODELAY, create_connection
from socket import socket as Socket  # noqa: N812  a field has its name
from time import perf_counter
from typing import Final

from tests.hostile.client import parsed
from tests.hostile.exchange import NO_ANSWER, Got, PromiseBroken, Script

_AT_ONCE: Final = 1 << 18
_TICK_S: Final = 0.01


@dataclass(slots=True)
class Window:
    """The answers of some seconds."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    """Since the moment at which a request was due, so that one slow answer counts for all that waited for it."""
    wrong: Counter[str] = field(default_factory=Counter)

    def quantile(self, q: float) -> float:
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(len(ordered) * q))] if ordered else 0.0


@dataclass(slots=True)
class _Connection:
    socket: Socket
    script: Script
    due: float
    received: bytearray = field(default_factory=bytearray)


class PacedClient:
    """Callers with so many connections. Without a rate, each sends as soon as it has its answer."""

    def __init__(self, port: int, connections: int, scripts: Iterator[Script], rate: float | None) -> None:
        self._port, self._scripts, self._rate = port, scripts, rate
        self._poll = select.epoll()
        self._idle = deque(self._open() for _ in range(connections))
        self._busy: dict[int, _Connection] = {}
        self._window = Window()

    def run(self, seconds: float, window_s: float) -> Iterator[Window]:
        """Send for so long; a window comes whenever it is full."""
        began = perf_counter()
        due, opened = began, began
        while (now := perf_counter()) < began + seconds:
            while self._idle and due <= now:
                self._begin(due if self._rate else now)
                due = due + 1 / self._rate if self._rate else now
            for descriptor, _ in self._poll.poll(min(_TICK_S, max(0.0, due - now)) if self._idle else _TICK_S):
                self._receive(descriptor)
            if perf_counter() - opened >= window_s:
                yield self._closed(opened)
                opened = perf_counter()
        yield self._closed(opened)

    def close(self) -> None:
        """End all connections, whatever is under way on them."""
        self._poll.close()
        for one in (*self._idle, *(busy.socket for busy in self._busy.values())):
            one.close()

    def _closed(self, opened: float) -> Window:
        window, self._window = self._window, Window()
        window.seconds = perf_counter() - opened
        return window

    def _open(self) -> Socket:
        opened = create_connection(("127.0.0.1", self._port), timeout=60)
        opened.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        self._poll.register(opened.fileno(), select.EPOLLIN)
        return opened

    def _begin(self, due: float) -> None:
        one = _Connection(self._idle.popleft(), next(self._scripts), due)
        self._busy[one.socket.fileno()] = one
        one.socket.sendall(next(one.script).data)

    def _receive(self, descriptor: int) -> None:
        one = self._busy.get(descriptor)
        if one is None:
            self._replace_idle(descriptor)
            return
        data = one.socket.recv(_AT_ONCE)
        one.received += data
        got = parsed(one.received, is_head=False)
        if got is None and data:
            return
        self._answered(one, got or NO_ANSWER)

    def _answered(self, one: _Connection, got: Got) -> None:
        now = perf_counter()
        self._window.latencies.append(now - one.due)
        if got is NO_ANSWER or got.headers.get("connection") == "close":
            self._reopen(one)
        try:
            following = one.script.send(got)
        except StopIteration:
            self._rest(one)
        except PromiseBroken as broken:
            self._window.wrong[str(broken)] += 1
            self._rest(one)
        else:
            one.due, one.received = now, bytearray()
            one.socket.sendall(following.data)

    def _replace_idle(self, descriptor: int) -> None:
        """The service has closed a connection that rested, as it may."""
        closed = next(idle for idle in self._idle if idle.fileno() == descriptor)
        self._idle.remove(closed)
        self._poll.unregister(descriptor)
        closed.close()
        self._idle.append(self._open())

    def _reopen(self, one: _Connection) -> None:
        self._busy.pop(one.socket.fileno())
        self._poll.unregister(one.socket.fileno())
        one.socket.close()
        one.socket = self._open()
        self._busy[one.socket.fileno()] = one

    def _rest(self, one: _Connection) -> None:
        self._busy.pop(one.socket.fileno())
        self._idle.append(one.socket)
