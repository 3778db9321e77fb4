"""How many connections a worker accepts at once."""

import socket
from collections.abc import Iterator

import gevent
import pytest

from service.server.acceptor import REQUESTS_A_CONNECTION, Acceptor


class Worker:
    answered = 7


@pytest.fixture
def worker() -> Worker:
    return Worker()


@pytest.fixture
def acceptor(worker: Worker) -> Iterator[Acceptor]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        acceptor = Acceptor(lambda: worker.answered, listener, handle=lambda *_: None)
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


def test_rounds__of_the_event_loop__are_noted(acceptor: Acceptor, worker: Worker) -> None:
    acceptor.start()
    worker.answered += 2 * REQUESTS_A_CONNECTION

    gevent.sleep(0.01)  # one round: nothing else happens meanwhile

    assert acceptor.max_accept == 3
    gevent.sleep(0.01)
    assert acceptor.max_accept == 1
