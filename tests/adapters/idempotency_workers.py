"""Keys, answers and stores for the tests of idempotency stores."""

import time
from hashlib import sha256
from typing import Protocol

import redis

from service.idempotency.ports import IdempotencyStore, IdempotencyStoreFull, KeptAnswer, Lease
from service.idempotency.redis import RedisIdempotencyStore
from service.store.client import Client
from service.store.keys import CLUSTER, layout
from service.store.wait import NO_WAIT, Wait
from tests.fakes.idempotency_store import Entry, InMemoryIdempotencyStore
from tests.fakes.system import StoppedClock

KEYS = [
    key
    for key in (sha256(b"%d" % number).digest() for number in range(6_400))
    if CLUSTER.idempotency_bytes(key) == CLUSTER.idempotency_bytes(bytes(32))
]
"""Of one group: in a cluster, each group has its share of the budget."""
KEY, OTHER_KEY, THIRD_KEY = KEYS[:3]
THIS, THAT = (sha256(text).digest() for text in (b"this request", b"that request"))
ANSWER = KeptAnswer(200, "application/json", b'{"hand": "royal flush"}')
OTHER_ANSWER = KeptAnswer(200, "application/json", b'{"hand": "pair"}')
INCOMPRESSIBLE = b"".join(sha256(bytes([number])).digest() for number in range(125))
LONG_ENOUGH_MS = 20_000
"""For a replica on a busy machine."""
SOON_S = 0.06
"""A short life for what a test outlives; what must not run out in a test lives for a minute or a day."""


class Workers(Protocol):
    """Retry stores that know the same entries, and time that passes for them."""

    def store(self, budget: int = 1 << 20, lease_s: float = 60, keep_s: float = 86_400) -> IdempotencyStore: ...

    def unavailable(self) -> IdempotencyStore: ...

    def pass_time(self, seconds: float) -> None: ...


class InMemoryWorkers:
    def __init__(self) -> None:
        self._clock = StoppedClock()
        self._entries: dict[bytes, Entry] = {}

    def store(self, budget: int = 1 << 20, lease_s: float = 60, keep_s: float = 86_400) -> IdempotencyStore:
        return InMemoryIdempotencyStore(self._clock, budget, lease_s=lease_s, keep_s=keep_s, entries=self._entries)

    def unavailable(self) -> IdempotencyStore:
        return InMemoryIdempotencyStore(self._clock, unavailable=True)

    def pass_time(self, seconds: float) -> None:
        self._clock.pass_time(seconds=seconds)


class RedisWorkers:
    def __init__(self, client: Client, no_store: redis.Redis, wait: Wait = NO_WAIT) -> None:
        self._client = client
        self._no_store = no_store
        self._wait = wait

    def store(self, budget: int = 1 << 20, lease_s: float = 60, keep_s: float = 86_400) -> IdempotencyStore:
        of_all = budget * layout(self._client).groups
        return RedisIdempotencyStore(self._client, of_all, wait=self._wait, lease_s=lease_s, keep_s=keep_s)

    def unavailable(self) -> IdempotencyStore:
        return RedisIdempotencyStore(self._no_store, 1 << 20, wait=self._wait)

    def pass_time(self, seconds: float) -> None:
        time.sleep(seconds)


def begun(idempotency: IdempotencyStore, key: bytes = KEY, fingerprint: bytes = THIS) -> Lease:
    """The lease that must be there to be had."""
    lease = idempotency.begin(key, fingerprint)
    assert isinstance(lease, Lease)
    return lease


def keep(idempotency: IdempotencyStore, answer: KeptAnswer = ANSWER, key: bytes = KEY) -> None:
    assert idempotency.finish(begun(idempotency, key), answer) is None


def until_full(idempotency: IdempotencyStore, body: bytes, most: int) -> int:
    """How many answers with this body are kept before there is no room for more."""
    for number in range(most):
        try:
            lease = idempotency.begin(KEYS[number], THIS)
        except IdempotencyStoreFull:
            return number
        assert isinstance(lease, Lease)
        assert idempotency.finish(lease, KeptAnswer(200, "text/plain", body)) is None
    return most
