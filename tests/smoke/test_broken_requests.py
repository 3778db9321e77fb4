"""Whatever bytes arrive, the answer of a running service is a problem document that the contract describes."""

import json
import socket
import struct
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.conftest import Eventually
from tests.openapi import component, mistakes
from tests.smoke.raw_requests import RawAnswer, ask_raw, connect, read_answer
from tests.smoke.running_service import RunningService, free_port

HEAD_TIMEOUT_S, BODY_TIMEOUT_S = 1, 2
BODY = json.dumps({"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}).encode()
POST = b"POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
GOOD = POST + b"Content-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
BATCH = b"POST /v1/resolve/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
GET = b"GET /version HTTP/1.1\r\nHost: x\r\n"
BAD_REQUEST = (400, "bad-request")

BROKEN_HEADS = {
    "nothing but a word": (b"hello\r\n\r\n", BAD_REQUEST),
    "no version": (b"GET /version\r\n\r\n", BAD_REQUEST),
    "TLS": (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", BAD_REQUEST),
    "method in lower case": (b"get /version HTTP/1.1\r\nHost: x\r\n\r\n", BAD_REQUEST),
    "method too long": (b"GETGETGETGETGETGETGETGET /version HTTP/1.1\r\nHost: x\r\n\r\n", BAD_REQUEST),
    "two spaces": (b"GET  /version HTTP/1.1\r\nHost: x\r\n\r\n", BAD_REQUEST),
    "path that is no ASCII": ("GET /é HTTP/1.1\r\nHost: x\r\n\r\n".encode(), BAD_REQUEST),
    "path without a slash": (b"GET version HTTP/1.1\r\nHost: x\r\n\r\n", BAD_REQUEST),
    "version 2": (b"GET /version HTTP/2.0\r\nHost: x\r\n\r\n", BAD_REQUEST),
    "version of nothing": (b"GET /version HTTX/1.1\r\nHost: x\r\n\r\n", BAD_REQUEST),
    "bare LF after the request line": (b"GET /version HTTP/1.1\nHost: x\n\n", BAD_REQUEST),
    "bare LF after a header": (GET + b"A: 1\n\r\n", BAD_REQUEST),
    "bare LF at the end": (b"GET /version HTTP/1.1\r\nHost: x\n\n", BAD_REQUEST),
    "header without a colon": (GET + b"nonsense\r\n\r\n", BAD_REQUEST),
    "header with a space in its name": (GET + b"A b: 1\r\n\r\n", BAD_REQUEST),
    "header with a control character": (GET + b"A: \x01\r\n\r\n", BAD_REQUEST),
    "folded header": (GET + b"A: 1\r\n b\r\n\r\n", BAD_REQUEST),
    "two hosts": (GET + b"Host: y\r\n\r\n", BAD_REQUEST),
    "two content types": (POST + b"Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}", BAD_REQUEST),
    "length that is no number": (POST + b"Content-Length: two\r\n\r\n{}", BAD_REQUEST),
    "negative length": (POST + b"Content-Length: -2\r\n\r\n{}", BAD_REQUEST),
    "length of other digits": (POST + "Content-Length: ²\r\n\r\n{}".encode("latin-1"), BAD_REQUEST),
    "two lengths": (POST + b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", BAD_REQUEST),
    "length and chunks": (POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", BAD_REQUEST),
    "chunked twice": (POST + b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", BAD_REQUEST),
    "gzip without chunks": (POST + b"Transfer-Encoding: gzip\r\n\r\n{}", BAD_REQUEST),
    "chunks in HTTP/1.0": (
        b"POST /v1/resolve HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        BAD_REQUEST,
    ),
    "schemes that contradict": (GET + b"X-Forwarded-Proto: https\r\nX-Forwarded-Ssl: off\r\n\r\n", BAD_REQUEST),
    "long request line": (b"GET /%s HTTP/1.1\r\nHost: x\r\n\r\n" % (b"x" * 8_200), (414, "uri-too-long")),
    "endless request line": (b"GET /" + b"x" * 100_000, (414, "uri-too-long")),
    "expectation": (POST + b"Expect: a miracle\r\nContent-Length: 2\r\n\r\n{}", (417, "expectation-failed")),
    "65 headers": (GET + b"A: 1\r\n" * 65 + b"\r\n", (431, "request-header-fields-too-large")),
    "long header": (GET + b"A: %s\r\n\r\n" % (b"x" * 8_200), (431, "request-header-fields-too-large")),
    "endless header": (GET + b"A: " + b"x" * 700_000, (431, "request-header-fields-too-large")),
    "transfer coding of nothing": (POST + b"Transfer-Encoding: junk\r\n\r\n{}", (501, "not-implemented")),
}
BROKEN_BODIES = {
    "size of nothing": b"zz\r\n{}\r\n0\r\n\r\n",
    "no size": b"\r\n{}\r\n0\r\n\r\n",
    "negative size": b"-2\r\n{}\r\n0\r\n\r\n",
    "size with a prefix": b"0x2\r\n{}\r\n0\r\n\r\n",
    "chunk longer than said": b"2\r\n{ }\r\n0\r\n\r\n",
    "chunk shorter than said": b"4\r\n{}\r\n0\r\n\r\n",
    "bare LF after a size": b"2\n{}\r\n0\r\n\r\n",
    "bare LF after a chunk extension": b"2;a=b\n{}\r\n0\r\n\r\n",
    "bare LF after a chunk": b"2\r\n{}\n0\r\n\r\n",
    "bare LF everywhere": b"2\n{}\n0\n\n",
    "extension of nothing": b"2;\x01\r\n{}\r\n0\r\n\r\n",
    "endless extension": b"2;" + b"x" * 20_000,
    "trailer without a colon": b"2\r\n{}\r\n0\r\nnonsense\r\n\r\n",
    "trailer that counts": b"2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
    "bare LF after a trailer": b"2\r\n{}\r\n0\r\nA: 1\n\r\n",
    "65 trailers": b"2\r\n{}\r\n0\r\n" + b"A: 1\r\n" * 65 + b"\r\n",
}


def _served(**settings: str) -> Iterator[RunningService]:
    with TemporaryDirectory(prefix="destiny-") as folder:
        service = RunningService(Path(folder) / "var", free_port(), Path(folder) / "output", **settings)
        try:
            service.wait_until_ready()
            yield service
        finally:
            service.end()


@pytest.fixture(scope="module")
def service() -> Iterator[RunningService]:
    yield from _served()


@pytest.fixture(scope="module")
def impatient_service() -> Iterator[RunningService]:
    """A service with short time limits; on a busy machine, whole requests may be too slow for it."""
    yield from _served(
        DESTINY_HEAD_TIMEOUT_S=str(HEAD_TIMEOUT_S),
        DESTINY_BODY_TIMEOUT_S=str(BODY_TIMEOUT_S),
    )


def check_problem(answer: RawAnswer, status: int, slug: str, path: str = "") -> None:
    """It is the problem document that the contract describes, and the end of its connection."""
    assert answer.status == status, answer
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["connection"] == "close"
    assert answer.headers["x-request-id"]
    assert answer.closed
    assert len(answer.body) == int(answer.headers["content-length"])
    assert mistakes(component("Problem"), answer.document) == []
    assert answer.document["type"].endswith(slug)
    assert answer.document["status"] == status
    assert answer.document["instance"] == path


@pytest.mark.parametrize("what", BROKEN_HEADS)
def test_head__broken__is_a_problem_document(service: RunningService, what: str) -> None:
    sent, expected = BROKEN_HEADS[what]

    answer = ask_raw(service.port, sent)

    check_problem(answer, *expected)
    assert "Traceback" not in service.output


@pytest.mark.parametrize("what", BROKEN_BODIES)
def test_chunked_body__broken__is_a_problem_document(service: RunningService, what: str) -> None:
    answer = ask_raw(service.port, CHUNKED + BROKEN_BODIES[what])

    check_problem(answer, *BAD_REQUEST, "/v1/resolve")
    assert answer.document["detail"].startswith("The body of the request cannot be read: ")
    assert "Traceback" not in service.output


def test_body__that_breaks_off__is_a_problem_document(service: RunningService) -> None:
    for sent in (CHUNKED + b"2\r\n{", POST + b"Content-Length: 9\r\n\r\n{"):
        with connect(service.port) as connection:
            connection.sendall(sent)
            connection.shutdown(1)
            answer = read_answer(connection)
        assert (answer.status, answer.document["instance"]) == (400, "/v1/resolve")


def test_body__in_chunks__is_read(service: RunningService) -> None:
    body = b"1;a=b\r\n%s\r\n%x\r\n%s\r\n0\r\nA: 1\r\n\r\n" % (BODY[:1], len(BODY) - 1, BODY[1:])

    assert ask_raw(service.port, CHUNKED + body, wait_for_end=False).status == 200


@pytest.mark.parametrize("sent", [b"G", GET, POST + b"Content-"])
def test_head__that_does_not_arrive_in_time__is_a_timeout(impatient_service: RunningService, sent: bytes) -> None:
    check_problem(ask_raw(impatient_service.port, sent), 408, "request-timeout")


@pytest.mark.parametrize(
    "sent", [POST + b"Content-Length: 9\r\n\r\n{", CHUNKED, CHUNKED + b"9\r\n{", CHUNKED + b"2\r\n{}"]
)
def test_body__that_does_not_arrive_in_time__is_a_timeout(impatient_service: RunningService, sent: bytes) -> None:
    check_problem(ask_raw(impatient_service.port, sent), 408, "request-timeout", "/v1/resolve")


def test_head__of_a_byte_now_and_then__is_a_timeout_all_the_same(impatient_service: RunningService) -> None:
    with connect(impatient_service.port) as connection:
        sent = 0
        try:
            while sent < len(GET):
                connection.sendall(GET[sent : sent + 1])
                sent += 1
                time.sleep(HEAD_TIMEOUT_S / 10)
        except ConnectionError:
            pass  # it was closed while we sent
        else:
            pytest.fail("The whole head was taken in.")
    assert sent < len(GET)


def test_connection__that_is_idle__outlives_the_limits_of_requests(impatient_service: RunningService) -> None:
    with connect(impatient_service.port) as connection:
        for _ in range(2):
            time.sleep(HEAD_TIMEOUT_S + BODY_TIMEOUT_S + 0.5)
            connection.sendall(GOOD)
            assert read_answer(connection).status == 200


def test_requests__sent_one_behind_another__are_answered_until_one_is_broken(service: RunningService) -> None:
    with connect(service.port) as connection:
        connection.sendall(GOOD * 3 + b"nonsense\r\n\r\n")
        received = b""
        while data := connection.recv(65_536):
            received += data
    lines = [line for line in received.split(b"\r\n") if b"HTTP/1.1 " in line]
    assert [line[line.index(b"HTTP/1.1") :][9:12] for line in lines] == [b"200", b"200", b"200", b"400"]


def test_body__that_nobody_reads_and_that_is_broken__ends_the_connection_after_its_answer(
    service: RunningService,
) -> None:
    answer = ask_raw(service.port, GET + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n")

    assert answer.status == 200
    assert len(answer.body) == int(answer.headers["content-length"])


def test_head_request__before_another__has_a_length_and_no_body(service: RunningService) -> None:
    with connect(service.port) as connection:
        connection.sendall(b"HEAD /version HTTP/1.1\r\nHost: x\r\n\r\n" + GET + b"\r\n")
        received = b""
        while received.count(b"HTTP/1.1 200") < 2:
            data = connection.recv(65_536)
            assert data, received
            received += data

    head, _, rest = received.partition(b"\r\n\r\n")
    assert b"Content-Length: " in head
    assert rest.startswith(b"HTTP/1.1 200")


def test_answer__of_a_resolution__arrives_in_one_piece(service: RunningService) -> None:
    with connect(service.port) as connection:
        connection.sendall(GOOD)
        received = connection.recv(65_536)

    head, _, body = received.partition(b"\r\n\r\n")
    assert b"Content-Length: %d" % len(body) in head
    assert json.loads(body)["action_type"] == "pve"


def test_answer__larger_than_any_buffer__is_whole_for_a_slow_reader(service: RunningService) -> None:
    body = b'{"requests": [%s]}' % b",".join([BODY] * 1000)
    with connect(service.port) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.sendall(BATCH % (len(body), body))
        time.sleep(0.5)  # the service has filled every buffer
        answer = read_answer(connection)

    assert (answer.status, len(answer.document["results"])) == (200, 1000)


def test_caller__gone_in_the_middle_of_an_answer__disturbs_no_other(service: RunningService) -> None:
    body = b'{"requests": [%s]}' % b",".join([BODY] * 1000)
    for _ in range(4):  # at least one for each worker
        with connect(service.port) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(BATCH % (len(body), body))
            assert connection.recv(64)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # closes with a reset

    assert all(ask_raw(service.port, GOOD, wait_for_end=False).status == 200 for _ in range(4))
    assert "Traceback" not in service.output


def test_requests__many_on_one_connection__leave_a_turn_to_another(service: RunningService) -> None:
    with connect(service.port) as busy, connect(service.port) as other:
        for connection in (busy, other):
            connection.sendall(GOOD)
            assert read_answer(connection).status == 200
        busy.sendall(GOOD * 200)
        other.sendall(GOOD)
        assert read_answer(other).status == 200


def test_refusal__in_the_log__has_its_request_id_and_nothing_that_was_sent(
    service: RunningService, eventually: Eventually
) -> None:
    answer = ask_raw(service.port, GET + b"Authorization Bearer hush\r\n\r\n")

    def logged() -> list[str]:
        known = answer.headers["x-request-id"]
        return [line["message"] for line in service.log if line.get("request_id") == known]

    eventually(logged)
    (message,) = logged()
    assert message.startswith("Invalid request from ip=127.0.0.1: A header is malformed")
    assert "hush" not in service.output
    assert "hush" not in str(answer.document)
