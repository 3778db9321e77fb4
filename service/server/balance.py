"""How many connections each worker of a service has, in memory that all of them share."""

from collections.abc import Callable
from mmap import mmap
from time import monotonic
from typing import Final

FRESH_S: Final = 3.0
"""A worker that has not been seen for so long hangs or has ended: nothing is left to it."""
_SLOTS: Final = 256
"""Many more than workers, so that one that starts hardly ever gets the slot of one that runs."""
_SEEN, _CONNECTIONS, _WIDTH = 0, 1, 2


class Balance:
    """The numbers of all workers. Make it before they are forked."""

    def __init__(self, tick: Callable[[], float] = monotonic) -> None:
        self._numbers = memoryview(mmap(-1, _SLOTS * _WIDTH * 8)).cast("d")
        self._tick = tick

    def share(self, worker: int) -> "Share":
        """The part of the worker of this number, counted from the first."""
        return Share(self._numbers, worker % _SLOTS * _WIDTH, self._tick)


class Share:
    """What one worker knows of itself and of the others."""

    def __init__(self, numbers: "memoryview[float]", slot: int, tick: Callable[[], float]) -> None:
        self._numbers = numbers
        self._slot = slot
        self._tick = tick

    def begin(self) -> None:
        """Begin to count: this worker accepts connections."""
        self._numbers[self._slot + _CONNECTIONS] = 0
        self.sign_of_life()

    def end(self) -> None:
        """Accept no more: nothing is to be left to this worker."""
        self._numbers[self._slot + _SEEN] = 0

    def sign_of_life(self) -> None:
        self._numbers[self._slot + _SEEN] = self._tick()

    def opened(self) -> None:
        self._numbers[self._slot + _CONNECTIONS] += 1

    def closed(self) -> None:
        self._numbers[self._slot + _CONNECTIONS] -= 1

    def is_above_another(self) -> bool:
        """Whether another worker that accepts connections has fewer."""
        own, since = self._numbers[self._slot + _CONNECTIONS], self._tick() - FRESH_S
        return any(
            self._numbers[slot + _SEEN] > since and self._numbers[slot + _CONNECTIONS] < own
            for slot in range(0, len(self._numbers), _WIDTH)
        )
