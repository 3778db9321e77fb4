"""One at a time, where several may want the same thing done."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from service.errors import StoreAway


class TakingTurns:
    """Lets one in after another. Who waited for one that found the store away is told so, and does not wait again.

    Otherwise each of many readers would wait for its own failure in turn, the last one for all of them.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._last_failure: StoreAway | None = None

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for those before; `StoreAway` where one of them failed meanwhile."""
        known = self._last_failure
        with self._lock:
            if self._last_failure is not known:
                raise StoreAway(str(self._last_failure))
            try:
                yield
            except StoreAway as failure:
                self._last_failure = failure
                raise
