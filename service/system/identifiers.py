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
_VARIANT: Final = bytes(0b10 << 6 | byte & 0b111111 for byte in range(256))
"""The byte that begins with the bits 10, for each random byte."""
_QUARTERS: Final = tuple(f"{quarter:03x}" for quarter in range(1 << 12))
"""The text of each quarter of a microsecond in a millisecond: to look it up takes a third of the time of writing it."""


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
            self._endings = _endings(os.urandom(_RANDOM_BYTES * _AT_ONCE))
            ending = self._endings.pop()
        return f"{self._beginning}{_QUARTERS[(rest << 12) // _NANOSECONDS]}-{ending}"

    def _forget(self) -> None:
        self._endings = []


def _endings(random: bytes) -> list[str]:
    """The last two groups of an identifier for each eight random bytes. Two bits of the first name the variant."""
    marked = bytearray(random)
    marked[::_RANDOM_BYTES] = marked[::_RANDOM_BYTES].translate(_VARIANT)
    text = marked.hex()
    return [f"{text[at : at + 4]}-{text[at + 4 : at + 16]}" for at in range(0, len(text), 2 * _RANDOM_BYTES)]


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


class NumberedTokens:
    """Tokens of 16 bytes that differ and are no secrets: a random half for the process, then a number.

    They cost a tenth of asking the operating system for each.
    """

    LENGTH: Final = 16

    def __init__(self) -> None:
        self._begin()
        os.register_at_fork(after_in_child=self._begin)

    def __call__(self) -> bytes:
        return self._process + next(self._numbers).to_bytes(self.LENGTH // 2)

    def _begin(self) -> None:
        self._process = os.urandom(self.LENGTH // 2)
        self._numbers = count()
