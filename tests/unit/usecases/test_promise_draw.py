"""Promising a draw: fixed, kept, and shown only as a hash."""

from dataclasses import asdict
from datetime import UTC, datetime
from hashlib import sha256

import pytest

from service.draws.ports import TakenDraw
from service.draws.promise import PromiseDraw, PromiseDrawInput
from service.engines.draws import DrawPurpose
from service.errors import StoreUnavailable
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.system import KnownSeeds, NumberedIdentifiers, StoppedClock, numbered

SEED = bytes(range(7, 39))


def promise(draws: InMemoryDrawStore) -> PromiseDraw:
    return PromiseDraw(draws, KnownSeeds(SEED), NumberedIdentifiers(), draws.clock)


@pytest.fixture
def clock() -> StoppedClock:
    return StoppedClock(datetime(2026, 5, 4, 23, 59, 30, 123456, UTC))


def test_promise_draw__nothing_said__lasts_ten_minutes(clock: StoppedClock) -> None:
    promised = promise(InMemoryDrawStore(clock))(PromiseDrawInput())

    assert promised.expires_at == datetime(2026, 5, 5, 0, 9, 30, 123456, UTC)


def test_promise_draw__until_it_expires__can_be_taken_with_the_seed_of_its_hash(clock: StoppedClock) -> None:
    draws = InMemoryDrawStore(clock)
    promised = promise(draws)(PromiseDrawInput(expires_in_seconds=30))

    clock.pass_time(seconds=29.999)
    assert draws.take(numbered(1), "first") == TakenDraw(SEED, "first")
    assert promised.draw_id == numbered(1)
    assert promised.server_seed_hash == sha256(SEED).hexdigest()

    clock.pass_time(seconds=0.001)
    assert clock.now() == promised.expires_at
    assert draws.take(numbered(1), "first") is None


@pytest.mark.parametrize("purpose", DrawPurpose)
def test_promise_draw__for_a_purpose__is_kept_for_that(clock: StoppedClock, purpose: DrawPurpose) -> None:
    draws = InMemoryDrawStore(clock)

    assert promise(draws)(PromiseDrawInput(purpose=purpose)).purpose is purpose
    assert draws.take(numbered(1), "first", "", purpose) == TakenDraw(SEED, "first", "", purpose)


def test_promise_draw__what_is_answered__is_not_the_seed(clock: StoppedClock) -> None:
    told = repr(asdict(promise(InMemoryDrawStore(clock))(PromiseDrawInput())))

    assert SEED.hex() not in told
    assert repr(SEED) not in told


def test_promise_draw__store_unavailable__promises_nothing(clock: StoppedClock) -> None:
    with pytest.raises(StoreUnavailable):
        promise(InMemoryDrawStore(clock, unavailable=True))(PromiseDrawInput())
