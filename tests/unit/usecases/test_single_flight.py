"""One at a time, and one failure for all who waited for it."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from service.errors import StoreUnavailable
from service.system.single_flight import SingleFlight


def test_single_flight__of_several_threads__never_overlap() -> None:
    flight = SingleFlight()
    inside: list[int] = []
    most = 0

    def take(number: int) -> None:
        nonlocal most
        with flight.hold():
            inside.append(number)
            most = max(most, len(inside))
            inside.remove(number)

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(take, range(500)))

    assert most == 1


def test_single_flight__after_one_that_found_the_store_unavailable__tell_those_who_waited_and_no_others() -> None:
    flight = SingleFlight()
    begun, go_on, waiting = Event(), Event(), Barrier(4)
    inside: list[str] = []

    def fail() -> None:
        with flight.hold():
            begun.set()
            go_on.wait(10)
            raise StoreUnavailable("gone")

    def wait() -> None:
        waiting.wait(10)
        with flight.hold():
            inside.append("waited")

    with ThreadPoolExecutor(4) as threads:
        failing = threads.submit(fail)
        begun.wait(10)
        others = [threads.submit(wait) for _ in range(3)]
        waiting.wait(10)
        time.sleep(0.2)  # the others are a step from the turn that they cannot have yet
        go_on.set()
        assert [str(one.exception(10)) for one in (failing, *others)] == ["gone"] * 4

    assert inside == []
    with flight.hold():
        inside.append("later")
    assert inside == ["later"]


def test_single_flight__that_fails_by_a_bug__concerns_no_other() -> None:
    flight = SingleFlight()

    with pytest.raises(ValueError, match="a bug"), flight.hold():
        raise ValueError("a bug")

    with flight.hold():
        pass
