"""Letting others run."""

import subprocess
import sys

import pytest

from service.system.clock import STRETCH_S, YieldAfterStretch, yield_to_event_loop

IN_A_WORKER = """
from gevent import monkey; monkey.patch_all()
import gevent
from service.system.clock import YieldAfterStretch, yield_to_event_loop
ran, give_way = [], {}
def long_work():
    for turn in range(3):
        ran.append("long")
        give_way()
gevent.joinall([gevent.spawn(long_work), gevent.spawn(ran.append, "short")])
print(*ran)
"""


@pytest.mark.parametrize("give_way", ["yield_to_event_loop", "YieldAfterStretch()"])
def test_yield__in_a_gevent_worker__lets_the_next_request_run(give_way: str) -> None:
    code = IN_A_WORKER.replace("{}", give_way)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["long", "short", "long", "long"]


WITH_A_REQUEST = """
from gevent import monkey; monkey.patch_all()
import gevent, socket
from service.system.clock import YieldAfterStretch, yield_to_event_loop
ours, theirs = socket.socketpair()
ran, give_way = [], {}
def answer():
    ours.recv(1)
    ran.append("request")
def long_work():
    for turn in range(3):
        ran.append("long")
        theirs.send(b"?")
        give_way()
gevent.joinall([gevent.spawn(answer), gevent.spawn(long_work)])
print(*ran)
"""


@pytest.mark.parametrize("give_way", ["yield_to_event_loop", "YieldAfterStretch()"])
def test_yield__to_a_request_that_arrives_meanwhile__lets_it_run_first(give_way: str) -> None:
    code = WITH_A_REQUEST.replace("{}", give_way)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["long", "request", "long", "long"]


AMONG_OTHERS = """
from gevent import monkey; monkey.patch_all()
import gevent, socket
from service.system.clock import yield_to_event_loop
ours, theirs = socket.socketpair()
ran = []
def answer():
    while ours.recv(1):
        ran.append("request")
def long_work(name):
    for turn in range(3):
        ran.append(name)
        theirs.send(b"?")
        yield_to_event_loop()
gevent.spawn(answer)
gevent.joinall([gevent.spawn(long_work, name) for name in "abc"])
print(*ran)
"""


def test_yield__of_several_that_work_long__lets_requests_run_after_each_stretch_of_one() -> None:
    done = subprocess.run([sys.executable, "-c", AMONG_OTHERS], capture_output=True, text=True, check=True)
    # All three begin at once, and their first requests are answered together.
    after_the_start = done.stdout.split()[6:]
    assert after_the_start == ["a", "request", "b", "request", "c", "request"] * 2


OF_MANY = """
from gevent import monkey; monkey.patch_all()
import gevent, time
from service.system.clock import yield_to_event_loop
def long_work():
    for turn in range(20):
        yield_to_event_loop()
def cost_of_one(works):
    before = time.process_time()
    gevent.joinall([gevent.spawn(long_work) for _ in range(works)])
    return (time.process_time() - before) / works
cost_of_one(10)
print(cost_of_one(300) / cost_of_one(10))
"""


def test_yield__of_very_many__costs_each_of_them_no_more() -> None:
    done = subprocess.run([sys.executable, "-c", OF_MANY], capture_output=True, text=True, check=True)
    assert float(done.stdout) < 8  # 25 if all of them wake up each time that one goes on


def test_yield__with_no_one_waiting__comes_back() -> None:
    yield_to_event_loop()


def test_yield__called_after_every_step__gives_way_once_in_a_stretch() -> None:
    now = 0.0
    gave_way: list[float] = []

    def others() -> None:
        nonlocal now
        gave_way.append(now)
        now += 10

    give_way = YieldAfterStretch(lambda: now, others)
    for _ in range(10):
        give_way()
        now += STRETCH_S * 0.4

    steps = [at - 10 * turn for turn, at in enumerate(gave_way)]
    assert steps == pytest.approx([0, STRETCH_S * 1.2, STRETCH_S * 2.4, STRETCH_S * 3.6])


def test_yield__of_a_request_that_has_just_begun__is_not_yet_due() -> None:
    now, yields = 0.0, []
    give_way = YieldAfterStretch(lambda: now, lambda: yields.append(now))
    now = 10.0
    give_way.begin()

    now += STRETCH_S / 2
    give_way()
    assert yields == []

    now += STRETCH_S
    give_way()
    assert yields == [now]
