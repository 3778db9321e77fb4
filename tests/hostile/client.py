"""Many keep-alive connections in one process, each following a script; as cheap as Python allows."""

import select
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from socket import IPPROTO_TCP, SHUT_WR, SO_LINGER, SOL_SOCKET, TCP_NODELAY, create_connection
from socket import socket as Socket  # noqa: N812  a field has its name
from time import perf_counter
from typing import Final

from tests.hostile.exchange import NO_ANSWER, Got, PromiseBroken, Script, Sent
from tests.hostile.judge import findings
from tests.hostile.report import Report

_HEAD_END: Final = b"\r\n\r\n"
_AT_ONCE: Final = 1 << 18
_LOOK_EVERY_S: Final = 1.0
"""How often the client looks for requests that have waited too long."""
_RESET: Final = struct.pack("ii", 1, 0)
"""Of `SO_LINGER`: closing the socket resets the connection."""


@dataclass(slots=True)
class Connection:
    """One connection, the request under way on it, and the script that goes on after the answer."""

    port: int
    script: Script | None = None
    socket: Socket | None = None
    sent: Sent | None = None
    unsent: memoryview = field(default_factory=lambda: memoryview(b""))
    received: bytearray = field(default_factory=bytearray)
    began: float = 0.0

    def open(self) -> Socket:
        """The socket, connected again if the last one is closed."""
        if self.socket is None:
            self.socket = create_connection(("127.0.0.1", self.port), timeout=60)
            self.socket.setblocking(False)
            self.socket.setsockopt(IPPROTO_TCP, TCP_NODELAY, 1)
        return self.socket

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()
            self.socket = None


class Client:
    """Sends the scripts' requests on so many connections until so many are answered."""

    def __init__(self, port: int, connections: int, scripts: Iterator[Script], answered: Callable[[], object]) -> None:
        self.report = Report()
        self._scripts = scripts
        self._answered = answered
        self._poll = select.epoll()
        self._all = [Connection(port) for _ in range(connections)]
        self._by_descriptor: dict[int, Connection] = {}

    def run(self, requests: int, patience_s: float) -> Report:
        """Send this many; a request that is not answered in time is a finding."""
        for one in self._all:
            self._next(one, None)
        looked = perf_counter()
        while self.report.sent < requests:
            for descriptor, event in self._poll.poll(_LOOK_EVERY_S):
                if turn := self._by_descriptor.get(descriptor):
                    self._turn(turn, event)
            if perf_counter() - looked > _LOOK_EVERY_S:
                looked = perf_counter()
                self._give_up(patience_s)
        for one in self._all:
            one.close()
        return self.report

    def _turn(self, one: Connection, event: int) -> None:
        try:
            if event & select.EPOLLOUT:
                self._send(one)
            if one.sent and one.sent.abandoned and not one.unsent:
                one.open().setsockopt(SOL_SOCKET, SO_LINGER, _RESET)
                self._ended(one)
                return
            if event & (select.EPOLLIN | select.EPOLLHUP | select.EPOLLERR):
                self._receive(one)
        except (ConnectionError, TimeoutError):
            self._ended(one)

    def _next(self, one: Connection, got: Got | None) -> None:
        """Send the next request of the script, or the first of another one."""
        sent = self._from_script(one, got)
        one.sent, one.received, one.unsent = sent, bytearray(), memoryview(sent.data)
        fresh = one.socket is None
        descriptor = one.open().fileno()
        self._by_descriptor[descriptor] = one
        (self._poll.register if fresh else self._poll.modify)(descriptor, select.EPOLLIN | select.EPOLLOUT)
        one.began = perf_counter()

    def _from_script(self, one: Connection, got: Got | None) -> Sent:
        while True:
            try:
                if one.script is not None and got is not None:
                    return one.script.send(got)
            except StopIteration:
                pass
            except PromiseBroken as broken:
                self.report.add(f"{broken}", one.sent.data if one.sent else b"")
            one.script, got = next(self._scripts), None
            with suppress(StopIteration):
                return next(one.script)

    def _send(self, one: Connection) -> None:
        try:
            one.unsent = one.unsent[one.open().send(one.unsent[:_AT_ONCE]) :]
        except BlockingIOError:
            return
        if not one.unsent:
            self._poll.modify(one.open().fileno(), select.EPOLLIN)
            if one.sent and one.sent.cut:
                one.open().shutdown(SHUT_WR)

    def _receive(self, one: Connection) -> None:
        try:
            data = one.open().recv(_AT_ONCE)
        except BlockingIOError:
            return
        if not data:
            self._ended(one)
            return
        one.received += data
        if one.sent and (got := parsed(one.received, is_head=one.sent.is_head)):
            self._complete(one, got)

    def _ended(self, one: Connection) -> None:
        """The service has closed the connection; what came so far may be the answer to a request cut off."""
        self._forget(one)
        self._complete(one, parsed(one.received, is_head=True) or NO_ANSWER)

    def _complete(self, one: Connection, got: Got) -> None:
        sent, seconds = one.sent, perf_counter() - one.began
        if sent is None:
            return
        self.report.note(sent, got, seconds)
        self._answered()
        for text in findings(sent, got):
            self.report.add(f"{sent.what}: {text}", sent.data)
        if one.socket and (sent.cut or sent.is_broken or one.unsent or got.headers.get("connection") == "close"):
            self._forget(one)
        self._next(one, got)

    def _forget(self, one: Connection) -> None:
        if one.socket is not None:
            self._by_descriptor.pop(one.socket.fileno(), None)
            self._poll.unregister(one.socket.fileno())
        one.close()

    def _give_up(self, patience_s: float) -> None:
        for one in self._all:
            if perf_counter() - one.began > patience_s:
                self._forget(one)
                self._complete(one, NO_ANSWER)


def parsed(received: bytes | bytearray, *, is_head: bool) -> Got | None:
    """The answer at the beginning of what was received; None while it is incomplete."""
    end = received.find(_HEAD_END)
    if end < 0:
        return None
    line, *lines = bytes(received[:end]).decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (one.partition(":") for one in lines)}
    status = int(line.split(" ", 2)[1])
    if status == 100:
        return parsed(received[end + len(_HEAD_END) :], is_head=is_head)
    body = bytes(received[end + len(_HEAD_END) :])
    if is_head or status in (204, 304):
        return Got(status, headers, body)
    length = int(headers.get("content-length", "0"))
    return Got(status, headers, body[:length]) if len(body) >= length else None
