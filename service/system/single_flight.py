"""A lock for what one at a time shall do, though several want it done."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from service.errors import StoreUnavailable


class SingleFlight:
    """Lets one in after another. If the store fails the one inside, those who wait fail with it.

    Otherwise each of many readers would wait for its own failure in turn, the last one for all of them.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._last_failure: StoreUnavailable | None = None

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Hold the lock; `StoreUnavailable` where it failed one before while this one waited."""
        known = self._last_failure
        with self._lock:
            if self._last_failure is not known:
                raise StoreUnavailable(str(self._last_failure))
            try:
                yield
            except StoreUnavailable as failure:
                self._last_failure = failure
                raise
