"""Work behind the answers: done soon, tried again, done at the end, and never twice after a fork."""

import logging
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from service.errors import StoreUnavailable
from service.metrics.folder import MetricsFolder
from service.system.background import BackgroundThreads
from tests.conftest import Eventually
from tests.patience import PATIENCE_S

PROJECT = Path(__file__).parents[2]


@dataclass
class Chore:
    """Does the waiting work, or fails if the test says so."""

    waiting: list[int] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    turns: int = 0
    failures: list[Exception] = field(default_factory=list)
    forgotten: bool = False
    abandoned: bool = False

    def flush(self) -> None:
        if self.failures:
            raise self.failures.pop(0)
        self.done += self.waiting
        self.waiting.clear()
        self.turns += 1

    def abandon(self) -> None:
        self.abandoned = True

    def forget(self) -> None:
        self.waiting.clear()
        self.forgotten = True


@pytest.fixture
def chore() -> Chore:
    return Chore()


def test_work__woken_many_times__is_done_together_after_a_pause(chore: Chore, eventually: Eventually) -> None:
    wake = BackgroundThreads().take_on(chore, 0.2)

    for number in range(5):
        chore.waiting.append(number)
        wake()

    assert chore.turns == 0
    eventually(lambda: chore.turns)
    assert (chore.done, chore.turns) == ([0, 1, 2, 3, 4], 1)


def test_work__woken_after_it_was_done__is_done_again(chore: Chore, eventually: Eventually) -> None:
    wake = BackgroundThreads().take_on(chore, 0.01)
    for number in range(3):
        chore.waiting.append(number)
        wake()
        eventually(lambda: not chore.waiting)

    assert (chore.done, chore.turns) == ([0, 1, 2], 3)


def test_work__while_the_store_is_away__is_tried_until_it_is_back(chore: Chore, eventually: Eventually) -> None:
    chore.failures = [StoreUnavailable(), StoreUnavailable()]
    wake = BackgroundThreads().take_on(chore, 0.01)

    chore.waiting.append(1)
    wake()

    eventually(lambda: chore.done == [1])
    assert chore.failures == []


def test_work__that_fails_for_another_reason__is_in_the_log_and_continues(
    chore: Chore, eventually: Eventually, caplog: pytest.LogCaptureFixture
) -> None:
    chore.failures = [ValueError("a bug")]
    wake = BackgroundThreads().take_on(chore, 0.01)

    with caplog.at_level(logging.ERROR):
        wake()
        eventually(lambda: chore.turns)

    assert "ValueError: a bug" in caplog.text


def test_works__two_of_them__do_not_wait_for_one_another(chore: Chore, eventually: Eventually) -> None:
    background = BackgroundThreads()
    slow = Chore()
    wake_slow, wake = background.take_on(slow, 60), background.take_on(chore, 0.01)

    wake_slow()
    wake()

    eventually(lambda: chore.turns)
    assert slow.turns == 0


def test_finish__work_that_waits__is_done_at_once(chore: Chore) -> None:
    background = BackgroundThreads()
    wake = background.take_on(chore, 60)
    chore.waiting.append(1)
    wake()

    background.finish()

    assert chore.done == [1]


def test_finish__store_unavailable__has_the_work_given_up(chore: Chore) -> None:
    chore.failures = [StoreUnavailable()]
    background = BackgroundThreads()
    other = Chore(waiting=[1])
    background.take_on(chore, 60)
    background.take_on(other, 60)

    background.finish()

    assert chore.abandoned
    assert (other.abandoned, other.done) == (False, [1])


def test_forget__work_that_waits__is_not_done_here_and_later_work_is(chore: Chore, eventually: Eventually) -> None:
    background = BackgroundThreads()
    wake = background.take_on(chore, 0.3)
    chore.waiting.append(1)
    wake()

    background.forget()
    chore.waiting.append(2)
    wake()

    eventually(lambda: chore.done)
    assert (chore.done, chore.forgotten) == ([2], True)


FORKING = """
import atexit, os
from tests.adapters.test_background import Chore
from service.system.background import BackgroundThreads

chore = Chore()
# What is registered first is called last.
atexit.register(lambda: print(chore.done, chore.forgotten, flush=True))
wake = BackgroundThreads().take_on(chore, 60)
chore.waiting.append(1)
wake()
child = os.fork()
if not child:
    chore.waiting.append(2)
    wake()
else:
    os.waitpid(child, 0)
"""


def test_work__that_waits_when_the_process_ends__is_done_by_each_process_for_itself() -> None:
    command = [sys.executable, "-c", FORKING]
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    ended = subprocess.run(
        command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )

    assert ended.stdout.splitlines() == ["[2] True", "[1] False"]
    assert "Traceback" not in ended.stderr


COUNTING = """
import sys
from pathlib import Path
from service.system.background import BackgroundThreads
from service.metrics.folder import MetricsFolder
from service.metrics.prometheus import PrometheusMetrics
from service.metrics.definitions import RECORDS_LOST
from service.errors import StoreUnavailable
from tests.adapters.test_background import Chore

metrics = PrometheusMetrics(MetricsFolder(Path(sys.argv[1]), "here"))

class Abandoned(Chore):
    def abandon(self):
        metrics.count(RECORDS_LOST, 3, "shutdown")

BackgroundThreads().take_on(Abandoned(failures=[StoreUnavailable()]), 60)
metrics.count(RECORDS_LOST, 1, "not_made")
"""
READING = """
import sys
from pathlib import Path
from service.metrics.folder import MetricsFolder
from service.metrics.prometheus import PrometheusMetrics
print(PrometheusMetrics(MetricsFolder(Path(sys.argv[1]), "here")).exposition().decode())
"""


def test_finish__work_that_counts_as_the_process_ends__is_in_the_metrics(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
    MetricsFolder(tmp_path, "here").make()
    said = [
        subprocess.run(
            [sys.executable, "-c", code, str(tmp_path)],
            cwd=PROJECT,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for code in (COUNTING, READING)
    ]

    assert 'destiny_records_lost_total{reason="shutdown"} 3.0' in said[1]
    assert 'destiny_records_lost_total{reason="not_made"} 1.0' in said[1]
