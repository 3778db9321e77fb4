"""Letting others run."""

import subprocess
import sys

from service.system.clock import let_others_run

IN_A_WORKER = """
from gevent import monkey; monkey.patch_all()
import gevent
from service.system.clock import let_others_run
ran = []
def long_work():
    for turn in range(3):
        ran.append("long")
        let_others_run()
gevent.joinall([gevent.spawn(long_work), gevent.spawn(ran.append, "short")])
print(*ran)
"""


def test_pause__in_a_gevent_worker__lets_the_next_request_run() -> None:
    done = subprocess.run([sys.executable, "-c", IN_A_WORKER], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["long", "short", "long", "long"]


def test_pause__with_nobody_waiting__comes_back() -> None:
    let_others_run()
