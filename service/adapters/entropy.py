"""The operating system's randomness: dealt as hands, kept as seeds, and spelled as identifiers."""

import os
import time
from collections.abc import Callable, Iterator
from itertools import count
from typing import Final

from service.rules.draws import WORD_BYTES, Hand, hand_at, hand_index
from service.rules.seeded_draws import SEED_BYTES

_POOL_WORDS: Final = 1024
_PROCESS_BYTES: Final = 8
_NANOSECONDS: Final = 1_000_000
"""In a millisecond."""


class EntropyPool:
    """Random 32-bit words, fetched many at a time because each call to the system costs microseconds.

    A pool belongs to one process: a fork would copy it, and two workers would deal the same hands. So a process
    that has just been forked starts with an empty one.
    """

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._words: Iterator[int] = iter(())
        os.register_at_fork(after_in_child=self.empty)

    def empty(self) -> None:
        """Forget the words that are left: they may be in another process too."""
        self._words = iter(())

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        for word in self._words:
            return word
        self._words = iter(memoryview(self._source(_POOL_WORDS * WORD_BYTES)).cast("I"))
        return next(self._words)


class SystemDealer:
    """Deals from the operating system's cryptographic source."""

    def __init__(self) -> None:
        self._words = EntropyPool()

    def deal(self, hands: int) -> list[Hand]:
        """So many hands, each from a fresh deck."""
        return [hand_at(hand_index(self._words)) for _ in range(hands)]


class SystemSeeds:
    """Server seeds from the operating system's cryptographic source."""

    def new(self) -> bytes:
        """A new seed; never from the pool, so that no other draw has seen a part of it."""
        return os.urandom(SEED_BYTES)


class TimeOrderedIdentifiers:
    """UUIDs of version 7 (RFC 9562): the time in milliseconds, its next 12 bits, and 62 random bits.

    The 12 bits tell quarters of a microsecond apart (the RFC's method 3), which is less than a resolution takes: those
    of one process sort in the order in which they were given out, as long as nobody sets the clock back.
    """

    def new(self) -> str:
        """A new identifier, as 36 characters."""
        milliseconds, rest = divmod(time.time_ns(), _NANOSECONDS)
        random = int.from_bytes(os.urandom(8), "big") & (1 << 62) - 1
        number = milliseconds << 80 | 0x7 << 76 | (rest << 12) // _NANOSECONDS << 64 | 0b10 << 62 | random
        text = f"{number:032x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"


class NumberedRequestIds:
    """Ids of requests: random for the process, numbers within it. A tenth of what a UUID costs."""

    def __init__(self) -> None:
        self._ids: Iterator[str] = iter(())
        os.register_at_fork(after_in_child=self._forget)

    def new(self) -> str:
        """An id that no other request has."""
        for one in self._ids:
            return one
        process = os.urandom(_PROCESS_BYTES).hex()
        self._ids = (f"{process}-{number:x}" for number in count(1))
        return next(self._ids)

    def _forget(self) -> None:
        self._ids = iter(())
