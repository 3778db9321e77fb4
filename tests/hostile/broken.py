"""Bytes that are no valid HTTP, made by damaging valid requests."""

from random import Random
from typing import Final

from tests.hostile.exchange import Sent
from tests.hostile.tokens import GAME

WHAT: Final = "broken HTTP"
_BODY: Final = b'{"action_type":"pve","threshold":0,"actor":{"skills":{}}}'
_HEADERS: Final = "".join(f"{name}: {value}\r\n" for name, value in GAME.items()).encode()
_POST: Final = b"POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n" + _HEADERS
_WHOLE: Final = (
    b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /docs HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n",
    _POST + b"Content-Length: %d\r\n\r\n%s" % (len(_BODY), _BODY),
    _POST + b"Transfer-Encoding: chunked\r\n\r\n%x;a=b\r\n%s\r\n0\r\nA: 1\r\n\r\n" % (len(_BODY), _BODY),
    _POST + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n%x\r\n%s\r\n0\r\n\r\n" % (len(_BODY) - 1, _BODY[1:]),
)
_BYTES: Final = (
    b"\x00",
    b"\r",
    b"\n",
    b"\r\n",
    b" ",
    b"\t",
    b":",
    b"\xff",
    b"\x7f",
    b"0",
    b"-1",
    b";",
    b"\x16\x03\x01",
    b"",
)
_LINES: Final = (
    *(b"Content-Length: 2", b"Content-Length: -1", b"Content-Length: 99999999999999999999", b"Content-Length: 0x2"),
    *(b"Transfer-Encoding: chunked", b"Transfer-Encoding: junk", b"Transfer-Encoding: chunked, identity", b"Host: y"),
    *(
        b"A" * 9000,
        b"A: " + b"x" * 9000,
        b": nothing",
        b"A : 1",
        b" folded",
        b"Expect: a miracle",
        b"Connection: close",
    ),
)
_FLOODS: Final = (
    b"GET /" + b"x" * 70_000 + b" HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"A: 1\r\n" * 3000 + b"\r\n",
    _POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 3000 + b"0\r\n\r\n",
    _POST + b"Transfer-Encoding: chunked\r\n\r\n2;" + b"x" * 30_000,
    b"\x16\x03\x01\x02\x00" + b"\x01" * 200,
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
)


def broken(random: Random) -> Sent:
    """A damaged request. The sender closes its side after it, as it cannot know whether the service waits for more."""
    if random.random() < 0.1:
        return Sent(random.choice(_FLOODS), WHAT, is_broken=True, cut=True, is_page=True)
    # One after the other on the same connection, or one alone.
    data = b"".join(random.choices(_WHOLE, k=random.choice((1, 1, 1, 2, 5))))
    for _ in range(random.choice((1, 1, 2, 4))):
        data = _damage(data, random)
    # It may still be a valid request for a page.
    return Sent(data, WHAT, is_broken=True, cut=True, is_page=True, abandoned=random.random() < 0.1)


def _damage(data: bytes, random: Random) -> bytes:
    at = random.randrange(len(data) + 1)
    match random.randrange(6):
        case 0:
            return data[:at]
        case 1:
            return data[:at] + random.choice(_BYTES) + data[at:]
        case 2:
            return data[:at] + random.choice(_BYTES) + data[at + 1 :]
        case 3:
            line = random.choice(_LINES)
            return data.replace(b"\r\n", b"\r\n" + line + b"\r\n", 1)
        case 4:
            return data.replace(b"\r\n", b"\n", random.randint(1, 4))
        case _:
            other = random.randrange(len(data) + 1)
            return data[:at] + data[min(at, other) : other] + data[at:]
