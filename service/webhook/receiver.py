"""Posts messages over HTTP."""

import socket
import ssl
from collections.abc import Mapping
from contextlib import closing, suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Event, Timer
from typing import Final
from urllib.parse import urlsplit

from service.webhook.ports import NotDelivered

SILENCE_S: Final = 5.0
"""How long a connection attempt, or a pause of the receiver, may take."""
ATTEMPT_S: Final = 10.0
"""How long an attempt may take as a whole, however slowly the receiver answers."""


class HttpReceiver:
    """Opens a connection for each message, and follows no redirect: the message is for this address alone."""

    def __init__(self, url: str, silence_s: float = SILENCE_S, attempt_s: float = ATTEMPT_S) -> None:
        parts = urlsplit(url)
        self._https = parts.scheme == "https"
        self._host = parts.hostname or ""
        self._port = parts.port
        self._target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._silence_s = silence_s
        self._attempt_s = attempt_s

    def post(self, body: bytes, headers: Mapping[str, str]) -> None:
        try:
            with closing(self._connection()) as connection:
                status = self._status(connection, body, headers)
        except (OSError, HTTPException, ValueError) as error:  # ValueError: the time was up in the middle of TLS
            raise NotDelivered(f"{type(error).__name__}: {error}") from error
        if not 200 <= status < 300:
            raise NotDelivered(f"it answered {status}")

    def _connection(self) -> HTTPConnection:
        if self._https:
            return HTTPSConnection(
                self._host, self._port, timeout=self._silence_s, context=ssl.create_default_context()
            )
        return HTTPConnection(self._host, self._port, timeout=self._silence_s)

    def _status(self, connection: HTTPConnection, body: bytes, headers: Mapping[str, str]) -> int:
        connection.connect()
        # A receiver that sends a byte now and then is never silent, so the time is limited from outside.
        late = Event()
        limit = Timer(self._attempt_s, _cut, [connection.sock, late])
        limit.daemon = True
        limit.start()
        try:
            connection.request("POST", self._target, body, {**headers, "Connection": "close"})
            # The body of the answer does not matter, and stays unread.
            status = connection.getresponse().status
        finally:
            limit.cancel()
            # Otherwise http.client would take the end of the connection for the end of the headers.
            if late.is_set():
                raise NotDelivered(f"its answer took longer than {self._attempt_s:g} seconds")
        return status


def _cut(connection: socket.socket, late: Event) -> None:
    """End what another thread does with a connection."""
    late.set()
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
