"""Keeps the embedded store running as long as the service does."""

from collections.abc import Callable
from concurrent.futures import Future
from threading import Event, Thread
from typing import Final

from service.store.embedded.server import PATIENCE_S, EmbeddedStore, EmbeddedStoreError

LOOK_EVERY_S: Final = 0.1
LOOKS_A_SYNC: Final = 10
"""A power failure loses at most the writes of the last second."""
RETRY_AFTER_S: Final = 1.0


class StoreSupervisor:
    """Starts the store, restarts it if it dies, flushes its data to the disk each second, and stops it.

    One thread does all of this, because the kernel ties the server's life to the thread that started it. The thread is
    a daemon: if the service fails for another reason, its process can end, and the store ends with it.
    """

    def __init__(self, store: EmbeddedStore, report: Callable[[str], object]) -> None:
        self._store = store
        self._report = report
        self._started: Future[None] = Future()
        self._ending = Event()
        self._thread = Thread(target=self._keep, name="store-supervisor", daemon=True)

    def start(self) -> None:
        """Start the store and wait until it answers; raises what `EmbeddedStore.start` raises."""
        self._thread.start()
        self._started.result()

    def stop(self) -> None:
        """Stop the store and stop restarting it."""
        self._ending.set()
        self._thread.join(2 * PATIENCE_S)

    def _keep(self) -> None:
        try:
            self._store.start(self._is_wanted)
        except EmbeddedStoreError as error:
            self._started.set_exception(error)
            return
        self._started.set_result(None)
        looks = 0
        while not self._ending.wait(LOOK_EVERY_S):
            looks += 1
            if self._store.pid is None:
                self._restart()
            elif looks % LOOKS_A_SYNC == 0:
                self._sync()
        self._store.stop()

    def _sync(self) -> None:
        try:
            self._store.sync()
        except OSError as error:
            self._report(f"The embedded store's data could not be written to the disk: {error}")

    def _restart(self) -> None:
        try:
            self._store.start(self._is_wanted)
            self._report("The embedded store had died and was started again.")
        except EmbeddedStoreError as error:
            if self._is_wanted():
                self._report(str(error))
            self._ending.wait(RETRY_AFTER_S)

    def _is_wanted(self) -> bool:
        return not self._ending.is_set()
