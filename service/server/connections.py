"""One caller's connection: what has been read from it, and how long it may take to send the rest."""

from contextlib import suppress
from dataclasses import dataclass, replace
from socket import SHUT_RD
from time import monotonic
from typing import Any, Final

import gevent
from gunicorn.http.parser import RequestParser
from gunicorn.http.unreader import SocketUnreader

LINGER_S: Final = 0.25
"""How long a connection that was in use a moment ago stays open in a stop: its next request may be on its way."""


@dataclass(frozen=True, slots=True)
class TimeLimits:
    """How long a worker waits for what a caller sends, in seconds."""

    idle_s: float = 75
    """Between two requests, and for the first one."""
    head_s: float = 10
    """From the first byte of a request to the end of its headers."""
    body_s: float = 30
    """From there to the end of its body."""


class Connection(SocketUnreader):
    """Reads from a socket within the time limits; `TimeoutError` where a request takes longer.

    The clock is looked at only when there is nothing to read yet: most requests are there as a whole at once, and cost
    nothing here. A limit is for a whole head or a whole body, so a caller that sends a byte now and then meets it too.
    """

    def __init__(self, sock: Any, limits: TimeLimits) -> None:
        super().__init__(sock)
        self.idle = True
        """Whether nothing of a request is there."""
        self.idle_since = monotonic()
        self._limits = limits
        self._allowed_s = limits.head_s
        self._deadline: float | None = None

    def begin_head(self) -> None:
        """The request before this one, if there was one, has been read and answered."""
        self._allowed_s, self._deadline = self._limits.head_s, None
        self.idle = not self.buf.getvalue()
        if self.idle:
            self.idle_since = monotonic()

    def begin_body(self) -> None:
        """The headers are there."""
        self._allowed_s, self._deadline = self._limits.body_s, None

    def chunk(self, size_hint: int | None = None) -> bytes:
        """What comes next; nothing once the caller has closed its side, or was idle for too long."""
        self.sock.settimeout(self._limits.idle_s if self.idle else self._left_s())
        try:
            data: bytes = super().chunk(size_hint)
        except TimeoutError:
            if not self.idle:
                raise
            return b""
        finally:
            self.sock.settimeout(None)  # for what is sent: how long that takes is up to the caller
        if self.idle and data:
            self.idle = False
            self._deadline = monotonic() + self._allowed_s
        return data

    def stop(self) -> None:
        """Answer what has arrived, and close as soon as nothing more comes."""
        self._limits = replace(self._limits, idle_s=LINGER_S)
        if self.idle:
            gevent.spawn_later(max(0, self.idle_since + LINGER_S - monotonic()), self._stop_reading)

    def _stop_reading(self) -> None:
        # What is in the kernel's buffer can still be read, and after it comes the end.
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


class ConnectionParser(RequestParser):
    """The requests of a connection, one after another."""

    def __init__(self, cfg: Any, connection: Connection, address: Any) -> None:
        super().__init__(cfg, connection.sock, address)
        self.unreader = connection

    def finish_body(self, deadline: float | None = None, max_bytes: int | None = None) -> bool:
        """Read what the application has left of a body; whether another request can follow it."""
        try:
            finished: bool = super().finish_body(deadline, max_bytes)
        except Exception:  # noqa: BLE001  whatever is wrong with it, its request has been answered
            return False
        if finished:
            self.unreader.begin_head()
        return finished
