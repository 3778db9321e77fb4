"""Work behind the answers: a thread for each kind of it, which sleeps as long as nothing waits."""

import atexit
import logging
import os
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Final

from service.errors import StoreUnavailable
from service.system.ports import Deferred

RETRY_S: Final = 0.25
"""When to try again while the store is unavailable."""

_log = logging.getLogger(__name__)


class BackgroundThreads:
    """Does work a pause after it was asked to, until all of it is done."""

    def __init__(self) -> None:
        self._workers: list[_Worker] = []
        os.register_at_fork(after_in_child=self.forget)
        atexit.register(self.finish)

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        """Do this work as well."""
        worker = _Worker(work, pause_s)
        self._workers.append(worker)
        return worker.wake

    def finish(self) -> None:
        """Do what waits now, as the process ends."""
        for worker in self._workers:
            worker.finish()

    def forget(self) -> None:
        """Forget what waits, in a child after a fork: its parent does that. No thread but the forking one is in it."""
        for worker in self._workers:
            worker.forget()


class _Worker:
    """One kind of work, and the thread that does it.

    The thread starts when there is something to do, so in the process that has it; under gevent it is a greenlet. It is
    a daemon: what still waits when the process ends is done by the process itself.
    """

    def __init__(self, work: Deferred, pause_s: float) -> None:
        self._work = work
        self._pause_s = pause_s
        self._woken = Event()
        self._starting = Lock()
        self._thread: Thread | None = None

    def wake(self) -> None:
        """Have the work done soon."""
        if not self._woken.is_set():
            self._woken.set()
            self._start()

    def flush(self) -> bool:
        """Do the work now; whether all is done."""
        try:
            self._work.flush()
        except StoreUnavailable:
            return False
        except Exception:  # noqa: BLE001  the thread must live on; the log has all of it
            _log.exception("What was to be written behind the answers could not be.")
            return False
        return True

    def finish(self) -> None:
        """Do the work, or give it up where the store is unavailable."""
        if not self.flush():
            self._work.abandon()

    def forget(self) -> None:
        """Start with nothing that waits."""
        self._woken, self._starting, self._thread = Event(), Lock(), None
        self._work.forget()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="background", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            self._woken.wait()
            time.sleep(self._pause_s)
            self._woken.clear()
            while not self.flush():
                time.sleep(RETRY_S)
