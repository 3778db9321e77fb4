"""Limiting the rate: the answer says what is left, and a store that is unavailable stops no request."""

import pytest

from service.auth.rate_limit import LimitRate
from service.tuning.history import TuningHistory
from tests.builders.tunings import shipped_revision
from tests.fakes.live_tuning import InMemoryLiveTuning
from tests.fakes.rate_limits import InMemoryRateLimits
from tests.fakes.system import StoppedClock
from tests.fakes.tuning_log import InMemoryTuningLog


@pytest.fixture
def limits(clock: StoppedClock) -> InMemoryRateLimits:
    return InMemoryRateLimits(clock)


@pytest.fixture
def tunings(log: InMemoryTuningLog, clock: StoppedClock) -> InMemoryLiveTuning:
    return InMemoryLiveTuning(TuningHistory(log, shipped_revision()), clock)


def test_limit_rate__store_there__says_what_is_left(
    limits: InMemoryRateLimits, clock: StoppedClock, tunings: InMemoryLiveTuning
) -> None:
    limit_rate = LimitRate(limits, clock, 2, tunings)

    taken = [limit_rate("caller") for _ in range(3)]

    assert [(one.allowed, one.remaining, one.next_in_s) for one in taken if one] == [
        (True, 1, 30),
        (True, 0, 30),
        (False, 0, 30),
    ]


def test_limit_rate__store_unavailable__lets_through_and_asks_once_a_second(
    limits: InMemoryRateLimits, clock: StoppedClock, tunings: InMemoryLiveTuning
) -> None:
    limit_rate = LimitRate(limits, clock, 1, tunings)
    limits.unavailable = True

    assert [limit_rate("caller") for _ in range(5)] == [None] * 5
    assert limits.asked == 1

    clock.pass_time(seconds=1)
    assert [limit_rate("caller") for _ in range(5)] == [None] * 5
    assert limits.asked == 2


def test_limit_rate__clock_set_back_while_the_store_is_away__still_asks_again(
    limits: InMemoryRateLimits, clock: StoppedClock, tunings: InMemoryLiveTuning
) -> None:
    limit_rate = LimitRate(limits, clock, 1, tunings)
    limits.unavailable = True
    limit_rate("caller")
    limits.unavailable = False

    clock.pass_time(hours=-1)

    assert limit_rate("caller")


def test_limit_rate__store_back_again__counts_again(
    limits: InMemoryRateLimits, clock: StoppedClock, tunings: InMemoryLiveTuning
) -> None:
    limit_rate = LimitRate(limits, clock, 1, tunings)
    limits.unavailable = True
    limit_rate("caller")
    limits.unavailable = False

    assert limit_rate("caller") is None
    clock.pass_time(seconds=1)

    taken = [limit_rate("caller") for _ in range(2)]
    assert [one and one.allowed for one in taken] == [True, False]


def test_limit_rate__store_that_makes_one_request_wait__makes_no_others_wait(
    limits: InMemoryRateLimits, clock: StoppedClock, tunings: InMemoryLiveTuning
) -> None:
    limit_rate = LimitRate(limits, clock, 1, tunings)
    limits.unavailable = True
    limit_rate("caller")
    clock.pass_time(seconds=1)
    meanwhile = []
    limits.waiting = lambda: meanwhile.append(limit_rate("another"))

    limit_rate("caller")

    assert meanwhile == [None]
    assert limits.asked == 2


def test_limit_rate__store_known_to_be_away__does_not_ask_it(
    limits: InMemoryRateLimits, clock: StoppedClock, tunings: InMemoryLiveTuning, log: InMemoryTuningLog
) -> None:
    limit_rate = LimitRate(limits, clock, 1, tunings)
    log.unavailable = True

    assert [limit_rate("caller") for _ in range(3)] == [None] * 3
    assert limits.asked == 0

    log.unavailable = False
    taken = [limit_rate("caller") for _ in range(2)]
    assert [one and one.allowed for one in taken] == [True, False]
