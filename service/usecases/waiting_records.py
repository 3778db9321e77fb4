"""The records that one process has yet to write: in their order, and how much they are."""

from collections import deque
from collections.abc import Iterable
from threading import Lock

from service.usecases.records import Record, Recordable

Failure = tuple[str, Exception]
"""The id of a resolution whose record is lost, and why."""


class WaitingRecords:
    """A queue of resolutions, made into records when there is time for it.

    What was taken to be written still counts until it is written, as until then it is lost with its process.
    """

    def __init__(self) -> None:
        self._unmade: deque[Recordable] = deque()
        self._made: deque[Record] = deque()
        self._counting = Lock()
        self.number = 0
        self.size = 0
        """The bytes of their documents, of unmade ones by their own estimate."""

    def add(self, resolutions: Iterable[Recordable]) -> None:
        """Take these in, as the newest."""
        number = size = 0
        for resolution in resolutions:
            self._unmade.append(resolution)
            number += 1
            size += resolution.size
        self._count(number, size)

    def make(self) -> list[Failure]:
        """Make all into records. One that cannot be made waits no longer, and keeps no other from being made."""
        failures: list[Failure] = []
        while self._unmade:
            resolution = self._unmade.popleft()
            try:
                record = resolution.record()
            except Exception as error:  # noqa: BLE001  whatever is wrong with one must not reach the others
                self._count(-1, -resolution.size)
                failures.append((resolution.resolution_id, error))
            else:
                self._made.append(record)
                self._count(0, record.size - resolution.size)
        return failures

    def take(self, most: int, most_bytes: int) -> list[Record]:
        """The oldest records, so many or so many bytes of them at most, and at least one if there is one."""
        taken: list[Record] = []
        while self._made and len(taken) < most and most_bytes > 0:
            taken.append(self._made.popleft())
            most_bytes -= taken[-1].size
        return taken

    def put_back(self, taken: list[Record]) -> None:
        """Have these wait on, as the oldest."""
        self._made.extendleft(reversed(taken))

    def leave(self, taken: list[Record]) -> None:
        """These wait no longer."""
        self._count(-len(taken), -sum(record.size for record in taken))

    def drop_oldest(self, most: int, most_bytes: int) -> int:
        """Keep so many, and so many bytes of them, at most; how many of the oldest had to go for that."""
        dropped = 0
        while (self.number > most or self.size > most_bytes) and (self._made or self._unmade):
            oldest = (self._made or self._unmade).popleft()
            self._count(-1, -oldest.size)
            dropped += 1
        return dropped

    def _count(self, number: int, size: int) -> None:
        with self._counting:
            self.number += number
            self.size += size
