"""How long a connection waits, and that others are served in the meantime."""

from collections.abc import Iterator
from time import monotonic

import gevent
import pytest
from gevent.socket import socketpair
from gunicorn.config import Config

from service.server.connections import SLOW_S, Connection, ConnectionParser, TimeLimits, dispensable
from tests.patience import PATIENCE_S

IDLE_S = 75.0
PEER = ("127.0.0.1", 40_000)
GET = b"GET /%d HTTP/1.1\r\nHost: x\r\n\r\n"
Pair = tuple[Connection, gevent.socket.socket]


@pytest.fixture
def pair() -> Iterator[Pair]:
    """A connection, and the caller's end of it."""
    ours, theirs = socketpair()
    connection = Connection(ours, TimeLimits(idle_s=IDLE_S))
    with ours, theirs:
        yield connection, theirs
        connection.close()


def test_connection__with_data_there_already__lets_others_run_before_it_reads(pair: Pair) -> None:
    connection, caller = pair
    caller.sendall(b"data")
    done: list[str] = []
    gevent.spawn(done.append, "other")

    assert connection.chunk() == b"data"
    assert done == ["other"]


def test_connection__idle_for_too_long__ends(pair: Pair) -> None:
    connection, _ = pair
    waiting = gevent.spawn(connection.chunk)
    gevent.sleep(0)

    connection.close_if_idle(monotonic() + IDLE_S / 2)
    gevent.sleep(0.01)
    assert not waiting.ready()

    connection.close_if_idle(monotonic() + IDLE_S + 1)
    assert waiting.get(timeout=PATIENCE_S) == b""


def test_connection__with_half_a_request__is_not_idle(pair: Pair) -> None:
    connection, caller = pair
    caller.sendall(b"G")
    assert connection.chunk() == b"G"

    connection.close_if_idle(monotonic() + IDLE_S + 1)

    caller.sendall(b"ET")
    assert connection.chunk() == b"ET"


def test_connection__during_a_stop__ends_soon(pair: Pair) -> None:
    connection, _ = pair
    waiting = gevent.spawn(connection.chunk)
    gevent.sleep(0)

    connection.stop()

    assert waiting.get(timeout=PATIENCE_S) == b""


def _half_sent(pair: Pair) -> "gevent.Greenlet[..., bytes]":
    """The worker waits for the rest of a request."""
    connection, caller = pair
    caller.sendall(b"G")
    assert connection.chunk() == b"G"
    waiting = gevent.spawn(connection.chunk)
    gevent.sleep(0)
    return waiting


def test_connection__idle_and_given_up__ends(pair: Pair) -> None:
    connection, _ = pair
    waiting = gevent.spawn(connection.chunk)
    gevent.sleep(0)

    connection.give_up()

    assert waiting.get(timeout=PATIENCE_S) == b""


def test_connection__with_half_a_request_and_given_up__is_too_slow(pair: Pair) -> None:
    waiting = _half_sent(pair)

    pair[0].give_up()

    with pytest.raises(TimeoutError):
        waiting.get(timeout=PATIENCE_S)


def test_dispensable__of_idle_and_slow_ones__are_slow_ones_first_then_those_idle_for_longest(pair: Pair) -> None:
    slow, now = pair[0], monotonic()
    waiting = _half_sent(pair)
    pairs = [socketpair() for _ in range(2)]
    newer, older = (Connection(ours, TimeLimits()) for ours, _ in pairs)
    older.idle_since -= IDLE_S

    all_of_them = [newer, older, slow]
    assert dispensable(all_of_them, now, 9) == [older, newer]
    assert dispensable(all_of_them, now + 2 * SLOW_S, 9) == [slow, older, newer]
    assert dispensable(all_of_them, now + 2 * SLOW_S, 2) == [slow, older]

    waiting.kill()
    for connection, ends in zip((newer, older), pairs, strict=True):
        connection.close()
        for end in ends:
            end.close()


def test_connection__between_two_requests__is_idle_since_the_first_was_answered(pair: Pair) -> None:
    connection, caller = pair
    connection.idle_since -= IDLE_S
    opened = monotonic()
    caller.sendall(GET % 1)
    parser = ConnectionParser(Config(), connection, PEER)
    next(parser)

    waiting = gevent.spawn(next, parser)
    gevent.sleep(0)

    assert connection.idle
    assert connection.idle_since >= opened
    waiting.kill()


def test_answer__that_is_not_read_and_given_up__ends(pair: Pair) -> None:
    connection, caller = pair
    caller.sendall(b"GET")
    connection.chunk()
    sending = gevent.spawn(connection.send_rest, memoryview(bytes(1 << 24)))
    gevent.sleep(0)

    later = monotonic() + 2 * SLOW_S
    assert dispensable([connection], later, 9) == [connection]
    connection.give_up()

    with pytest.raises(OSError, match="closed in another greenlet"):
        sending.get(timeout=PATIENCE_S)
    assert dispensable([connection], later, 9) == []


def test_answer__that_is_not_read__ends_after_its_time_limit() -> None:
    ours, theirs = socketpair()
    with ours, theirs:
        connection = Connection(ours, TimeLimits(answer_s=0.01))
        with pytest.raises(TimeoutError):
            connection.send_rest(memoryview(bytes(1 << 24)))
        connection.close()


def test_dispensable__of_one_that_is_answered__is_none(pair: Pair) -> None:
    connection, caller = pair
    caller.sendall(b"GET")
    connection.chunk()

    assert dispensable([connection], monotonic() + 2 * SLOW_S, 9) == []


def test_requests__one_behind_another__let_others_run_in_between(pair: Pair) -> None:
    connection, caller = pair
    caller.sendall(GET % 1 + GET % 2)
    parser = ConnectionParser(Config(), connection, PEER)
    assert next(parser).path == "/1"
    done: list[str] = []
    gevent.spawn(done.append, "other")

    assert next(parser).path == "/2"
    assert done == ["other"]


class CountingConfig(Config):  # type: ignore[misc]
    """Counts how often the addresses of gateways are looked up."""

    lookups = 0

    def forwarded_allow_networks(self) -> object:
        self.lookups += 1
        return super().forwarded_allow_networks()


@pytest.mark.parametrize(("peer", "scheme"), [("127.0.0.1", "https"), ("192.0.2.1", "http")])
def test_gateway__of_a_connection__is_looked_up_once(pair: Pair, peer: str, scheme: str) -> None:
    connection, caller = pair
    settings = CountingConfig()
    parser = ConnectionParser(settings, connection, (peer, 40_000))
    for _ in range(2):
        caller.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-Proto: https\r\n\r\n")
        assert next(parser).scheme == scheme

    assert settings.lookups == 1
