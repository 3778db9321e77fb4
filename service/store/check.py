"""One look at the store before the service starts, in a process of its own.

The service's master must not import the client library, which its gevent workers import after they have patched their
sockets.
"""

import subprocess
import sys
from collections.abc import Sequence
from typing import Final

COMMAND: Final = (sys.executable, "-m", "service.check_store")
PATIENCE_S: Final = 15.0
"""A name server may take its time; the store itself is given up after DESTINY_STORE_TIMEOUT_MS."""


class StoreRefused(Exception):
    """The service had better not start with this store; in words for a person."""


def look_at_the_store(command: Sequence[str] = COMMAND, patience_s: float = PATIENCE_S) -> Sequence[str]:
    """What there is to warn of."""
    try:
        looked = subprocess.run(command, capture_output=True, text=True, timeout=patience_s, check=False)  # noqa: S603  ours
    except subprocess.TimeoutExpired:
        return [f"The store did not answer within {patience_s:g} seconds; the service starts without it."]
    if looked.returncode:
        raise StoreRefused((looked.stderr.splitlines() or ["the store could not be looked at"])[-1])
    return looked.stdout.splitlines()
