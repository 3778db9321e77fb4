"""Answers kept without asking for a lease first, and looked for without taking one."""

import pytest

from service.idempotency.ports import IdempotencyStore, IdempotencyStoreFull, KeptAnswer, KeyInUse, KeyReused
from service.idempotency.redis import BUDGET_STEPS
from tests.adapters.idempotency_workers import (
    ANSWER,
    INCOMPRESSIBLE,
    KEY,
    KEYS,
    OTHER_ANSWER,
    OTHER_KEY,
    SOON_S,
    THAT,
    THIRD_KEY,
    THIS,
    Workers,
    begun,
)


def test_keep__free_key__stores_the_answer(workers: Workers) -> None:
    assert workers.store().keep(KEY, THIS, ANSWER) is None
    assert workers.store().begin(KEY, THIS) == ANSWER
    assert workers.store().find(KEY, THIS) == ANSWER


def test_keep__key_with_an_answer__returns_it_or_refuses(workers: Workers) -> None:
    workers.store().keep(KEY, THIS, ANSWER)

    assert workers.store().keep(KEY, THIS, OTHER_ANSWER) == ANSWER
    with pytest.raises(KeyReused):
        workers.store().keep(KEY, THAT, OTHER_ANSWER)
    assert workers.store().find(KEY, THIS) == ANSWER


def test_keep__leased_key__is_refused_until_the_lease_is_given_back(workers: Workers) -> None:
    lease = begun(workers.store())

    with pytest.raises(KeyInUse):
        workers.store().keep(KEY, THIS, ANSWER)
    with pytest.raises(KeyReused):
        workers.store().keep(KEY, THAT, ANSWER)
    workers.store().release(lease)
    assert workers.store().keep(KEY, THIS, ANSWER) is None


def test_keep__answer_that_is_kept_for_its_time__makes_way(workers: Workers) -> None:
    idempotency = workers.store(keep_s=SOON_S)
    idempotency.keep(KEY, THIS, ANSWER)
    workers.pass_time(2 * SOON_S)

    assert idempotency.keep(KEY, THAT, OTHER_ANSWER) is None


def test_find__key_of_no_answer__says_whose_it_is_and_leaves_it(workers: Workers) -> None:
    idempotency = workers.store()
    assert idempotency.find(KEY, THIS) is None

    lease = begun(idempotency)
    with pytest.raises(KeyInUse):
        idempotency.find(KEY, THIS)
    with pytest.raises(KeyReused):
        idempotency.find(KEY, THAT)
    assert idempotency.finish(lease, ANSWER) is None


def keep_until_full(idempotency: IdempotencyStore) -> tuple[int, list[int], int]:
    """Keeps answers of two sizes. How many there were, their sizes in order, and when the oldest one makes way."""
    sizes: list[int] = []
    for number, key in enumerate(KEYS):
        answer = KeptAnswer(200, "text/plain", INCOMPRESSIBLE if number % 3 else INCOMPRESSIBLE[:40])
        try:
            idempotency.keep(key, THIS, answer)
        except IdempotencyStoreFull as full:
            return number, sizes, full.retry_after_s
        sizes.append(len(answer.body) + 256)
    pytest.fail("There is always room.")


@pytest.mark.parametrize("budget", [12_000, 300_000, 1 << 20])
def test_budget__of_answers_kept_without_a_lease__is_exceeded_by_one_at_most(workers: Workers, budget: int) -> None:
    idempotency = workers.store(budget)

    kept, sizes, retry_after_s = keep_until_full(idempotency)

    # Counted are at least these sizes, and at most half as much again.
    assert sum(sizes[:-1]) < budget < 1.5 * sum(sizes) + 256 + budget // BUDGET_STEPS
    assert 23 * 3600 <= retry_after_s <= 25 * 3600
    assert idempotency.find(KEYS[kept], THIS) is None


def test_budget__used_up__refuses_only_answers_that_have_no_lease(workers: Workers) -> None:
    idempotency = workers.store(budget=1)
    lease = begun(idempotency, OTHER_KEY)
    idempotency.keep(KEY, THIS, ANSWER)

    with pytest.raises(IdempotencyStoreFull):
        idempotency.keep(THIRD_KEY, THIS, ANSWER)
    assert idempotency.keep(KEY, THIS, OTHER_ANSWER) == ANSWER
    assert idempotency.finish(lease, OTHER_ANSWER) is None
