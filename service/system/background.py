"""Background work: one thread for each kind, which sleeps while nothing is pending."""

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
"""How long to wait between attempts while the store is unavailable."""

_log = logging.getLogger(__name__)


class BackgroundThreads:
    """Does work a pause after the request for it, and retries until all of it is done."""

    def __init__(self) -> None:
        self._workers: list[_Worker] = []
        os.register_at_fork(after_in_child=self.forget)
        atexit.register(self.finish)

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        worker = _Worker(work, pause_s)
        self._workers.append(worker)
        return worker.wake

    def finish(self) -> None:
        """Do all pending work now, because the process is ending."""
        for worker in self._workers:
            worker.finish()

    def forget(self) -> None:
        """Forget pending work in a child after a fork: the parent does it. Only the forking thread is in the child."""
        for worker in self._workers:
            worker.forget()


class _Worker:
    """One kind of work, and the thread that does it.

    The thread starts with the first work, and so in the process that has the work; under gevent it is a greenlet. It
    is a daemon: the process itself does what is still pending when it ends.
    """

    def __init__(self, work: Deferred, pause_s: float) -> None:
        self._work = work
        self._pause_s = pause_s
        self._woken = Event()
        self._starting = Lock()
        self._thread: Thread | None = None

    def wake(self) -> None:
        """Schedule the work."""
        if not self._woken.is_set():
            self._woken.set()
            self._start()

    def flush(self) -> bool:
        """Do the work now; return whether all of it is done."""
        try:
            self._work.flush()
        except StoreUnavailable:
            return False
        except Exception:  # noqa: BLE001  the thread must survive; the log has the error
            _log.exception("Background work failed.")
            return False
        return True

    def finish(self) -> None:
        """Do the work, or abandon it if the store is unavailable."""
        if not self.flush():
            self._work.abandon()

    def forget(self) -> None:
        """Start over with nothing pending."""
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
