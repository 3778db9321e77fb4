"""What counts only when a replica has it: answers, draws and revisions, with the replica there, hanging and gone."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from hashlib import sha256

import pytest
import redis

from service.draws.ports import TakenDraw
from service.draws.redis import RedisDrawStore
from service.errors import StoreUnavailable
from service.idempotency.ports import KeptAnswer, Lease, LeaseUncertain
from service.idempotency.redis import RedisIdempotencyStore
from service.store import keys
from service.store.client import connect
from service.store.durable import DurableWrites, NotReplicated
from service.store.wait import NO_WAIT, Wait
from service.tuning.redis import RedisTuningLog
from service.tuning.revisions import EMPTY_LOG, LogHead
from tests.adapters.lossy_link import LossyLink
from tests.builders.revisions import kept
from tests.servers import ReplicatedPair

SHORT_MS, LONG_ENOUGH_MS = 50, 20_000
KEY, FINGERPRINT = (sha256(text).digest() for text in (b"a key", b"a request"))
ANSWER = KeptAnswer(200, "application/json", b'{"hand": "royal flush"}')
SEED = bytes(range(32))

Trouble = Callable[[], AbstractContextManager[None]]


@pytest.fixture(params=["hangs", "is gone"])
def trouble(request: pytest.FixtureRequest, pair: ReplicatedPair) -> Trouble:
    return pair.replica_hangs if request.param == "hangs" else pair.replica_is_gone


@pytest.fixture
def replica(pair: ReplicatedPair) -> Iterator[redis.Redis]:
    with connect(pair.replica_url, timeout_s=30) as client:
        yield client


def answers(primary: redis.Redis, wait_ms: int = SHORT_MS) -> RedisIdempotencyStore:
    return RedisIdempotencyStore(primary, 1 << 20, wait=Wait(1, wait_ms), lease_s=60)


def begun(store: RedisIdempotencyStore) -> Lease:
    lease = store.begin(KEY, FINGERPRINT)
    assert isinstance(lease, Lease)
    return lease


def test_answer__kept__is_on_the_replica(primary: redis.Redis, replica: redis.Redis) -> None:
    store = answers(primary, LONG_ENOUGH_MS)

    assert store.finish(begun(store), ANSWER) is None

    assert replica.get(keys.ONE.idempotency(KEY)) == primary.get(keys.ONE.idempotency(KEY))


def test_answer__without_a_replica__does_not_count_and_is_not_replayed_until_it_is_back(
    primary: redis.Redis, trouble: Trouble
) -> None:
    lease = begun(answers(primary))
    with trouble():
        with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
            answers(primary).finish(lease, ANSWER)
        if primary.get(keys.ONE.idempotency(KEY))[:1] == b"A":  # type: ignore[index]
            for _ in range(2):
                with pytest.raises(LeaseUncertain, match="NOREPLICAS"):
                    answers(primary).begin(KEY, FINGERPRINT)

    patient = answers(primary, LONG_ENOUGH_MS)
    assert patient.finish(lease, ANSWER) is None
    assert patient.begin(KEY, FINGERPRINT) == ANSWER


def test_answer__kept_before_the_replica_went__is_not_replayed(primary: redis.Redis, trouble: Trouble) -> None:
    """The connection that replays it need not be the one that kept it, and cannot know whether a replica has it."""
    store = answers(primary, LONG_ENOUGH_MS)
    store.finish(begun(store), ANSWER)

    with trouble(), pytest.raises(LeaseUncertain, match="NOREPLICAS"):
        answers(primary).begin(KEY, FINGERPRINT)

    assert store.begin(KEY, FINGERPRINT) == ANSWER


def test_draw__without_a_replica__is_neither_promised_nor_taken(primary: redis.Redis, trouble: Trouble) -> None:
    patient, short = (RedisDrawStore(primary, wait=Wait(1, ms)) for ms in (LONG_ENOUGH_MS, SHORT_MS))
    patient.promise("draw", SEED, 60)
    with trouble():
        with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
            short.promise("other", SEED, 60)
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
                short.take("draw", "first", "its-retries")

    assert patient.take("draw", "first", "its-retries") == TakenDraw(SEED, "first", "its-retries")


def test_draw__taken_before_the_replica_went__is_not_revealed_again(primary: redis.Redis, trouble: Trouble) -> None:
    patient = RedisDrawStore(primary, wait=Wait(1, LONG_ENOUGH_MS))
    patient.promise("draw", SEED, 60)
    patient.take("draw", "first")

    with trouble(), pytest.raises(StoreUnavailable, match="NOREPLICAS"):
        RedisDrawStore(primary, wait=Wait(1, SHORT_MS)).take("draw", "first")

    assert patient.take("draw", "first") == TakenDraw(SEED, "first")


def test_revision__without_a_replica__is_not_followed_until_it_is_back(primary: redis.Redis, trouble: Trouble) -> None:
    one, two = kept(1), kept(2)
    log = RedisTuningLog(primary, wait=Wait(1, SHORT_MS))
    patient = RedisTuningLog(primary, wait=Wait(1, LONG_ENOUGH_MS))
    patient.append(one)
    assert patient.head() == LogHead(1, one.id)
    with trouble():
        for _ in range(2):
            with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
                log.append(two)
        with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
            log.head()

    patient.append(two)
    assert log.head() == patient.head() == LogHead(2, two.id)


def test_head__that_is_known__needs_no_replica(primary: redis.Redis, trouble: Trouble) -> None:
    log = RedisTuningLog(primary, wait=Wait(1, LONG_ENOUGH_MS))
    assert log.head() == EMPTY_LOG
    log.append(kept(1))
    known = log.head()

    with trouble():
        assert log.head() == known


def test_write__reply_lost_on_the_way__still_waits_for_the_replica(pair: ReplicatedPair, primary: redis.Redis) -> None:
    """The repeat goes over another connection, finds the draw taken and writes nothing but the touch."""
    RedisDrawStore(primary).promise("draw", SEED, 60)
    link = LossyLink(pair.url)
    with connect(link.url, timeout_s=30) as client:
        draws = RedisDrawStore(client, wait=Wait(1, LONG_ENOUGH_MS))
        draws.take("none", "warms the connection up")
        with pair.replica_hangs():
            link.lose_next_answer()
            with pytest.raises(StoreUnavailable, match="NOREPLICAS"):
                RedisDrawStore(client, wait=Wait(1, SHORT_MS)).take("draw", "first")
            assert link.has_lost
        assert draws.take("draw", "first") == TakenDraw(SEED, "first")
    link.close()


def test_write__of_a_script_that_the_server_has_forgotten__loads_it(primary: redis.Redis) -> None:
    script = DurableWrites(primary, Wait(1, LONG_ENOUGH_MS)).script("return redis.call('SET', KEYS[1], ARGV[1])")
    primary.script_flush()

    assert script([keys.ONE.trials[0]], ["value"]) == b"OK"
    assert primary.get(keys.ONE.trials[0]) == b"value"


@pytest.mark.parametrize("wait", [NO_WAIT, Wait(1, LONG_ENOUGH_MS)])
def test_write__each__is_one_round_trip(primary: redis.Redis, wait: Wait) -> None:
    writes = DurableWrites(primary, wait)
    writes.execute("key", "SET", "key", "value")
    before = calls(primary)

    writes.execute("key", "SET", "key", "value")

    sent = {command: number - before.get(command, 0) for command, number in calls(primary).items()}
    assert sent["set"] == (2 if wait.replicas else 1)
    assert sent.get("wait", 0) == (1 if wait.replicas else 0)
    assert not {"exists", "multi", "client|setname", "hello"} & {name for name, number in sent.items() if number}


def calls(client: redis.Redis) -> dict[str, int]:
    return {name.removeprefix("cmdstat_"): stats["calls"] for name, stats in client.info("commandstats").items()}


def test_write__to_a_replica__is_unavailable(replica: redis.Redis) -> None:
    with pytest.raises(StoreUnavailable, match="read only"):
        RedisDrawStore(replica, wait=Wait(1, SHORT_MS)).take("draw", "first")


def test_write__that_fewer_replicas_have_than_must__does_not_count(primary: redis.Redis) -> None:
    writes = DurableWrites(primary, Wait(2, SHORT_MS))

    with pytest.raises(NotReplicated, match="1 of 2 replicas"):
        writes.execute("key", "SET", "key", "value")
