"""Commands in one round trip: their replies, and what is known when the connection breaks."""

import pytest
import redis

from service.errors import StoreUnavailable
from service.store.client import connect
from service.store.condition import StoreState
from service.store.durable import DurableWrites, NotReplicated
from service.store.failures import diagnosis, may_have_executed, translating_redis_errors
from service.store.round_trip import ReplyLost, round_trip
from tests.adapters.lossy_link import LossyLink


def test_commands__several__are_replied_in_order_with_the_errors_among_them(store: redis.Redis) -> None:
    replies = round_trip(store, ("SET", "a", b"\x00\xff"), ("INCR", "a"), ("GET", "a"))

    assert replies[0] == b"OK"
    assert isinstance(replies[1], redis.ResponseError)
    assert replies[2] == b"\x00\xff"


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
