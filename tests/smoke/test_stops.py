"""How a service ends, or takes new workers, while callers hold connections to it."""

import signal
import socket
import threading
import time
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection

import pytest

from tests.conftest import Eventually
from tests.patience import PATIENCE_S
from tests.processes import is_alive
from tests.smoke.conftest import StartService
from tests.smoke.raw_requests import connect, read_answer
from tests.smoke.running_service import RunningService, cold
from tests.smoke.test_service_lifecycle import GRACEFUL_TIMEOUT_S

GET = b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n"
UNDER_WAY = "A slow request is under way."
"""What the slow application puts out as soon as it has one."""
IDLE = 40
QUEUED = 10


def get(path: str) -> bytes:
    return GET.replace(b"/version", path.encode())


@pytest.fixture
def service(start_service: StartService, eventually: Eventually) -> RunningService:
    """A service of one worker, so that all requests of a test reach the same one."""
    started = start_service(command=cold("tests.smoke.slow_app:app"), DESTINY_WORKERS="1")
    eventually(lambda: started.output.count("Worker ready") == 1 and started.status("/health/ready") == 200)
    return started


@pytest.fixture
def connections(service: RunningService) -> Iterator["Connections"]:
    opened = Connections(service.port)
    yield opened
    opened.close()


class Connections:
    """Connections to the service, closed in the end."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._opened: list[socket.socket] = []

    def new(self) -> socket.socket:
        self._opened.append(connect(self._port))
        return self._opened[-1]

    def idle(self) -> socket.socket:
        """One that has had an answer and waits for its next request."""
        connection = self.new()
        connection.sendall(GET)
        assert read_answer(connection).status == 200
        return connection

    def close(self) -> None:
        for connection in self._opened:
            connection.close()


def test_stop__with_idle_connections__closes_them_and_does_not_wait(
    service: RunningService, connections: Connections
) -> None:
    idle = [*(connections.idle() for _ in range(IDLE)), *(connections.new() for _ in range(IDLE))]
    before = time.monotonic()

    service.master.terminate()

    assert [connection.recv(1) for connection in idle] == [b""] * len(idle)
    assert service.exit_code() == 0
    assert time.monotonic() - before < GRACEFUL_TIMEOUT_S / 2
    assert "graceful timeout" not in service.output


def test_stop__with_a_request_under_way__answers_it_first(
    service: RunningService, connections: Connections, eventually: Eventually
) -> None:
    idle, busy = connections.idle(), connections.new()
    busy.sendall(get("/wait/1"))
    eventually(lambda: UNDER_WAY in service.output)

    service.master.terminate()

    assert idle.recv(1) == b""
    assert service.master.poll() is None
    answer = read_answer(busy, wait_for_end=True)
    assert (answer.status, answer.body) == (200, b"waited")
    assert service.exit_code() == 0


def test_stop__with_half_a_request_there__takes_the_rest(service: RunningService, connections: Connections) -> None:
    connection = connections.idle()
    connection.sendall(GET[:20])
    time.sleep(0.2)

    service.master.terminate()
    time.sleep(1)
    connection.sendall(GET[20:])

    answer = read_answer(connection, wait_for_end=True)
    assert (answer.status, answer.headers["connection"]) == (200, "close")


def test_stop__with_requests_queued_behind_a_long_one__answers_them_all(
    service: RunningService, connections: Connections, eventually: Eventually
) -> None:
    queued = [connections.idle() for _ in range(QUEUED)]
    long = connections.new()
    long.sendall(get("/compute/1"))
    eventually(lambda: UNDER_WAY in service.output)
    queued += [connections.new() for _ in range(QUEUED)]  # which the worker has not accepted yet
    for connection in queued:
        connection.sendall(GET)

    service.master.terminate()

    answers = [read_answer(connection, wait_for_end=True) for connection in (long, *queued)]
    assert [answer.status for answer in answers] == [200] * (1 + 2 * QUEUED)
    assert service.exit_code() == 0


def test_stop__with_a_request_that_takes_too_long__cuts_it_off_and_ends(
    service: RunningService, connections: Connections, eventually: Eventually
) -> None:
    endless = connections.new()
    endless.sendall(get("/wait/60"))
    eventually(lambda: UNDER_WAY in service.output)

    service.master.terminate()

    assert service.exit_code() == 0
    assert endless.recv(1) == b""


def test_reload__while_clients_keep_asking__loses_no_request_and_refuses_no_connection(
    service: RunningService, eventually: Eventually
) -> None:
    over, statuses, failures = threading.Event(), list[int](), list[Exception]()

    def ask_on(*, reconnects: bool) -> None:
        connection = HTTPConnection("127.0.0.1", service.port, timeout=PATIENCE_S)
        while not over.is_set():
            try:
                connection.request("GET", "/version")  # it connects again after `Connection: close`, and only then
                answer = connection.getresponse()
                answer.read()
                statuses.append(answer.status)
                if reconnects:
                    connection.close()
            except OSError as error:
                failures.append(error)
                connection.close()
            time.sleep(0.005)
        connection.close()

    # Half of them keep their connections; the others would notice if one were refused.
    clients = [
        threading.Thread(target=ask_on, kwargs={"reconnects": reconnects}) for reconnects in (False, False, True, True)
    ]
    for client in clients:
        client.start()
    try:
        for worker in (0, 1):
            eventually(lambda: len(statuses) > 20)
            service.master.send_signal(signal.SIGHUP)
            eventually(partial(lambda ended: not is_alive(service.workers[ended]), worker))
            statuses.clear()
        eventually(lambda: len(statuses) > 20)
    finally:
        over.set()
        for client in clients:
            client.join()

    assert failures == []
    assert set(statuses) == {200}
