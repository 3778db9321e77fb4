"""Leases of requests that could not use them, or could not give them back: returned as soon as the store answers."""

from collections.abc import Callable

import pytest

from service.errors import StoreUnavailable
from service.idempotency.ports import AnswerUncertain, KeptAnswer, KeyInUse, Lease, LeaseUncertain
from service.idempotency.store_wrappers import MOST_WAITING, LeaseReturningStore
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.system import NotedBackground, StoppedClock

KEY, THIS = b"key", b"this request"
ANSWER = KeptAnswer(200, "application/json", b"{}")
OTHER_ANSWER = KeptAnswer(200, "application/json", b"[]")


class HangingStore(InMemoryIdempotencyStore):
    """While it hangs it answers no one, and it carries out later what it was asked to do."""

    def __init__(self) -> None:
        super().__init__(StoppedClock())
        self.hangs = False
        self.late: list[Callable[[], object]] = []

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        if not self.hangs:
            return super().begin(key, fingerprint)
        lease = Lease(key, fingerprint, b"late token")
        self.late.append(lambda: self.give(lease))
        raise LeaseUncertain(lease, "timed out")

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        if not self.hangs:
            return super().finish(lease, answer)
        self.late.append(lambda: InMemoryIdempotencyStore.finish(self, lease, answer))
        raise StoreUnavailable("timed out")

    def release(self, lease: Lease) -> None:
        if self.hangs:
            raise StoreUnavailable("timed out")
        super().release(lease)

    def go_on(self) -> None:
        self.hangs = False
        for late in self.late:
            late()


@pytest.fixture
def store() -> HangingStore:
    return HangingStore()


@pytest.fixture
def idempotency(store: HangingStore, background: NotedBackground) -> LeaseReturningStore:
    return LeaseReturningStore(store, background)


def begun(idempotency: LeaseReturningStore) -> Lease:
    lease = idempotency.begin(KEY, THIS)
    assert isinstance(lease, Lease)
    return lease


def test_lease__given_late__is_given_back(
    idempotency: LeaseReturningStore, store: HangingStore, background: NotedBackground
) -> None:
    store.hangs = True
    with pytest.raises(LeaseUncertain):
        idempotency.begin(KEY, THIS)
    assert background.woken == 1
    with pytest.raises(StoreUnavailable):
        idempotency.flush()
    store.go_on()
    with pytest.raises(KeyInUse):
        idempotency.begin(KEY, THIS)

    idempotency.flush()

    assert idempotency.finish(begun(idempotency), ANSWER) is None


def test_lease__whose_answer_was_certainly_not_kept__is_given_back(
    idempotency: LeaseReturningStore, store: HangingStore, background: NotedBackground
) -> None:
    lease = begun(idempotency)
    store.hangs = True
    with pytest.raises(StoreUnavailable):
        idempotency.finish(lease, ANSWER)
    assert background.woken == 1
    store.hangs = False

    idempotency.flush()

    assert idempotency.finish(begun(idempotency), OTHER_ANSWER) is None


def test_answer__kept_late__stays_when_its_lease_is_given_back(
    idempotency: LeaseReturningStore, store: HangingStore
) -> None:
    lease = begun(idempotency)
    store.hangs = True
    with pytest.raises(StoreUnavailable):
        idempotency.finish(lease, ANSWER)
    store.go_on()

    idempotency.flush()

    assert idempotency.begin(KEY, THIS) == ANSWER


def test_answer__kept_late_after_its_lease_was_given_back_and_taken_by_another__does_not_count(
    idempotency: LeaseReturningStore, store: HangingStore
) -> None:
    lease = begun(idempotency)
    store.hangs = True
    with pytest.raises(StoreUnavailable):
        idempotency.finish(lease, ANSWER)
    store.hangs = False
    idempotency.flush()
    other = begun(idempotency)

    with pytest.raises(KeyInUse):
        store.go_on()

    assert idempotency.finish(other, OTHER_ANSWER) is None
    assert idempotency.begin(KEY, THIS) == OTHER_ANSWER


def test_lease__that_could_not_be_released__is_given_back_later(
    idempotency: LeaseReturningStore, store: HangingStore
) -> None:
    lease = begun(idempotency)
    store.hangs = True
    with pytest.raises(StoreUnavailable):
        idempotency.release(lease)
    store.hangs = False

    idempotency.flush()

    begun(idempotency)


def test_leases__more_than_one_process_holds__are_the_newest(
    idempotency: LeaseReturningStore, store: HangingStore
) -> None:
    leases = [Lease(b"%d" % number, THIS, b"token") for number in range(MOST_WAITING + 1)]
    for lease in leases:
        store.give(lease)
    store.hangs = True
    for lease in leases:
        with pytest.raises(StoreUnavailable):
            idempotency.release(lease)
    store.hangs = False

    idempotency.flush()

    assert list(store.entries) == [b"0"]


@pytest.mark.parametrize("end", ["abandon", "forget"])
def test_leases__at_the_end_or_after_a_fork__are_left_to_run_out(
    idempotency: LeaseReturningStore, store: HangingStore, end: str
) -> None:
    lease = begun(idempotency)
    store.hangs = True
    with pytest.raises(StoreUnavailable):
        idempotency.release(lease)
    store.hangs = False
    getattr(idempotency, end)()

    idempotency.flush()

    assert list(store.entries) == [KEY]


def test_lease__whose_answer_may_count__is_not_given_back(background: NotedBackground) -> None:
    class Unsure(HangingStore):
        def finish(self, lease: Lease, _: KeptAnswer) -> KeptAnswer | None:
            raise AnswerUncertain(lease, "timed out")

    idempotency = LeaseReturningStore(Unsure(), background)
    with pytest.raises(AnswerUncertain):
        idempotency.finish(begun(idempotency), ANSWER)

    assert background.woken == 0


def test_answer__kept_without_a_lease__is_passed_on(idempotency: LeaseReturningStore, store: HangingStore) -> None:
    assert idempotency.keep(KEY, THIS, ANSWER) is None
    assert idempotency.find(KEY, THIS) == store.find(KEY, THIS) == ANSWER
