"""Makes identifiers for resolutions, draws and revisions, and ids for requests."""

import os
import time
from collections.abc import Iterator
from itertools import count
from typing import Final

_PROCESS_BYTES: Final = 8
_NANOSECONDS: Final = 1_000_000
"""In a millisecond."""
_RANDOM_BYTES: Final = 8
_AT_ONCE: Final = 256
_VARIANT: Final = {digit: "89ab"[int(digit, 16) % 4] for digit in "0123456789abcdef"}
"""The digit that has the bits 10 and then two random ones, for each random digit."""


class TimeOrderedIdentifiers:
    """UUIDs of version 7 (RFC 9562): the time in milliseconds, its next 12 bits, and 62 random bits.

    The 12 bits count quarters of a microsecond (the RFC's method 3), which is less than a resolution takes: the
    identifiers of one process sort in the order in which they were made, unless the clock is set back.

    Random bits are fetched for many identifiers at a time, and belong to one process, as in `EntropyPool`.
    """

    def __init__(self) -> None:
        self._endings: list[str] = []
        self._millisecond = -1
        self._beginning = ""
        os.register_at_fork(after_in_child=self._forget)

    def new(self) -> str:
        """Return a new identifier of 36 characters."""
        millisecond, rest = divmod(time.time_ns(), _NANOSECONDS)
        if millisecond != self._millisecond:
            # Many identifiers of a batch are of one millisecond.
            text = f"{millisecond:012x}"
            self._beginning, self._millisecond = f"{text[:8]}-{text[8:]}-7", millisecond
        try:
            ending = self._endings.pop()
        except IndexError:
            self._endings = [*_endings(os.urandom(_RANDOM_BYTES * _AT_ONCE).hex())]
            ending = self._endings.pop()
        return f"{self._beginning}{(rest << 12) // _NANOSECONDS:03x}-{ending}"

    def _forget(self) -> None:
        self._endings = []


def _endings(random: str) -> Iterator[str]:
    """The last two groups of an identifier for each sixteen random digits. Two bits of the first name the variant."""
    for at in range(0, len(random), 2 * _RANDOM_BYTES):
        yield f"{_VARIANT[random[at]]}{random[at + 1 : at + 4]}-{random[at + 4 : at + 16]}"


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
