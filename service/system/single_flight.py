"""One at a time, where several may want the same thing done."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from service.errors import StoreUnavailable


class TakingTurns:
    """Lets one caller in after another; those who waited for one that found the store unavailable fail with it.

    Otherwise each of many readers would wait for its own failure in turn, the last one for all of them.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._last_failure: StoreUnavailable | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for those before; `StoreUnavailable` where one of them failed meanwhile."""
        known = self._last_failure
        with self._lock:
            if self._last_failure is not known:
                raise StoreUnavailable(str(self._last_failure))
            try:
                yield
            except StoreUnavailable as failure:
                self._last_failure = failure
                raise
