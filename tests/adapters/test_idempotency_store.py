"""Any retry store: who has a key, which answer counts, how long, and how much; in memory and in Redis alike."""

from typing import Any

import pytest

from service.errors import StoreUnavailable
from service.idempotency.ports import (
    AnswerUncertain,
    IdempotencyStoreFull,
    KeptAnswer,
    KeyInUse,
    KeyReused,
    Lease,
    LeaseUncertain,
)
from tests.adapters.idempotency_workers import (
    ANSWER,
    INCOMPRESSIBLE,
    KEY,
    OTHER_ANSWER,
    OTHER_KEY,
    SOON_S,
    THAT,
    THIRD_KEY,
    THIS,
    Workers,
    begun,
    keep,
    until_full,
)


def test_key__new__is_leased_to_its_request(workers: Workers) -> None:
    lease = workers.store().begin(KEY, THIS)

    assert isinstance(lease, Lease)
    assert (lease.key, lease.fingerprint) == (KEY, THIS)


def test_key__of_a_request_under_way__is_in_use_for_the_same_and_taken_for_another(workers: Workers) -> None:
    begun(workers.store())

    with pytest.raises(KeyInUse):
        workers.store().begin(KEY, THIS)
    with pytest.raises(KeyReused):
        workers.store().begin(KEY, THAT)
    begun(workers.store(), OTHER_KEY)


@pytest.mark.parametrize("body", [b"", b"-", b"\n\r\nz200\x00\xff", b"[1]" * 400_000, INCOMPRESSIBLE])
@pytest.mark.parametrize(("status", "media_type"), [(200, "application/json"), (201, "text/plain; charset=utf-8")])
def test_key__with_an_answer__gives_it_unchanged(workers: Workers, status: int, media_type: str, body: bytes) -> None:
    answer = KeptAnswer(status, media_type, body)
    keep(workers.store(budget=1 << 30), answer)

    assert workers.store().begin(KEY, THIS) == answer
    assert workers.store().begin(KEY, THIS) == answer
    with pytest.raises(KeyReused):
        workers.store().begin(KEY, THAT)


def test_answer__kept_twice_by_its_request__is_kept_once(workers: Workers) -> None:
    idempotency = workers.store()
    lease = begun(idempotency)

    assert idempotency.finish(lease, ANSWER) is None
    assert idempotency.finish(lease, ANSWER) is None
    assert idempotency.begin(KEY, THIS) == ANSWER


def test_key__released__is_free_for_any_request(workers: Workers) -> None:
    idempotency = workers.store()
    idempotency.release(begun(idempotency))
    idempotency.release(begun(idempotency, fingerprint=THAT))

    keep(idempotency)


def test_key__released_when_it_has_an_answer__keeps_it(workers: Workers) -> None:
    idempotency = workers.store()
    lease = begun(idempotency)
    idempotency.finish(lease, ANSWER)
    idempotency.release(lease)

    assert idempotency.begin(KEY, THIS) == ANSWER


def test_key__released_by_a_request_that_has_lost_it__stays_with_the_other(workers: Workers) -> None:
    lost = begun(workers.store(lease_s=SOON_S))
    workers.pass_time(2 * SOON_S)
    begun(workers.store())
    workers.store().release(lost)

    with pytest.raises(KeyInUse):
        workers.store().begin(KEY, THIS)


def test_lease__run_out__is_given_to_the_next_request_whatever_it_asks(workers: Workers) -> None:
    short = workers.store(lease_s=SOON_S)
    begun(short)
    workers.pass_time(2 * SOON_S)
    begun(short, fingerprint=THAT)
    workers.pass_time(2 * SOON_S)

    keep(short)


def test_lease__run_out_and_wanted_by_no_other__is_good_for_an_answer(workers: Workers) -> None:
    idempotency = workers.store(lease_s=SOON_S)
    lease = begun(idempotency)
    workers.pass_time(2 * SOON_S)

    assert idempotency.finish(lease, ANSWER) is None
    assert idempotency.begin(KEY, THIS) == ANSWER


def test_lease__lost_to_one_under_way__is_no_good_for_an_answer(workers: Workers) -> None:
    lost = begun(workers.store(lease_s=SOON_S))
    workers.pass_time(2 * SOON_S)
    winner = begun(workers.store())

    with pytest.raises(KeyInUse):
        workers.store().finish(lost, OTHER_ANSWER)
    assert workers.store().finish(winner, ANSWER) is None
    assert workers.store().begin(KEY, THIS) == ANSWER


def test_lease__lost_to_one_with_an_answer__gets_that_answer(workers: Workers) -> None:
    lost = begun(workers.store(lease_s=SOON_S))
    workers.pass_time(2 * SOON_S)
    keep(workers.store())

    assert workers.store().finish(lost, OTHER_ANSWER) == ANSWER
    assert workers.store().begin(KEY, THIS) == ANSWER


def test_lease__lost_to_another_request__is_no_good_for_an_answer(workers: Workers) -> None:
    lost = begun(workers.store(lease_s=SOON_S))
    workers.pass_time(2 * SOON_S)
    begun(workers.store(), fingerprint=THAT)

    with pytest.raises(KeyReused):
        workers.store().finish(lost, ANSWER)


def test_answer__older_than_a_lease__is_kept(workers: Workers) -> None:
    idempotency = workers.store(lease_s=SOON_S)
    keep(idempotency)
    workers.pass_time(2 * SOON_S)

    assert idempotency.begin(KEY, THIS) == ANSWER


def test_answer__kept_for_its_time__makes_way(workers: Workers) -> None:
    idempotency = workers.store(keep_s=SOON_S)
    keep(idempotency)
    workers.pass_time(2 * SOON_S)

    keep(idempotency, OTHER_ANSWER)


def test_budget__of_so_many_bytes__holds_no_more_answers_than_that_and_one(workers: Workers) -> None:
    assert 2 <= until_full(workers.store(budget=12_000), INCOMPRESSIBLE, most=5) <= 3


def test_budget__of_empty_answers__counts_the_overhead_of_each(workers: Workers) -> None:
    assert until_full(workers.store(budget=10_000), b"", most=200) <= 40


def test_budget__answer_kept_twice_by_its_request__counts_it_once(workers: Workers) -> None:
    idempotency = workers.store(budget=6_000)
    lease = begun(idempotency)
    idempotency.finish(lease, KeptAnswer(200, "text/plain", INCOMPRESSIBLE))
    idempotency.finish(lease, KeptAnswer(200, "text/plain", INCOMPRESSIBLE))

    begun(idempotency, OTHER_KEY)


def test_budget__used_up__refuses_new_keys_until_the_oldest_answer_runs_out(workers: Workers) -> None:
    idempotency = workers.store(budget=1)
    under_way = begun(idempotency, OTHER_KEY)
    keep(idempotency)

    with pytest.raises(IdempotencyStoreFull) as refused:
        idempotency.begin(THIRD_KEY, THIS)
    assert 23 * 3600 <= refused.value.retry_after_s <= 25 * 3600
    assert idempotency.begin(KEY, THIS) == ANSWER
    with pytest.raises(KeyInUse):
        idempotency.begin(OTHER_KEY, THIS)
    assert idempotency.finish(under_way, OTHER_ANSWER) is None
    assert idempotency.begin(OTHER_KEY, THIS) == OTHER_ANSWER


def test_budget__of_answers_that_have_run_out__is_free_again(workers: Workers) -> None:
    idempotency = workers.store(budget=1, keep_s=4 * SOON_S)
    keep(idempotency)
    workers.pass_time(5 * SOON_S)

    keep(idempotency, key=OTHER_KEY)


def test_budget__of_released_keys__is_not_touched(workers: Workers) -> None:
    idempotency = workers.store(budget=1)
    for _ in range(3):
        idempotency.release(begun(idempotency))

    keep(idempotency)


def test_begin__store_unavailable__names_the_lease_that_it_may_have_given(workers: Workers) -> None:
    idempotency = workers.store()

    with pytest.raises(LeaseUncertain) as uncertain:
        workers.unavailable().begin(KEY, THIS)

    lease = uncertain.value.lease
    assert (lease.key, lease.fingerprint) == (KEY, THIS)
    assert lease.token
    idempotency.release(lease)  # does no harm where it was not given
    keep(idempotency)


@pytest.mark.parametrize("call", ["begin", "finish", "keep", "find", "release"])
def test_any_call__store_unavailable__says_so(workers: Workers, call: str) -> None:
    lease = Lease(KEY, THIS, b"0123456789abcdef")
    arguments: dict[str, tuple[Any, ...]] = {"begin": (KEY, THIS), "finish": (lease, ANSWER), "release": (lease,)}
    arguments |= {"keep": (KEY, THIS, ANSWER), "find": (KEY, THIS)}

    with pytest.raises(StoreUnavailable) as said:
        getattr(workers.unavailable(), call)(*arguments[call])
    assert not isinstance(said.value, AnswerUncertain)  # nothing was sent
