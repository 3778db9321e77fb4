"""How long tests wait for what has to come."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 180
"""A service starts in seconds, but a busy machine can take a minute. Only a test that fails waits this long."""


def wait_until(condition: Callable[[], object], failure: Callable[[], str], pause_s: float = 0.02) -> None:
    """Return once the condition holds; raise a TimeoutError with this text if it never does."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(failure())
        time.sleep(pause_s)
