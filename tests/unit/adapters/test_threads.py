"""Work in a thread of the operating system, while the event loop goes on."""

import subprocess
import sys
import threading
import tomllib

import pytest

from service.system.threads import in_a_thread

IN_A_WORKER = """
from gevent import monkey; monkey.patch_all()
import gevent
from service.system.threads import in_a_thread
ran = []
def long_work(number):
    while "short" not in ran:
        pass
    return number
gevent.spawn(ran.append, "short")
print(in_a_thread(long_work, 7), *ran)
"""


def test_work__in_a_thread__lets_the_other_greenlets_run() -> None:
    done = subprocess.run([sys.executable, "-c", IN_A_WORKER], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.split() == ["7", "short"]


def test_work__in_a_thread__is_in_another_one() -> None:
    assert in_a_thread(lambda _: threading.get_ident(), None) != threading.get_ident()


@pytest.mark.parametrize(("text", "error"), [("a =", tomllib.TOMLDecodeError), ("a=" + "[" * 5_000, RecursionError)])
def test_work__that_fails_in_a_thread__fails_so(
    text: str, error: type[Exception], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(error):
        in_a_thread(tomllib.loads, text)
    assert capfd.readouterr().err == ""
