"""Turns at expensive work: one at a time, callers in rotation, and no more waiting than allowed."""

import signal
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from service.system.prices import HIGHEST_PRICE
from service.system.turns import MOST_WAITING, TooMuchWaiting, Turns
from tests.conftest import Eventually
from tests.fakes.system import CountedYields


class Callers:
    """Threads that want turns, and the order in which they have them."""

    def __init__(self, eventually: Eventually) -> None:
        self.yields = CountedYields()
        self.turns = Turns(self.yields)
        self.order: list[str] = []
        self._eventually = eventually
        self._threads = ThreadPoolExecutor(64)
        self._waiting: Counter[str] = Counter()

    def want(self, caller: str) -> None:
        """Return when the caller waits behind all before it. Somebody must have the turn."""
        self._threads.submit(self._work, caller)
        self._waiting[caller] += HIGHEST_PRICE
        self._eventually(lambda: self.turns.waiting(caller) == self._waiting[caller])

    def _work(self, caller: str) -> None:
        with self.turns.hold(caller, HIGHEST_PRICE):
            self.order.append(caller)

    def finish(self) -> list[str]:
        """The order of all turns, once all have had theirs."""
        self._threads.shutdown()
        return self.order


@pytest.fixture
def callers(eventually: Eventually) -> Iterator[Callers]:
    made = Callers(eventually)
    yield made
    made.finish()


def test_turns__of_many_threads__never_overlap() -> None:
    turns, inside, most = Turns(CountedYields()), 0, 0

    def take(number: int) -> None:
        nonlocal inside, most
        with turns.hold(f"caller {number % 3}", 1):
            inside += 1
            most = max(most, inside)
            inside -= 1

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(take, range(500)))

    assert most == 1


def test_turns__of_a_caller_with_many_waiting__alternate_with_those_of_others(callers: Callers) -> None:
    with callers.turns.hold("first", HIGHEST_PRICE):
        for caller in ("many", "many", "many", "many", "few", "few", "one"):
            callers.want(caller)

    assert callers.finish() == ["many", "few", "one", "many", "few", "many", "many"]


def test_turn__after_a_wait__begins_when_other_requests_have_run(callers: Callers) -> None:
    with callers.turns.hold("caller", HIGHEST_PRICE):
        assert callers.yields.taken == 0  # this one has not waited
        callers.want("caller")
    callers.finish()

    assert callers.yields.taken == 1


def test_turns__of_a_caller_with_too_much_waiting__are_refused_for_it_alone(callers: Callers) -> None:
    with callers.turns.hold("many", HIGHEST_PRICE):
        for _ in range(MOST_WAITING // HIGHEST_PRICE):
            callers.want("many")
        with pytest.raises(TooMuchWaiting, match=f"of {MOST_WAITING} units waiting") as refused:
            callers.turns.require_room("many", 1)
        with pytest.raises(TooMuchWaiting), callers.turns.hold("many", 1):
            pass
        assert refused.value.retry_after_s == 2
        callers.want("another")
    order = callers.finish()

    assert order[:3] == ["many", "another", "many"]
    assert len(order) == MOST_WAITING // HIGHEST_PRICE + 1
    assert callers.turns.waiting("many") == 0


def test_turn__that_is_free__is_for_everybody(callers: Callers) -> None:
    for _ in range(2):
        callers.turns.require_room("caller", 2 * MOST_WAITING)
        with callers.turns.hold("caller", 2 * MOST_WAITING):
            pass


def test_turn__of_work_that_fails__passes_to_the_next(callers: Callers) -> None:
    def fail() -> None:
        with callers.turns.hold("failing", 1):
            callers.want("waiting")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()

    assert callers.finish() == ["waiting"]


class Stopped(BaseException):
    """As when the server stops with requests unanswered."""


def stop(*_: object) -> None:
    raise Stopped


def test_turn__of_a_request_that_is_stopped_as_it_begins__is_free_again(eventually: Eventually) -> None:
    turns = Turns(stop)

    def work() -> None:
        with turns.hold("caller", 1):
            pass

    with ThreadPoolExecutor(1) as threads:
        with turns.hold("first", 1):
            stopped = threads.submit(work)
            eventually(lambda: turns.waiting("caller"))
        assert isinstance(stopped.exception(), Stopped)

    work()  # would wait forever


def test_turn__of_a_request_that_is_stopped_while_it_waits__goes_to_the_one_behind_it(
    callers: Callers, eventually: Eventually
) -> None:
    begun, done, main = threading.Event(), threading.Event(), threading.get_ident()

    def hold() -> None:
        with callers.turns.hold("first", 1):
            begun.set()
            eventually(lambda: callers.turns.waiting("stopped"))
            callers.want("behind")
            signal.pthread_kill(main, signal.SIGUSR1)
            done.wait()

    before = signal.signal(signal.SIGUSR1, stop)
    try:
        with ThreadPoolExecutor(1) as threads:
            threads.submit(hold)
            begun.wait()
            with pytest.raises(Stopped), callers.turns.hold("stopped", 1):
                pass
            assert callers.turns.waiting("stopped") == 0
            done.set()
    finally:
        signal.signal(signal.SIGUSR1, before)

    assert callers.finish() == ["behind"]
