"""Deals hands and makes seeds from the operating system's randomness."""

import os
from collections.abc import Callable, Iterator
from typing import Final

from service.engines.draws import SEED_BYTES, WORD_BYTES, Hand, hand_at, hand_index

_POOL_WORDS: Final = 1024


class EntropyPool:
    """Random 32-bit words, fetched many at a time because each call to the system costs microseconds.

    A pool belongs to one process: a fork copies it, and two workers would deal the same hands. A forked process
    therefore starts with an empty pool.
    """

    def __init__(self, source: Callable[[int], bytes] = os.urandom) -> None:
        self._source = source
        self._words: Iterator[int] = iter(())
        os.register_at_fork(after_in_child=self.empty)

    def empty(self) -> None:
        """Discard the remaining words: another process may have them too."""
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
        return [hand_at(hand_index(self._words)) for _ in range(hands)]


class SystemSeeds:
    """Server seeds from the operating system's cryptographic source."""

    def new(self) -> bytes:
        """Return a new seed, never from the pool: no other draw has seen a part of it."""
        return os.urandom(SEED_BYTES)
