"""Letting others run."""

import subprocess
import sys

from service.system.clock import yield_to_event_loop

IN_A_WORKER = """
from gevent import monkey; monkey.patch_all()
import gevent
from service.system.clock import yield_to_event_loop
ran = []
def long_work():
    for turn in range(3):
        ran.append("long")
        yield_to_event_loop()
gevent.joinall([gevent.spawn(long_work), gevent.spawn(ran.append, "short")])
print(*ran)
"""


def test_yield__in_a_gevent_worker__lets_the_next_request_run() -> None:
    done = subprocess.run([sys.executable, "-c", IN_A_WORKER], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["long", "short", "long", "long"]


def test_yield__with_nobody_waiting__comes_back() -> None:
    yield_to_event_loop()
