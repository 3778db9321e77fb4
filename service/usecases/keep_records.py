"""Keeping records without making an answer wait: they gather here, and are written behind it."""

from collections import deque
from collections.abc import Callable
from typing import Final

from service.usecases.measures import RECORDS_LOST
from service.usecases.ports import Background, Ledger, Metrics
from service.usecases.records import Record
from service.usecases.store_away import StoreAway
from service.usecases.taking_turns import TakingTurns

PAUSE_S: Final = 0.05
"""How long records gather, and so how long other processes may not see one yet."""
MOST_WAITING: Final = 10_000
MOST_BYTES_WAITING: Final = 32 << 20
"""What one process holds on to while the store is away. Beyond either bound it gives the oldest records up."""
MOST_AT_ONCE: Final = 200
MOST_BYTES_AT_ONCE: Final = 1 << 20
"""What one write takes, so that none keeps the store from its other work for long."""


Making = Callable[[], Record]
"""Writes down what was resolved."""


class KeepRecords:
    """Takes in what is to be recorded at once, and makes and writes the records soon after, many together."""

    def __init__(self, ledger: Ledger, background: Background, metrics: Metrics) -> None:
        self._ledger = ledger
        self._metrics = metrics
        self._unmade: deque[Making] = deque()
        self._waiting: deque[Record] = deque()
        self._writing = TakingTurns()
        self._wake = background.take_on(self, PAUSE_S)

    def __call__(self, making: Making) -> None:
        """Keep the record that this makes. Never fails, and waits for nothing."""
        self._unmade.append(making)
        self._wake()

    def flush(self) -> None:
        """Write all that wait; where the store is away they wait on."""
        with self._writing.turn():
            while self._unmade:
                self._waiting.append(self._unmade.popleft()())
            while taken := self._take():
                try:
                    self._ledger.write(taken)
                except StoreAway:
                    self._waiting.extendleft(reversed(taken))
                    self._give_up_the_oldest()
                    raise
                except Exception:
                    # A bug would come back with them, and keep all others from being written.
                    self._metrics.count(RECORDS_LOST, len(taken))
                    raise

    def forget(self) -> None:
        """Start with nothing that waits."""
        self._unmade = deque()
        self._waiting = deque()
        self._writing = TakingTurns()

    def _take(self) -> list[Record]:
        taken: list[Record] = []
        room = MOST_BYTES_AT_ONCE
        while self._waiting and len(taken) < MOST_AT_ONCE and room > 0:
            taken.append(self._waiting.popleft())
            room -= len(taken[-1].document)
        return taken

    def _give_up_the_oldest(self) -> None:
        size = sum(len(record.document) for record in self._waiting.copy())
        while len(self._waiting) > MOST_WAITING or size > MOST_BYTES_WAITING:
            size -= len(self._waiting.popleft().document)
            self._metrics.count(RECORDS_LOST)
