"""Commands in one round trip: their replies, and what is known when the connection breaks."""

from collections.abc import Mapping
from typing import Any

import pytest
import redis

from service.errors import StoreUnavailable
from service.store.client import connect
from service.store.condition import StoreState
from service.store.durable import DurableWrites, NotReplicated
from service.store.failures import diagnosis, may_have_executed, translating_redis_errors
from service.store.round_trip import ReplyLost, round_trip, send_to_each
from tests.adapters.lossy_link import LossyLink


def test_commands__several__are_replied_in_order_with_the_errors_among_them(store: redis.Redis) -> None:
    replies = round_trip(store, ("SET", "a", b"\x00\xff"), ("INCR", "a"), ("GET", "a"))

    assert replies[0] == b"OK"
    assert isinstance(replies[1], redis.ResponseError)
    assert replies[2] == b"\x00\xff"


class SilentConnection:
    """As redis-py has it for Sentinels: a reply that is late stays in it, and is that of the next command."""

    is_open = True

    def pack_command(self, *_: object) -> bytes:
        return b""

    def pack_commands(self, _: object) -> list[bytes]:
        return []

    def send_packed_command(self, _: bytes) -> None:
        self.is_open = True

    def read_response(self) -> None:
        raise redis.TimeoutError

    def disconnect(self) -> None:
        self.is_open = False


class Pool:
    """A pool of one connection, and whether it was open whenever it came back."""

    connection_kwargs: Mapping[str, Any] = {}

    def __init__(self) -> None:
        self.connection = SilentConnection()
        self.came_back_open: list[bool] = []

    def get_connection(self) -> SilentConnection:
        return self.connection

    def release(self, connection: SilentConnection) -> None:
        self.came_back_open.append(connection.is_open)


def test_connection__whose_reply_is_late__is_closed_so_that_no_other_command_gets_it() -> None:
    pool: Any = Pool()

    with pytest.raises(ReplyLost):
        round_trip(redis.Redis(connection_pool=pool), ("INCR", "a"))

    assert pool.came_back_open == [False, False]


def test_servers__several__have_their_commands_before_the_first_has_answered(
    store: redis.Redis, store_url: str
) -> None:
    with connect(store_url, timeout_s=5) as other:
        replies = send_to_each([(store, [("BLPOP", "a", 4)]), (other, [("RPUSH", "a", "b"), ("HGET", "c")])])

    assert replies[0] == [[b"a", b"b"]]
    assert replies[1][0] == 1
    assert isinstance(replies[1][1], redis.ResponseError)


def test_servers__of_which_one_does_not_answer__have_their_connections_closed(store: redis.Redis) -> None:
    silent: Any = Pool()
    with pytest.raises(redis.TimeoutError):
        send_to_each([(redis.Redis(connection_pool=silent), [("INCR", "a")]), (store, [("SET", "a", "late")])])

    assert silent.came_back_open == [False]
    assert round_trip(store, ("GET", "a")) == [b"late"]


def test_connection__broken_once__is_opened_again_and_the_commands_sent_again(
    lossy_store: redis.Redis, link: LossyLink
) -> None:
    round_trip(lossy_store, ("INCR", "a"))
    link.lose_next_answer()

    assert round_trip(lossy_store, ("INCR", "a")) == [3]
    assert link.has_lost


def test_connection__broken_twice__leaves_open_whether_the_commands_were_executed(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    round_trip(lossy_store, ("INCR", "a"))
    link.lose_all_answers()

    with pytest.raises(StoreUnavailable) as lost, translating_redis_errors():
        round_trip(lossy_store, ("INCR", "a"))

    assert may_have_executed(lost.value)
    assert int(store.get("a") or 0) >= 2


def test_connection__that_cannot_be_made__has_not_executed_anything(closed_port: int) -> None:
    client = connect(f"redis://127.0.0.1:{closed_port}/0", timeout_s=1)

    with pytest.raises(StoreUnavailable) as refused, translating_redis_errors():
        round_trip(client, ("INCR", "a"))

    assert not may_have_executed(refused.value)


def test_refusal__of_commands_that_were_sent_before__leaves_open_whether_they_were_executed(
    lossy_store: redis.Redis, link: LossyLink
) -> None:
    round_trip(lossy_store, ("SET", "a", "no number"))
    link.lose_next_answer()

    with pytest.raises(ReplyLost) as lost:
        round_trip(lossy_store, ("INCR", "a"))

    assert isinstance(lost.value.__cause__, redis.ResponseError)


@pytest.mark.parametrize("kind", [ReplyLost, NotReplicated])
def test_diagnosis__of_an_error_with_a_cause__is_that_of_the_cause(kind: type[redis.RedisError]) -> None:
    error = kind("READONLY")
    error.__cause__ = redis.exceptions.ReadOnlyError("READONLY")

    assert diagnosis(error) is StoreState.READ_ONLY


def test_script__reply_lost_and_the_script_forgotten__loads_it_and_runs_again(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    run = DurableWrites(lossy_store).script("return redis.call('INCR', KEYS[1])")
    run(["a"], [])
    store.script_flush()
    link.lose_next_answer()

    assert run(["a"], []) == 2
    assert link.has_lost


def test_script__reply_lost_and_the_script_forgotten_and_refused__leaves_open_whether_it_was_executed(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    run = DurableWrites(lossy_store).script("return redis.call('INCR', KEYS[1])")
    run(["a"], [])
    store.set("a", "no number")
    store.script_flush()
    link.lose_next_answer()

    with pytest.raises(ReplyLost) as lost:
        run(["a"], [])

    assert isinstance(lost.value.__cause__, redis.ResponseError)
