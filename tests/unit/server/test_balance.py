"""How many connections each worker has, as the others see it."""

import pytest

from service.server.balance import Balance, Share


@pytest.fixture
def balance() -> Balance:
    return Balance()


@pytest.fixture
def mine(balance: Balance) -> Share:
    return begun(balance, 1)


def begun(balance: Balance, worker: int, connections: int = 0) -> Share:
    share = balance.share(worker)
    share.begin()
    for _ in range(connections):
        share.opened()
    return share


def test_worker__alone__is_above_no_other(mine: Share) -> None:
    mine.opened()

    assert not mine.is_above_another()


@pytest.mark.parametrize("fewer", [0, 1])
def test_worker__with_two__is_above_one_with_fewer(balance: Balance, mine: Share, fewer: int) -> None:
    mine.opened()
    mine.opened()
    begun(balance, 2, fewer)

    assert mine.is_above_another()


@pytest.mark.parametrize("as_many", [2, 3])
def test_worker__with_two__is_not_above_one_with_as_many(balance: Balance, mine: Share, as_many: int) -> None:
    mine.opened()
    mine.opened()
    begun(balance, 2, as_many)

    assert not mine.is_above_another()


def test_connections__closed__no_longer_count(balance: Balance, mine: Share) -> None:
    mine.opened()
    mine.closed()
    begun(balance, 2)

    assert not mine.is_above_another()


def test_worker__that_accepts_no_more__is_left_nothing(balance: Balance, mine: Share) -> None:
    mine.opened()
    begun(balance, 2).end()

    assert not mine.is_above_another()


def test_worker__that_was_not_seen_for_long__is_left_nothing() -> None:
    now = 1000.0
    balance = Balance(lambda: now)
    mine = begun(balance, 1, 1)
    begun(balance, 2)
    assert mine.is_above_another()

    now += 10

    assert not mine.is_above_another()
