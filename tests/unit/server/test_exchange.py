"""What the service's own response and environment do differently from gunicorn's, and what they do alike."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from gunicorn.http.wsgi import Response, create

from service.server.exchange import (
    SENT_AT_ONCE,
    FixedSettings,
    OneWriteResponse,
    connection_environ,
    request_environ,
    worker_environ,
)

PEER, LISTENER = ("127.0.0.1", 40_000), ("127.0.0.1", 8_000)
LENGTH = [("Content-Length", "4"), ("Content-Type", "text/plain")]


class FakeSocket:
    """Keeps what is sent, and takes at most `room` bytes at a time."""

    def __init__(self, room: int = 1 << 20) -> None:
        self.writes: list[bytes] = []
        self._room = room

    def send(self, data: bytes) -> int:
        self.writes.append(bytes(data[: self._room]))
        return len(self.writes[-1])

    def sendall(self, data: bytes | memoryview) -> None:
        self.writes.append(bytes(data))

    @property
    def sent(self) -> bytes:
        return b"".join(self.writes)


def parsed(sent: bytes) -> Request:
    return Request(Config(), IterUnreader([sent]), PEER)


def request(method: str = "GET", version: str = "1.1", more: str = "") -> Request:
    return parsed(f"{method} /a%20b?c=d HTTP/{version}\r\nHost: x\r\n{more}\r\n".encode())


def write(
    kind: type[Response], asked: Request, headers: Sequence[tuple[str, str]], *parts: bytes, room: int = 1 << 20
) -> FakeSocket:
    """The socket after an answer of these parts."""
    sock = FakeSocket(room)
    response = kind(asked, sock, Config())
    response.start_response("200 OK", list(headers))
    for part in parts:
        response.write(part)
    response.close()
    return sock


def without_date(sent: bytes) -> list[bytes]:
    return [line for line in sent.split(b"\r\n") if not line.startswith(b"Date: ")]


ANSWERS: dict[str, tuple[Request, Sequence[tuple[str, str]], Sequence[bytes]]] = {
    "whole": (request(), LENGTH, [b"four"]),
    "in parts": (request(), LENGTH, [b"fo", b"ur"]),
    "longer than said": (request(), LENGTH, [b"four", b"five"]),
    "empty": (request(), [("Content-Length", "0")], []),
    "an empty part": (request(), [("Content-Length", "0")], [b""]),
    "HEAD": (request("HEAD"), LENGTH, []),
    "HEAD with a body": (request("HEAD"), LENGTH, [b"four"]),
    "in chunks": (request(), [], [b"fo", b"", b"ur"]),
    "no chunk": (request(), [], []),
    "in chunks to HEAD": (request("HEAD"), [], [b"four"]),
    "HTTP/1.0": (request(version="1.0"), LENGTH, [b"four"]),
    "HTTP/1.0 that stays open": (request(version="1.0", more="Connection: keep-alive\r\n"), LENGTH, [b"four"]),
    "HTTP/1.0 without a length": (request(version="1.0"), [], [b"fo", b"ur"]),
    "last of its connection": (request(more="Connection: close\r\n"), LENGTH, [b"four"]),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_response__next_to_gunicorns__sends_the_same_bytes(what: str) -> None:
    asked, headers, parts = ANSWERS[what]

    ours = write(OneWriteResponse, asked, headers, *parts)

    assert without_date(ours.sent) == without_date(write(Response, asked, headers, *parts).sent)


@pytest.mark.parametrize("what", ["whole", "empty", "HEAD", "HTTP/1.0", "last of its connection"])
def test_response__of_one_part__is_one_write(what: str) -> None:
    asked, headers, parts = ANSWERS[what]

    assert len(write(OneWriteResponse, asked, headers, *parts).writes) == 1


def test_response__streamed__sends_each_part_at_once() -> None:
    sock = FakeSocket()
    response = OneWriteResponse(request(), sock, Config())
    response.start_response("200 OK", [])

    for number, part in enumerate((b"one", b"two"), 1):
        response.write(part)
        assert len(sock.writes) == number
        assert part in sock.writes[-1]


def test_response__that_the_socket_takes_in_part__is_sent_whole() -> None:
    body = bytes(range(256)) * 100
    headers = [("Content-Length", str(len(body)))]

    sent = write(OneWriteResponse, request(), headers, body, room=1000).sent

    assert sent.partition(b"\r\n\r\n")[2] == body


@pytest.mark.parametrize(("size", "pauses"), [(SENT_AT_ONCE, 0), (SENT_AT_ONCE + 1, 1)])
def test_response__that_takes_long_to_send__pauses_first(size: int, pauses: int) -> None:
    written: list[int] = []
    sock = FakeSocket()
    response = OneWriteResponse(request(), sock, Config(), pause=lambda: written.append(len(sock.writes)))
    response.start_response("200 OK", [("Content-Length", str(size))])

    response.write(bytes(size))

    assert written == [0] * pauses


def test_response__before_its_first_part__can_still_become_an_error() -> None:
    sock = FakeSocket()
    response = OneWriteResponse(request(), sock, Config())
    response.start_response("200 OK", LENGTH)
    with pytest.raises(TypeError):
        response.write("no bytes")

    assert not response.headers_sent
    assert not sock.sent


REQUESTS = {
    "plain": request(),
    "post": request("POST", more="Content-Type: application/json\r\nContent-Length: 0\r\n"),
    "headers that repeat": request(more="A: 1\r\nX-B: 2\r\nA: 3\r\n"),
    "HTTP/1.0": request(version="1.0"),
    "path with other bytes": parsed(b"GET /%C3%A9%2F%%31 HTTP/1.1\r\nHost: x\r\n\r\n"),
    "whole URI": parsed(b"GET http://x:81/a?b HTTP/1.1\r\nHost: x\r\n\r\n"),
    "from a gateway": request(more="X-Forwarded-Proto: https\r\n"),
}
NOT_USED = ("wsgi.file_wrapper", "wsgi.early_hints", "wsgi.errors")


def ours(asked: Request, client: object) -> dict[str, Any]:
    settings = FixedSettings(Config())
    return request_environ(connection_environ(worker_environ(settings), client, LISTENER, PEER), asked)


@pytest.mark.parametrize("what", REQUESTS)
def test_environ__next_to_gunicorns__is_the_same(what: str) -> None:
    asked, client = REQUESTS[what], FakeSocket()
    _, theirs = create(asked, client, PEER, LISTENER, Config())
    theirs |= {"wsgi.multithread": True}  # as gunicorn's worker sets it

    def comparable(environ: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in environ.items() if name not in NOT_USED}

    assert comparable(ours(asked, client)) == comparable(theirs)


def test_environ__of_two_requests__shares_nothing_that_changes() -> None:
    settings = FixedSettings(Config())
    of_connection = connection_environ(worker_environ(settings), FakeSocket(), LISTENER, PEER)
    first = request_environ(of_connection, REQUESTS["headers that repeat"])
    first["destiny.caller"] = "ann"

    second = request_environ(of_connection, REQUESTS["plain"])

    assert "destiny.caller" not in second
    assert "HTTP_A" not in second


def test_fixed_settings__read_twice__are_looked_up_once() -> None:
    settings = SimpleNamespace(keepalive=75)
    fixed = FixedSettings(settings)

    assert fixed.keepalive == 75
    settings.keepalive = 1
    assert fixed.keepalive == 75
