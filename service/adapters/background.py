"""Work behind the answers: a thread for each kind of it, which sleeps as long as nothing waits."""

import atexit
import logging
import os
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Final

from service.usecases.ports import Deferred
from service.usecases.store_away import StoreAway

RETRY_S: Final = 0.25
"""When to try again while the store is away."""

_log = logging.getLogger(__name__)


class BackgroundThreads:
    """Does work a pause after it was asked to, until all of it is done."""

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        """Do this work as well."""
        return _Worker(work, pause_s).wake


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
        os.register_at_fork(after_in_child=self._forget)

    def wake(self) -> None:
        """Have the work done soon."""
        if not self._woken.is_set():
            self._woken.set()
            self._start()

    def _start(self) -> None:
        with self._starting:
            if self._thread is None:
                self._thread = Thread(target=self._run, name="background", daemon=True)
                self._thread.start()
                atexit.register(self._finish)

    def _run(self) -> None:
        while True:
            self._woken.wait()
            time.sleep(self._pause_s)
            self._woken.clear()
            while not self._flush():
                time.sleep(RETRY_S)

    def _flush(self) -> bool:
        """Whether all is done."""
        try:
            self._work.flush()
        except StoreAway:
            return False
        except Exception:  # noqa: BLE001  the thread must live on; the log has all of it
            _log.exception("What was to be written behind the answers could not be.")
            return False
        return True

    def _finish(self) -> None:
        if not self._flush():
            _log.warning("The process ends without the store: what it had yet to write there is lost.")

    def _forget(self) -> None:
        # In a child after a fork. Of all threads only the one that forked is in it, and what waits is its parent's.
        atexit.unregister(self._finish)
        self._woken, self._starting, self._thread = Event(), Lock(), None
        self._work.forget()
