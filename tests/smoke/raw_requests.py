"""Requests as bytes over a socket, for what no HTTP client would send."""

import json
import socket
from email.parser import BytesParser
from typing import Any, NamedTuple

from tests.patience import PATIENCE_S


class RawAnswer(NamedTuple):
    """An answer read until the connection ended, or until its body was complete."""

    status: int
    headers: dict[str, str]
    body: bytes
    closed: bool
    """Whether the service has closed the connection."""

    @property
    def document(self) -> Any:
        return json.loads(self.body)


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_S)


def read_answer(connection: socket.socket, *, wait_for_end: bool = False) -> RawAnswer:
    """The next answer on this connection; `ConnectionError` where there is none."""
    received, closed = b"", False
    while not closed and b"\r\n\r\n" not in received:
        closed = not (data := connection.recv(65_536))
        received += data
    head, separator, body = received.partition(b"\r\n\r\n")
    if not separator:
        raise ConnectionError(f"no answer: {received!r}")
    line, _, fields = head.partition(b"\r\n")
    headers = {name.lower(): value for name, value in BytesParser().parsebytes(fields + b"\r\n\r\n").items()}
    while not closed and (wait_for_end or len(body) < int(headers["content-length"])):
        closed = not (data := connection.recv(65_536))
        body += data
    return RawAnswer(int(line.split()[1]), headers, body, closed)


def ask_raw(port: int, sent: bytes, *, wait_for_end: bool = True) -> RawAnswer:
    """The answer to these bytes on their own connection."""
    with connect(port) as connection:
        connection.sendall(sent)
        return read_answer(connection, wait_for_end=wait_for_end)
