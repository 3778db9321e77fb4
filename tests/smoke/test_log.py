"""What a running service writes: JSON objects and a few plain words, and no secret among them."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection

import pytest
import redis

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.smoke.conftest import StartService
from tests.smoke.running_service import RunningService

ADMIN_TOKEN = "hush-admin-token"  # noqa: S105
API_TOKEN = "hush-api-token-of-a-backend"  # noqa: S105
UNSKILLED = {"action_type": "pve", "threshold": 0, "actor": {"skills": {}}}
SECRET_HEADERS = {
    "Authorization": f"Bearer {API_TOKEN}",
    "Idempotency-Key": "hush-idempotency-key",
    "Cookie": "hush-cookie",
    "Content-Type": "application/json",
}
BROKEN_HEADS = (
    b"POST /v1/resolve HTTP/1.1\r\nAuthorization Bearer hush\r\n\r\n",
    b"POST /v1/resolve?hush HTTP/9.1\r\nAuthorization: Bearer hush\r\n\r\n",
    b"POST /v1/resolve?hush hush HTTP/1.1\r\n\r\n",
    b"POST /v1/resolve HTTP/1.1\r\nAuthorization: Bearer \0hush\r\n\r\n",
    b"POST /v1/resolve HTTP/1.1\r\nAuthorization: Bearer hush\r\n",
    b"POST /v1/resolve HTTP/1.1\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nhush\r\n\r\n",
)


def ask(service: RunningService, method: str, path: str, body: bytes | None, **headers: str) -> tuple[int, bytes]:
    """The status of the answer, and its body."""
    connection = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
    with closing(connection):
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()


def seed_of_a_draw(service: RunningService) -> str:
    """The server seed that a draw reveals when it is used."""
    headers = {**SECRET_HEADERS, "Idempotency-Key": "hush-promise"}
    _, promised = ask(service, "POST", "/v1/draws", b"{}", **headers)
    draw = {"draw_id": json.loads(promised)["draw_id"], "client_seed": "hush-client-seed"}
    headers["Idempotency-Key"] = "hush-reveal"
    _, resolved = ask(service, "POST", "/v1/resolve", json.dumps({**UNSKILLED, "draw": draw}).encode(), **headers)
    seed: str = json.loads(resolved)["draw"]["server_seed"]
    return seed


def break_off(service: RunningService, head: bytes) -> None:
    """Send what is no request, and wait until the service is through with it."""
    with socket.create_connection(("127.0.0.1", service.port), timeout=PATIENCE_S) as broken:
        broken.sendall(head)
        broken.shutdown(socket.SHUT_WR)
        while broken.recv(65536):
            pass


@pytest.fixture
def guarded_store(store: redis.Redis, store_url: str) -> Iterator[str]:
    """The address of a store that wants a password."""
    store.config_set("requirepass", "hush-store-password")
    # This connection was let in before there was a password.
    yield store_url.replace("unix://", "unix://:hush-store-password@")
    store.config_set("requirepass", "")


@pytest.mark.parametrize("level", ["debug", "info"])
def test_output__of_a_service_that_was_told_secrets__has_none_of_them(
    start_service: StartService, eventually: Eventually, guarded_store: str, level: str
) -> None:
    service = start_service(
        DESTINY_ADMIN_TOKEN=ADMIN_TOKEN,
        DESTINY_API_TOKENS=API_TOKEN,
        DESTINY_REDIS_URL=guarded_store,
        DESTINY_LOG_LEVEL=level,
    )
    eventually(service.is_ready)
    body = json.dumps(UNSKILLED).encode()

    def status(method: str, path: str, sent: bytes | None, **headers: str) -> int:
        return ask(service, method, path, sent, **headers)[0]

    assert status("POST", "/v1/resolve", body, **SECRET_HEADERS) == 200
    assert status("POST", "/v1/resolve?key=hush", body, **SECRET_HEADERS) == 422
    assert status("POST", "/v1/resolve", b'{"hush": "hush"}', **SECRET_HEADERS) == 409
    assert status("POST", "/v1/score", b'{"hush": "hush"}', **SECRET_HEADERS) == 422
    assert status("POST", "/v1/score", b'{"hush', **SECRET_HEADERS) == 400
    assert status("GET", "/v1/catalogue", None, Authorization="Bearer hush-wrong") == 401
    assert status("GET", "/v1/catalogue", None, Authorization=f"Bearer {ADMIN_TOKEN}") == 200
    seed = seed_of_a_draw(service)
    for head in BROKEN_HEADS:
        break_off(service, head)
    eventually(lambda: len(service.requests("/v1/catalogue")) == 2)
    service.master.terminate()

    assert service.exit_code() == 0
    assert len(service.requests("/v1/resolve")) >= 2
    assert "Invalid request" in service.output
    assert "hush" not in service.output
    assert len(seed) == 64
    assert seed not in service.output


def test_output__of_a_service_from_start_to_end__is_json_line_by_line(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service()
    eventually(service.is_ready)
    service.master.terminate()
    service.exit_code()

    assert len(service.log) == len(service.output.splitlines())
    for line in service.log:
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", line["time"])
        assert {"level", "logger", "message", "pid"} < line.keys()


def test_log__above_the_level_info__has_no_line_for_each_request(
    start_service: StartService, eventually: Eventually
) -> None:
    service = start_service(DESTINY_LOG_LEVEL="warning")
    eventually(lambda: service.status("/health/ready") == 200)

    assert service.output == ""
