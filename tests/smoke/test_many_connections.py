"""More connections than a service may have: those that only wait make room for those that ask."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.smoke.raw_requests import connect, read_answer
from tests.smoke.running_service import RunningService, cold, free_port

OF_A_WORKER = 20
MANY = 60
"""More than two workers may have."""
SOONER_S = 30
"""Idle connections end after 75 seconds anyway. A caller must not wait for that."""
GET = b"GET /version HTTP/1.1\r\nHost: x\r\n"
POST = b"POST /v1/resolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"


@contextmanager
def _running(folder: Path) -> Iterator[RunningService]:
    command = cold("tests.smoke.cold_app:app", f"--worker-connections={OF_A_WORKER}")
    slow = {"DESTINY_HEAD_TIMEOUT_S": "600", "DESTINY_BODY_TIMEOUT_S": "600"}
    service = RunningService(folder / "var", free_port(), folder / "output", command, **slow)
    try:
        service.wait_until_ready()
        yield service
    finally:
        service.end()


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with _running(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture
def quiet_service(tmp_path: Path) -> Iterator[RunningService]:
    """A service whose workers are not busy with requests of earlier tests: theirs would be the connections in use."""
    with _running(tmp_path) as running:
        yield running


def _waiting(port: int) -> socket.socket:
    """A connection whose kernel keeps little of what is not read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(PATIENCE_S)
    connection.connect(("127.0.0.1", port))
    return connection


_BODY = b'{"requests": [%s]}' % b",".join([b'{"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}'] * 1000)
UNREAD = POST.replace(b"resolve", b"resolve/batch").replace(b"99", b"%d" % len(_BODY)) + _BODY
"""Its answer is larger than the buffers that such a connection has."""


@pytest.mark.parametrize(
    "first",
    [b"", GET + b"\r\n", GET, POST, UNREAD],
    ids=["nothing", "one request", "a head", "a body", "answers that are not read"],
)
def test_callers__among_more_connections_than_there_may_be__are_answered(service: RunningService, first: bytes) -> None:
    with ExitStack() as opened:
        for _ in range(MANY):
            opened.enter_context(_waiting(service.port)).sendall(first)
        caller = opened.enter_context(connect(service.port))
        caller.settimeout(SOONER_S)
        caller.sendall(GET + b"\r\n")
        assert read_answer(caller).status == 200


def test_connections__that_were_closed_to_make_room__are_in_the_log(
    service: RunningService, eventually: Eventually
) -> None:
    with ExitStack() as opened:
        for _ in range(MANY):
            opened.enter_context(connect(service.port))
        eventually(lambda: any(line["message"].startswith("Too many connections: ") for line in service.log))


def test_connection__in_use_among_too_many__is_kept(quiet_service: RunningService) -> None:
    with ExitStack() as opened, connect(quiet_service.port) as used:
        for _ in range(MANY):
            opened.enter_context(connect(quiet_service.port))
            used.sendall(GET + b"\r\n")
            assert read_answer(used).status == 200
