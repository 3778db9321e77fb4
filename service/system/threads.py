"""Work that cannot pause, done in a thread of the operating system while the event loop keeps running."""

from collections.abc import Callable
from typing import TypeVar

from gevent import get_hub

Given = TypeVar("Given")
Result = TypeVar("Result")


def in_a_thread(work: Callable[[Given], Result], given: Given) -> Result:
    """The result of the work, which must not use anything that other threads change.

    Python lets the event loop run every few milliseconds in the meantime.
    """
    outcome = get_hub().threadpool.apply(_outcome, (work, given))
    if isinstance(outcome, _Failure):
        raise outcome.error
    result: Result = outcome
    return result


class _Failure:
    """An error as a value: gevent would also print it, and not survive the traceback of a deep recursion."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _outcome(work: Callable[[Given], Result], given: Given) -> Result | _Failure:
    try:
        return work(given)
    except Exception as error:  # noqa: BLE001  raised again by the one who waits
        return _Failure(error.with_traceback(None))
