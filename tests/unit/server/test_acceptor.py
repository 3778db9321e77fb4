"""How many connections a worker accepts at once."""

import socket
from collections.abc import Iterator
from itertools import count

import gevent
import pytest

from service.server.acceptor import LEFT_S, REQUESTS_A_CONNECTION, Acceptor
from service.server.balance import Balance, Share
from tests.conftest import Eventually


class Worker:
    answered = 7


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def balance() -> Balance:
    return Balance()


@pytest.fixture
def share(balance: Balance) -> Share:
    share = balance.share(1)
    share.begin()
    return share


@pytest.fixture
def accepted() -> list[bool]:
    """One for each connection that was accepted."""
    return []


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setblocking(False)
        yield listener


@pytest.fixture
def acceptor(worker: Worker, share: Share, accepted: list[bool], listener: socket.socket) -> Iterator[Acceptor]:
    acceptor = Acceptor(lambda: worker.answered, share, listener, handle=lambda *_: accepted.append(True))
    yield acceptor
    acceptor.close()


def test_worker__idle__accepts_one_so_that_the_others_get_some(acceptor: Acceptor) -> None:
    assert acceptor.max_accept == 1


def test_worker__busy__accepts_more_for_the_requests_of_the_last_round(acceptor: Acceptor, worker: Worker) -> None:
    worker.answered += 40 * REQUESTS_A_CONNECTION
    acceptor.note_round()

    assert acceptor.max_accept == 41


def test_worker__idle_again__accepts_one(acceptor: Acceptor, worker: Worker) -> None:
    worker.answered += 40 * REQUESTS_A_CONNECTION
    acceptor.note_round()
    acceptor.note_round()

    assert acceptor.max_accept == 1


def test_rounds__of_the_event_loop__are_noted(share: Share, listener: socket.socket, eventually: Eventually) -> None:
    answered = count(0, 2 * REQUESTS_A_CONNECTION)  # so many more each time that it is asked
    acceptor = Acceptor(lambda: next(answered), share, listener, handle=lambda *_: None)
    acceptor.start()

    def has_counted() -> bool:
        gevent.sleep(0.01)
        return acceptor.max_accept == 3

    eventually(has_counted)
    acceptor.close()


def test_connection__while_another_worker_has_fewer__is_left_to_it_for_a_moment(
    acceptor: Acceptor, share: Share, balance: Balance, accepted: list[bool], eventually: Eventually
) -> None:
    balance.share(2).begin()
    share.opened()
    acceptor.start()
    with socket.create_connection(("127.0.0.1", acceptor.server_port)):
        assert acceptor.do_read() is None

        def has_accepted() -> bool:
            gevent.sleep(LEFT_S)
            return accepted == [True]

        eventually(has_accepted)  # the other has not taken it


def test_connection__while_no_other_worker_has_fewer__is_accepted(
    acceptor: Acceptor, share: Share, balance: Balance
) -> None:
    other = balance.share(2)
    other.begin()
    other.opened()
    share.opened()
    with socket.create_connection(("127.0.0.1", acceptor.server_port)):
        connection, _ = acceptor.do_read()
        connection.close()

    assert share.is_above_another()  # it has two now


def test_connections__when_the_service_stops__are_all_accepted(
    acceptor: Acceptor, share: Share, balance: Balance
) -> None:
    balance.share(2).begin()
    with socket.create_connection(("127.0.0.1", acceptor.server_port)) as one:
        share.opened()
        acceptor.accept_waiting()
        gevent.sleep(0.01)

        one.settimeout(10)
        assert one.recv(1) == b""  # handled: the handler ends, so it is closed
