"""Makes identifiers for resolutions, draws and revisions, and ids for requests."""

import os
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

_PROCESS_BYTES: Final = 8
_NANOSECONDS: Final = 1_000_000
"""In a millisecond."""


class TimeOrderedIdentifiers:
    """UUIDs of version 7 (RFC 9562): the time in milliseconds, its next 12 bits, and 62 random bits.

    The 12 bits count quarters of a microsecond (the RFC's method 3), which is less than a resolution takes: the
    identifiers of one process sort in the order in which they were made, unless the clock is set back.
    """

    def new(self) -> str:
        """Return a new identifier of 36 characters."""
        milliseconds, rest = divmod(time.time_ns(), _NANOSECONDS)
        random = int.from_bytes(os.urandom(8), "big") & (1 << 62) - 1
        number = milliseconds << 80 | 0x7 << 76 | (rest << 12) // _NANOSECONDS << 64 | 0b10 << 62 | random
        text = f"{number:032x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


class NumberedRequestIds:
    """Request ids: a random part for the process, then a number. Costs a tenth of a UUID."""

    def __init__(self) -> None:
        self._ids: Iterator[str] = iter(())
        os.register_at_fork(after_in_child=self._forget)

    def new(self) -> str:
        for one in self._ids:
            return one
        process = os.urandom(_PROCESS_BYTES).hex()
        self._ids = (f"{process}-{number:x}" for number in count(1))
        return next(self._ids)

    def _forget(self) -> None:
        self._ids = iter(())
