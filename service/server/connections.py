"""A caller's connection, with time limits for requests to arrive and for answers to be read."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain
from operator import itemgetter
from socket import SHUT_RD, SHUT_RDWR
from time import monotonic
from typing import Any, Final

import gevent
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import SocketUnreader

from service.server.known_lines import KnownLines, KnownLinesRequest

_READ: Final = 1
"""libev's number for data to read."""
SLOW_S: Final = 1.0
"""A caller who takes longer, for a request or an answer, is given up before an idle one, where there are too many."""
LINGER_S: Final = 0.25
"""How long a recently used connection stays open during a stop: its next request may be on its way."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How long a worker waits for a caller."""

    idle_s: float = 75
    """Before the first request, and between two requests."""
    head_s: float = 10
    """From the first byte of a request to the end of its headers."""
    body_s: float = 30
    """From the end of the headers to the end of the body."""
    answer_s: float = 60
    """For the caller to take the answer."""


class Connection(SocketUnreader):
    """Reads from a socket within the time limits; raises `TimeoutError` if a request takes longer.

    The clock is read only when more data is needed: most requests arrive whole, and cost nothing here. A limit covers
    all headers or the whole body, so it also stops a caller that sends a byte at a time. An idle connection has no
    timer: the worker looks at all of them now and then (`close_if_idle`).
    """

    def __init__(self, sock: Any, limits: TimeLimits) -> None:
        super().__init__(sock)
        self.idle = True
        """Whether no part of a request has arrived."""
        self.idle_since = monotonic()
        self.peer_is_trusted: bool | None = None
        """Whether the other side may name the scheme of requests; None before the first request."""
        self._hub = gevent.get_hub()
        self._readable = self._hub.loop.io(sock.fileno(), _READ)
        self._stopping = False
        self._is_reading = False
        self._given_up = False
        self.slow_since: float | None = None
        """Since when the worker waits for the rest of a request, or for room to send an answer; None if for neither."""
        self._limits = limits
        self._allowed_s = limits.head_s
        self._deadline: float | None = None
        sock.settimeout(limits.answer_s)

    def begin_head(self) -> None:
        """Start the time limit of the next request's headers."""
        self._allowed_s, self._deadline = self._limits.head_s, None
        self.idle = not self.buf.getvalue()
        if self.idle:
            self.idle_since = monotonic()

    def begin_body(self) -> None:
        """Start the time limit of the body; call it when the headers have arrived."""
        self._allowed_s, self._deadline = self._limits.body_s, None

    def chunk(self, size_hint: int | None = None) -> bytes:
        """Return the next data; nothing if the caller has closed its side or was idle for too long."""
        if self.idle and not self._stopping:
            # Other connections have their turn first, even if data is there. Without this, a busy connection would go
            # on for as long as it has requests.
            self._hub.wait(self._readable)
            data: bytes = super().chunk(size_hint)
        else:
            data = self._chunk_in_time(size_hint)
        if self.idle and data:
            self.idle = False
            self._deadline = monotonic() + self._allowed_s
        return data

    def close_if_idle(self, now: float) -> None:
        """Stop reading if the connection has been idle for too long."""
        if self.idle and now - self.idle_since > self._limits.idle_s:
            self._stop_reading()

    def stop(self) -> None:
        """Answer what has arrived, and close once no more arrives for `LINGER_S`."""
        self._stopping = True
        self._limits = replace(self._limits, idle_s=LINGER_S)
        if self.idle:
            gevent.spawn_later(max(0, self.idle_since + LINGER_S - monotonic()), self._stop_reading)

    def send_rest(self, data: memoryview) -> None:
        """Send what the kernel did not take at once; raises `TimeoutError` if the caller does not read it."""
        self.slow_since = monotonic()
        try:
            self.sock.sendall(data)
        finally:
            self.slow_since = None

    def give_up(self) -> None:
        """Make room for others: an idle connection or an answer ends; half a request is refused as too slow."""
        self._given_up = True
        is_sending = self.slow_since is not None and not self._is_reading
        with suppress(OSError):
            # Data in the kernel's buffer can still be read; end of file follows it.
            self.sock.shutdown(SHUT_RDWR if is_sending else SHUT_RD)

    def close(self) -> None:
        """Give up what waits for data; the socket stays open."""
        self._readable.close()

    def _chunk_in_time(self, size_hint: int | None) -> bytes:
        self.sock.settimeout(self._limits.idle_s if self.idle else self._left_s())
        self._is_reading, self.slow_since = True, self._deadline and self._deadline - self._allowed_s
        try:
            data: bytes = super().chunk(size_hint)
        except OSError as error:
            if self._given_up and not self.idle:
                raise TimeoutError from None  # gevent interrupts who waits for a socket that is shut
            if not self.idle or not isinstance(error, TimeoutError):
                raise
            return b""
        finally:
            self._is_reading, self.slow_since = False, None
            self.sock.settimeout(self._limits.answer_s)
        if self._given_up and not data and not self.idle:
            raise TimeoutError
        return data

    def _stop_reading(self) -> None:
        if self.idle:
            with suppress(OSError):
                self.sock.shutdown(SHUT_RD)

    def _left_s(self) -> float:
        now = monotonic()
        if self._deadline is None:
            self._deadline = now + self._allowed_s
        if now >= self._deadline:
            raise TimeoutError
        return self._deadline - now


def dispensable(connections: Iterable[Connection], now: float, most: int) -> Sequence[Connection]:
    """The connections to give up first: those of slow callers, then idle ones, each the longest first.

    One whose request is worked on, has only begun to arrive or is being answered quickly is never among them.
    """
    slow: list[tuple[float, Connection]] = []
    idle: list[tuple[float, Connection]] = []
    for one in connections:
        if one.idle:
            idle.append((one.idle_since, one))
        elif one.slow_since is not None and now - one.slow_since > SLOW_S:
            slow.append((one.slow_since, one))
    ordered = (sorted(some, key=itemgetter(0)) for some in (slow, idle))
    return [one for _, one in chain.from_iterable(ordered)][:most]


class ConnectionRequest(KnownLinesRequest):
    """gunicorn's request, except that it looks up once for each connection whether the other side is a gateway."""

    known_lines = KnownLines()

    def _peer_is_trusted_proxy(self) -> bool:
        connection: Connection = self.unreader
        if connection.peer_is_trusted is None:
            connection.peer_is_trusted = super()._peer_is_trusted_proxy()
        return connection.peer_is_trusted


class ConnectionParser(RequestParser):
    mesg_class = ConnectionRequest

    def __init__(self, cfg: Any, connection: Connection, address: Any) -> None:
        super().__init__(cfg, connection.sock, address)
        self.unreader = connection

    def finish_body(self, deadline: float | None = None, max_bytes: int | None = None) -> bool:
        """Read the rest of the body; return whether another request can follow it."""
        try:
            finished: bool = self._body_is_read() or super().finish_body(deadline, max_bytes)
        except Exception:  # noqa: BLE001  its request has been answered already
            return False
        if finished:
            self.unreader.begin_head()
            if not self.unreader.idle:
                gevent.sleep(0)  # the next request is here already, but other connections have their turn first
        return finished

    def _body_is_read(self) -> bool:
        """Whether nothing of the body is left, as nearly always."""
        return self.mesg is not None and getattr(self.mesg.body.reader, "length", None) == 0
