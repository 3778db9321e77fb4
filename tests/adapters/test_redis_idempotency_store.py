"""Safe retries in Redis: what the scripts leave in the store, and what repeated and racing calls come to."""

import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import sha256
from threading import Barrier

import pytest
import redis

from service.errors import StoreUnavailable
from service.idempotency.ports import AnswerUncertain, KeptAnswer, KeyInUse, Lease
from service.idempotency.redis import KEEP_S, LEASE_S, SLICE_S, RedisIdempotencyStore, entry_bytes, pack
from service.store import keys
from service.store.client import connect
from tests.adapters.lossy_link import LossyLink
from tests.builders.actions import PVE
from tests.contract_client import ContractClient
from tests.fakes.app import make_app

KEY, FINGERPRINT = (sha256(text).digest() for text in (b"a key", b"a request"))
NAME = keys.ONE.idempotency(KEY)
ANSWER = KeptAnswer(200, "application/json", b'{"hand": "royal flush"}')
THREADS = 50


@pytest.fixture
def idempotency(store: redis.Redis) -> RedisIdempotencyStore:
    return RedisIdempotencyStore(store, 1 << 20)


def digest(number: int) -> bytes:
    return sha256(b"%d" % number).digest()


def begun(idempotency: RedisIdempotencyStore, key: bytes = KEY) -> Lease:
    lease = idempotency.begin(key, FINGERPRINT)
    assert isinstance(lease, Lease)
    return lease


def counted(store: redis.Redis) -> int:
    return sum(map(int, store.hvals(keys.ONE.idempotency_bytes(KEY))))


def test_entry__at_each_step__lives_as_long_as_promised(store: redis.Redis, idempotency: RedisIdempotencyStore) -> None:
    lease = begun(idempotency)
    assert 0 < store.pttl(NAME) <= LEASE_S * 1000

    idempotency.finish(lease, ANSWER)
    day = 24 * 3600 * 1000
    assert day - 5_000 < store.pttl(NAME) <= day
    assert day < store.pttl(keys.ONE.idempotency_bytes(KEY)) <= day * 25 // 24
    assert store.dbsize() == store.exists(NAME, keys.ONE.idempotency_bytes(KEY)) == 2


def test_begin_and_finish__each__is_one_command(store: redis.Redis, idempotency: RedisIdempotencyStore) -> None:
    idempotency.finish(begun(idempotency), ANSWER)
    store.config_resetstat()

    idempotency.finish(begun(idempotency, digest(1)), ANSWER)

    assert store.info("commandstats")["cmdstat_evalsha"]["calls"] == 2


def test_keep_and_find__each__is_one_command(store: redis.Redis, idempotency: RedisIdempotencyStore) -> None:
    idempotency.keep(KEY, FINGERPRINT, ANSWER)
    store.config_resetstat()

    idempotency.keep(digest(1), FINGERPRINT, ANSWER)
    idempotency.find(digest(1), FINGERPRINT)

    stats = store.info("commandstats")
    assert stats["cmdstat_evalsha"]["calls"] == 1
    assert "cmdstat_hgetall" not in stats  # the hours are not added up for each answer


def test_keep__its_reply_lost_on_the_way__has_kept_the_answer_once(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    idempotency = RedisIdempotencyStore(lossy_store, 1 << 20)
    idempotency.keep(digest(1), FINGERPRINT, ANSWER)
    link.lose_next_answer()

    assert idempotency.keep(KEY, FINGERPRINT, ANSWER) is None

    assert link.has_lost
    assert counted(store) == 2 * entry_bytes(pack(ANSWER))


@pytest.mark.parametrize("call", ["keep", "finish"])
def test_answer__whose_replies_are_all_lost__is_uncertain_and_finishing_again_finds_out(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink, call: str
) -> None:
    idempotency = RedisIdempotencyStore(lossy_store, 1 << 20)
    lease = begun(idempotency)
    idempotency.release(lease)
    link.lose_all_answers()

    arguments = {"keep": (KEY, FINGERPRINT, ANSWER), "finish": (lease, ANSWER)}[call]
    with pytest.raises(AnswerUncertain) as uncertain:
        getattr(idempotency, call)(*arguments)

    direct = RedisIdempotencyStore(store, 1 << 20)
    assert direct.find(KEY, FINGERPRINT) == ANSWER
    assert direct.finish(uncertain.value.lease, ANSWER) is None
    assert direct.keep(KEY, FINGERPRINT, KeptAnswer(200, "text/plain", b"another")) == ANSWER
    assert counted(store) == entry_bytes(pack(ANSWER))


def test_keep__refused_by_the_store__is_certainly_not_kept(
    store: redis.Redis, idempotency: RedisIdempotencyStore
) -> None:
    idempotency.keep(digest(1), FINGERPRINT, ANSWER)
    store.config_set("maxmemory", 1)
    try:
        with pytest.raises(StoreUnavailable) as refused:
            idempotency.keep(KEY, FINGERPRINT, ANSWER)
    finally:
        store.config_set("maxmemory", 0)

    assert not isinstance(refused.value, AnswerUncertain)
    assert idempotency.find(KEY, FINGERPRINT) is None


def test_begin__its_reply_lost_on_the_way__has_still_begun(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    idempotency = RedisIdempotencyStore(lossy_store, 1 << 20)
    begun(idempotency, digest(1))
    link.lose_next_answer()

    lease = begun(idempotency)

    assert link.has_lost
    assert idempotency.finish(lease, ANSWER) is None
    assert RedisIdempotencyStore(store, 1 << 20).begin(KEY, FINGERPRINT) == ANSWER


def test_finish__its_reply_lost_on_the_way__has_kept_the_answer_once(
    store: redis.Redis, lossy_store: redis.Redis, link: LossyLink
) -> None:
    idempotency = RedisIdempotencyStore(lossy_store, 1 << 20)
    lease = begun(idempotency)
    link.lose_next_answer()

    assert idempotency.finish(lease, ANSWER) is None

    assert link.has_lost
    assert counted(store) == entry_bytes(pack(ANSWER))
    assert idempotency.begin(KEY, FINGERPRINT) == ANSWER


def test_begin__executed_late_after_its_request_has_answered__leaves_the_answer(store: redis.Redis) -> None:
    same = RedisIdempotencyStore(store, 1 << 20, new_token=lambda: b"the same 16 byte")
    same.finish(begun(same), ANSWER)

    begun(same)

    assert RedisIdempotencyStore(store, 1 << 20).begin(KEY, FINGERPRINT) == ANSWER


def test_scripts__forgotten_by_the_store__are_sent_again(
    store: redis.Redis, idempotency: RedisIdempotencyStore
) -> None:
    lease = begun(idempotency)
    store.script_flush()
    assert idempotency.finish(lease, ANSWER) is None
    store.script_flush()
    idempotency.release(lease)
    store.script_flush()
    assert idempotency.begin(KEY, FINGERPRINT) == ANSWER


def test_key__begun_by_many_at_once__is_leased_to_one(store_url: str, store: redis.Redis) -> None:
    at_once = Barrier(THREADS)

    def begin(_: int) -> bool:
        with connect(store_url, timeout_s=5) as client:
            idempotency = RedisIdempotencyStore(client, 1 << 20)
            at_once.wait()
            try:
                return isinstance(idempotency.begin(KEY, FINGERPRINT), Lease)
            except KeyInUse:
                return False

    with ThreadPoolExecutor(THREADS) as pool:
        assert sum(pool.map(begin, range(THREADS))) == 1
    assert store.exists(NAME)


@pytest.mark.parametrize("size", [0, 1, 100, 700, 1_500, 20_000, 1_100_000])
def test_counted_bytes__of_answers_of_any_size__are_never_less_than_the_store_uses(
    store: redis.Redis, size: int
) -> None:
    idempotency = RedisIdempotencyStore(store, 1 << 30)
    body = b"".join(digest(number) for number in range(size // 32 + 1))[:size]
    for number in range(5):
        idempotency.finish(begun(idempotency, digest(number)), KeptAnswer(200, "application/json", body))

    used = sum(store.memory_usage(key) or 0 for key in store.keys("destiny:retry:*"))
    assert used <= counted(store) <= 1.3 * used + 5 * 256
    assert counted(store) == 5 * entry_bytes(pack(KeptAnswer(200, "application/json", body)))


def test_counts__slices_whose_answers_have_run_out__are_forgotten(store: redis.Redis) -> None:
    idempotency = RedisIdempotencyStore(store, 1000)
    idempotency.finish(begun(idempotency), ANSWER)
    now = int(store.hkeys(keys.ONE.idempotency_bytes(KEY))[0])
    slices = int(KEEP_S / SLICE_S)
    # Answers of the slice that is a whole day before may have come at its end, and be there still.
    for age, size in ((slices, 5), (slices + 1, 5_000), (slices + 100, 5_000)):
        store.hset(keys.ONE.idempotency_bytes(KEY), str(now - age), str(size))

    begun(idempotency, digest(1))

    assert {int(field) for field in store.hkeys(keys.ONE.idempotency_bytes(KEY))} == {now, now - slices}


def test_counts__after_another_time_was_set__go_on(store: redis.Redis) -> None:
    for hours, key in ((24, KEY), (1, digest(1)), (168, digest(2))):
        idempotency = RedisIdempotencyStore(store, 1 << 20, keep_s=hours * 3600)
        idempotency.finish(begun(idempotency, key), ANSWER)
        assert (hours - 1) * 3600 < store.ttl(keys.ONE.idempotency(key)) <= hours * 3600

    assert store.hlen(keys.ONE.idempotency_bytes(KEY)) == 1


def test_counts__nothing_kept_for_long__are_gone(store: redis.Redis) -> None:
    idempotency = RedisIdempotencyStore(store, 1000, keep_s=0.048)
    idempotency.finish(begun(idempotency), ANSWER)
    time.sleep(0.1)

    assert not store.exists(NAME, keys.ONE.idempotency_bytes(KEY))


def attempts(silent: socket.socket) -> int:
    """How many connections wait at this server: the client makes one for each attempt at a command."""
    silent.setblocking(False)
    made = 0
    with suppress(BlockingIOError):
        while True:
            silent.accept()[0].close()
            made += 1
    return made


def test_request_with_a_key__store_that_never_answers__is_refused_after_two_attempts() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        client = connect(f"redis://127.0.0.1:{silent.getsockname()[1]}/0", timeout_s=0.1)
        game = ContractClient(make_app(idempotency=RedisIdempotencyStore(client, 1 << 20)))

        refused = game.post("/v1/resolve", json=PVE, headers={"Idempotency-Key": "a"})

        assert refused.status_code == 503
        assert refused.headers["Retry-After"] == "1"
        assert attempts(silent) == 2
        assert game.post("/v1/resolve", json=PVE).status_code == 200
        assert attempts(silent) == 0
