"""A lock that admits one caller at a time, and shares its store failure with those who wait."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from service.errors import StoreUnavailable


class SingleFlight:
    """Admits one caller at a time. If the store fails for the holder, those who wait fail too.

    Otherwise each of many readers would wait for its own timeout in turn, and the last one for all of them.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last_failure: StoreUnavailable | None = None

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock; raises `StoreUnavailable` if the store failed for an earlier holder during the wait."""
        known = self._last_failure
        with self._lock:
            if self._last_failure is not known:
                raise StoreUnavailable(str(self._last_failure))
            try:
                yield
            except StoreUnavailable as failure:
                self._last_failure = failure
                raise
