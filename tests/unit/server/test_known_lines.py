"""A request whose lines are known already comes out as gunicorn's own would."""

from typing import Any

import pytest
from gunicorn.config import Config
from gunicorn.http.errors import ParseException
from gunicorn.http.message import Request
from gunicorn.http.unreader import IterUnreader
from hypothesis import given
from hypothesis import strategies as st

from service.server.known_lines import KnownLines, KnownLinesRequest

CONFIG = Config()
PEER = ("127.0.0.1", 40_000)
POST = b"POST /v1/resolve HTTP/1.1"
REQUEST_LINES = (
    POST,
    b"GET /a%20b?c=d HTTP/1.1",
    b"POST /v1/resolve HTTP/1.0",
    b"POST //v1 HTTP/1.1",
    b"get / HTTP/1.1",
    b"GET / HTTP/3.1",
    b"GET /",
)
HEADERS = (
    b"Host: a",
    b"HOST: b",
    b"Host : a",
    b"Content-Length: 4",
    b"content-length: 5",
    b"Content-Length: -4",
    b"Content-Type: text/plain",
    b"Content-Type:text/html\t",
    b"Transfer-Encoding: chunked",
    b"Connection: close",
    b"Connection: keep-alive",
    b"Expect: 100-continue",
    b"Expect: more",
    b"User-Agent: a\x00b",
    b"User-Agent: a\xe4b",
    b" folded",
    b"\tfolded: too",
    b"X_Y: dropped",
    b"X-Y: 1",
    b"x-y: 2",
    b"X-Forwarded-Proto: https",
    b"X-Forwarded-Proto: http",
    b"no colon",
    b": no name",
    b"Accept: " + b"a" * 300,
    b"Accept: " + b"a" * 9_000,
)
FIELDS = ("method", "uri", "path", "query", "fragment", "version", "scheme", "must_close", "_expected_100_continue")


def head(*lines: bytes) -> bytes:
    return b"\r\n".join((*lines, b"", b""))


def request_class(known: KnownLines) -> type[KnownLinesRequest]:
    return type("Known", (KnownLinesRequest,), {"known_lines": known})


def outcome(kind: type[Request], sent: bytes) -> Any:
    """What a request has become, or the error and the header that it names."""
    try:
        made = kind(CONFIG, IterUnreader([sent]), PEER)
    except ParseException as error:
        return type(error), getattr(error, "hdr", None)
    repeated: dict[str, list[str]] = {}
    for name, value in made.headers:
        repeated.setdefault(name, []).append(value)
    framing = type(made.body.reader), getattr(made.body.reader, "length", None)
    return [vars(made)[field] for field in FIELDS], repeated, framing, made.should_close()


heads = st.builds(
    lambda line, headers: head(line, *headers),
    st.just(POST) | st.sampled_from(REQUEST_LINES),
    st.lists(st.sampled_from(HEADERS), min_size=1, max_size=6),
)


@given(st.lists(heads, min_size=4, max_size=8))
def test_known_lines__any_requests__come_out_as_gunicorns(sent: list[bytes]) -> None:
    known = request_class(KnownLines())
    for header in HEADERS:
        outcome(known, head(POST, header))  # so that all that can be known is

    for one in sent:
        assert outcome(known, one) == outcome(Request, one)


@pytest.mark.parametrize(
    "lines",
    [
        (b"Host: a", b"Host: a"),
        (b"Content-Length: 4", b"content-length: 5"),
        (b"X_Y: dropped", b"Accept: a"),
        (b"Host: a", b" folded"),
        (b"Host: a", b"Accept: a", *(b"X-%d: a" % number for number in range(63))),
    ],
    ids=("twice", "two lengths", "dropped", "folded", "too many"),
)
def test_known_lines__of_a_head_like_an_earlier_one__come_out_as_gunicorns(lines: tuple[bytes, ...]) -> None:
    known, sent = request_class(KnownLines()), head(POST, *lines)
    for header in lines:
        outcome(known, head(POST, header))

    assert outcome(known, sent) == outcome(Request, sent)
    assert outcome(known, sent) == outcome(Request, sent)


def test_known_lines__a_request_like_an_earlier_one__is_not_parsed() -> None:
    known = KnownLines()
    sent = head(POST, b"Host: a", b"Content-Length: 4")
    kind = request_class(known)
    kind(CONFIG, IterUnreader([sent]), PEER)
    known.headers[b"Host: a"] = ("HOST", "remembered")
    known.requests[POST] = ("GET", *known.requests[POST][1:])

    again = kind(CONFIG, IterUnreader([sent]), PEER)

    assert again.method == "GET"
    assert dict(again.headers) == {"HOST": "remembered", "CONTENT-LENGTH": "4"}


@pytest.mark.parametrize(
    "line", [b"Authorization: Bearer a-token", b"Idempotency-Key: a", b"Cookie: a=b", b"Accept: " + b"a" * 300]
)
def test_known_lines__secret_or_never_the_same_or_long__are_not_remembered(line: bytes) -> None:
    known = KnownLines()

    request_class(known)(CONFIG, IterUnreader([head(b"GET / HTTP/1.1", b"Host: a", line)]), PEER)

    assert list(known.headers) == [b"Host: a"]


def test_known_lines__callers_that_never_repeat_a_line__take_bounded_memory() -> None:
    known = KnownLines()
    kind = request_class(known)

    for number in range(3_000):
        lines = b"GET /%d HTTP/1.1" % number, b"User-Agent: %d" % number
        kind(CONFIG, IterUnreader([head(*lines)]), PEER)

    assert len(known.headers) <= 1_024
    assert len(known.requests) <= 1_024
