"""What comes of idempotency keys, counted."""

import pytest

from service.errors import StoreUnavailable
from service.idempotency.ports import AnswerUncertain, IdempotencyStoreFull, KeptAnswer, KeyInUse, KeyReused, Lease
from service.idempotency.store_wrappers import CountingIdempotencyStore
from service.metrics.definitions import KEYED_REQUESTS
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.metrics import PlainMetrics
from tests.fakes.system import StoppedClock

KEY, THIS, THAT = b"key", b"this request", b"that request"
ANSWER = KeptAnswer(200, "application/json", b"{}")


class Counted:
    """A store that counts, over one in memory."""

    def __init__(self, budget: int = 1_000_000) -> None:
        self.clock = StoppedClock()
        self.store = InMemoryIdempotencyStore(self.clock, budget=budget)
        self.metrics = PlainMetrics()
        self.idempotency = CountingIdempotencyStore(self.store, self.metrics)

    def begin(self, key: bytes = KEY, fingerprint: bytes = THIS) -> Lease:
        begun = self.idempotency.begin(key, fingerprint)
        assert isinstance(begun, Lease)
        return begun

    @property
    def results(self) -> dict[str, int]:
        return {label: number for (counter, label), number in self.metrics.counts.items() if counter is KEYED_REQUESTS}


def test_answer__kept_and_given_again__is_counted_so() -> None:
    counted = Counted()
    assert counted.idempotency.finish(counted.begin(), ANSWER) is None

    assert [counted.idempotency.begin(KEY, THIS) for _ in range(2)] == [ANSWER, ANSWER]

    assert counted.results == {"kept": 1, "replayed": 2}


@pytest.mark.parametrize(
    ("key", "fingerprint", "refusal", "result"),
    [
        (KEY, THAT, KeyReused, "reused"),
        (KEY, THIS, KeyInUse, "in_use"),
        (b"another", THIS, IdempotencyStoreFull, "full"),
    ],
)
def test_key__that_cannot_be_had__is_counted_by_the_reason(
    key: bytes, fingerprint: bytes, refusal: type[Exception], result: str
) -> None:
    counted = Counted(budget=1)
    lease = counted.begin()
    if refusal is IdempotencyStoreFull:
        counted.store.finish(lease, ANSWER)

    with pytest.raises(refusal):
        counted.idempotency.begin(key, fingerprint)

    assert counted.results == {result: 1}


def test_answer__that_may_not_have_been_kept__is_uncertain() -> None:
    counted = Counted()
    lease = counted.begin()
    counted.store.unavailable = True

    with pytest.raises(StoreUnavailable):
        counted.idempotency.finish(lease, ANSWER)
    with pytest.raises(StoreUnavailable):
        counted.idempotency.begin(KEY, THIS)

    assert counted.results == {"uncertain": 1}


def test_lease__lost_to_another_request__is_counted_whether_that_has_answered_or_not() -> None:
    counted = Counted()
    first = counted.begin()
    counted.clock.pass_time(minutes=2)
    second = counted.begin()
    with pytest.raises(KeyInUse):
        counted.idempotency.finish(first, ANSWER)
    counted.idempotency.finish(second, ANSWER)

    assert counted.idempotency.finish(first, KeptAnswer(200, "application/json", b"[]")) == ANSWER

    assert counted.results == {"lost": 2, "kept": 1}


def test_lease__given_back__is_free_and_not_counted() -> None:
    counted = Counted()
    counted.idempotency.release(counted.begin())

    assert counted.begin()
    assert counted.results == {}


def test_answer__kept_without_a_lease__is_counted_by_what_came_of_it() -> None:
    counted = Counted()
    assert counted.idempotency.keep(KEY, THIS, ANSWER) is None
    assert counted.idempotency.keep(KEY, THIS, ANSWER) == ANSWER
    assert counted.idempotency.find(KEY, THIS) == ANSWER
    assert counted.idempotency.find(b"another", THIS) is None
    with pytest.raises(KeyReused):
        counted.idempotency.keep(KEY, THAT, ANSWER)
    with pytest.raises(KeyReused):
        counted.idempotency.find(KEY, THAT)

    assert counted.results == {"kept": 1, "replayed": 2, "reused": 2}


def test_answer__kept_without_a_lease_and_without_room__is_full() -> None:
    counted = Counted(budget=1)
    counted.idempotency.keep(KEY, THIS, ANSWER)

    with pytest.raises(IdempotencyStoreFull):
        counted.idempotency.keep(b"another", THIS, ANSWER)

    assert counted.results == {"kept": 1, "full": 1}


def test_answer__not_sent_to_the_store__is_not_uncertain() -> None:
    counted = Counted()
    counted.store.unavailable = True

    with pytest.raises(StoreUnavailable):
        counted.idempotency.keep(KEY, THIS, ANSWER)

    assert counted.results == {}


def test_answer__kept_without_a_reply__is_uncertain() -> None:
    counted = Counted()

    class Unsure(InMemoryIdempotencyStore):
        def finish(self, lease: Lease, _: KeptAnswer) -> KeptAnswer | None:
            raise AnswerUncertain(lease, "timed out")

    unsure = CountingIdempotencyStore(Unsure(counted.clock), counted.metrics)
    with pytest.raises(AnswerUncertain):
        unsure.keep(KEY, THIS, ANSWER)

    assert counted.results == {"uncertain": 1}
