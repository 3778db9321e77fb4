"""Keeps the records of resolutions: queues them in memory, and writes them to the store in the background."""

import logging
import threading
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from math import inf
from typing import Final

from service.engines.pauses import Pause, no_pause
from service.errors import StoreUnavailable
from service.metrics.definitions import RECORDS_LOST, RECORDS_WAITING, Metrics
from service.records.ports import Ledger, Record, Recordable
from service.system.ports import Background
from service.system.single_flight import SingleFlight

Failure = tuple[str, Exception]
"""The id of a resolution whose record is lost, and the error."""


def _size(those: Collection[Recordable] | Collection[Record]) -> int:
    return sum([one.size for one in those])


class WaitingRecords:
    """A queue of resolutions, which are made into records later.

    Records that are being written still count, because until they are written they would be lost with the process.
    """

    def __init__(self, pause: Pause = no_pause) -> None:
        self._pause = pause
        self._unmade: deque[Recordable] = deque()
        self._made: deque[Record] = deque()
        self._counting = threading.Lock()
        self.number = 0
        self.size = 0
        """The bytes of their documents; an estimate for those that are not made yet."""

    def add(self, resolutions: Collection[Recordable]) -> None:
        self._unmade.extend(resolutions)
        self._count(len(resolutions), _size(resolutions))

    def make(self, most: float = inf, most_bytes: float = inf) -> list[Failure]:
        """Make records until a limit is reached. One that cannot be made leaves the queue and does not stop the others.

        The limits are on the number of records that wait made, and on the bytes of those made now.
        """
        failures: list[Failure] = []
        made, unmade, pause = self._made, self._unmade, self._pause
        grown = size = 0
        while unmade and len(made) < most and size < most_bytes:
            pause()
            if not unmade:  # dropped meanwhile
                break
            resolution = unmade.popleft()
            grown -= resolution.size
            try:
                record = resolution.record()
            except Exception as error:  # noqa: BLE001  an error in one must not affect the others
                failures.append((resolution.resolution_id, error))
            else:
                made.append(record)
                size += len(record.document)
        if grown:
            self._count(-len(failures), grown + size)
        return failures

    def take(self, most: int, most_bytes: int) -> list[Record]:
        """Remove and return the oldest records, until a limit is reached; at least one, unless none is made."""
        taken: list[Record] = []
        while self._made and len(taken) < most and most_bytes > 0:
            taken.append(self._made.popleft())
            most_bytes -= taken[-1].size
        return taken

    def put_back(self, taken: list[Record]) -> None:
        self._made.extendleft(reversed(taken))

    def add_made(self, records: Collection[Record]) -> None:
        self._made.extend(records)
        self._count(len(records), _size(records))

    def leave(self, taken: list[Record]) -> None:
        """Stop counting these: they are written."""
        self._count(-len(taken), -_size(taken))

    def drop_oldest(self, most: int, most_bytes: int) -> int:
        """Drop the oldest until both limits hold; the number dropped."""
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


PAUSE_S: Final = 0.025
"""How long records gather before they are written, and so how long other processes may not see one."""
MOST_UNWRITTEN: Final = 500
MOST_BYTES_UNWRITTEN: Final = 1 << 20
"""What may wait in one process while the store answers. Beyond either limit, a request writes before it is answered."""
MOST_OF_BATCHES: Final = MOST_UNWRITTEN // 2
MOST_BYTES_OF_BATCHES: Final = MOST_BYTES_UNWRITTEN // 2
"""What may wait when a batch has joined the queue, so that it leaves room for single actions."""
MOST_WAITING: Final = 10_000
MOST_BYTES_WAITING: Final = 32 << 20
"""What one process keeps while the store is unavailable. Beyond either limit, it drops the oldest records."""
MOST_AT_ONCE: Final = 200
MOST_BYTES_AT_ONCE: Final = 1 << 20
"""What one write may take, so that it does not block the store for long."""

_log = logging.getLogger(__name__)


class KeepRecords:
    """Queues resolutions, and soon after makes and writes their records, many at a time.

    While the store answers, a request that finds the queue over its limit writes it, or waits for the request that
    does. So resolutions come no faster than their records can be written. A batch that would fill half of the queue
    does not join it, or single actions would wait for the records of a thousand others: it writes its own before it is
    answered. While the store is unavailable, no request waits.
    """

    def __init__(self, ledger: Ledger, background: Background, metrics: Metrics, pause: Pause = no_pause) -> None:
        self._ledger = ledger
        self._metrics = metrics
        self._pause = pause
        self._waiting = WaitingRecords(pause)
        self._writing = SingleFlight()
        self._batches = SingleFlight()
        self._of_batches = 0
        self._store_unavailable = False
        self._highest = 0
        self._wake = background.take_on(self, PAUSE_S)

    def __call__(self, resolutions: Collection[Recordable]) -> None:
        """Record these. Never fails; returns when the queue is within its limit, or the store is unavailable."""
        if len(resolutions) > 1 and not self._store_unavailable and not self._have_room(resolutions):
            self._write_batch(resolutions)
            self._pause()  # the caller then drops them, and to free a thousand takes most of a millisecond
            return
        self._waiting.add(resolutions)
        self._note_highest()
        self._wake()
        self.wait_for_room()

    def wait_for_room(self) -> None:
        """Return when the queue is within its limit, or the store is unavailable. Never fails."""
        if not self._is_full():
            return
        if not self._store_unavailable:
            with suppress(StoreUnavailable):
                with self._one_writes():
                    # A request that has waited for another one's write mostly finds room. If each wrote what has come
                    # since, the last of hundreds would wait for hundreds of round trips.
                    if self._is_full():
                        self._write_waiting()
                return
        self._hold_on()

    def wait_for_batches(self) -> None:
        """Return when no batch writes its records, or the store is unavailable. Never fails."""
        with suppress(StoreUnavailable), self._batches.hold():
            pass

    def flush(self) -> None:
        """Write the records that wait now; raises `StoreUnavailable` where they must keep waiting.

        A record that cannot be written is lost without affecting the others.
        """
        with self._one_writes():
            self._write_waiting()

    def abandon(self) -> None:
        """Count and log what waits as lost, as the process exits."""
        if lost := self._waiting.drop_oldest(0, 0):
            self._metrics.count(RECORDS_LOST, lost, "shutdown")
            _log.warning("%d records are lost: the process exits while the store is unavailable.", lost)

    def forget(self) -> None:
        """Start with an empty queue, in a process that was forked."""
        self._waiting = WaitingRecords(self._pause)
        self._writing = SingleFlight()
        self._batches = SingleFlight()
        self._of_batches = 0
        self._store_unavailable = False
        self._highest = 0

    def _is_full(self) -> bool:
        return self._waiting.number > MOST_UNWRITTEN or self._waiting.size > MOST_BYTES_UNWRITTEN

    def _have_room(self, batch: Collection[Recordable]) -> bool:
        number, size = self._waiting.number + len(batch), self._waiting.size + _size(batch)
        return number <= MOST_OF_BATCHES and size <= MOST_BYTES_OF_BATCHES

    def _note_highest(self) -> None:
        number = self._waiting.number + self._of_batches
        if number > self._highest:
            self._highest = number
            self._metrics.set_gauge(RECORDS_WAITING, number)

    def _write_batch(self, resolutions: Collection[Recordable]) -> None:
        """Write these, or have them wait with the others if the store is unavailable."""
        batch = WaitingRecords(self._pause)
        batch.add(resolutions)
        self._of_batches += len(resolutions)
        self._note_highest()
        try:
            with self._one_writes(self._batches):
                while self._write_some(batch):
                    pass
        except StoreUnavailable:
            self._make(batch)
            self._waiting.add_made(batch.take(batch.number, batch.size))
            self._wake()
            self._hold_on()
        finally:
            self._of_batches -= len(resolutions)

    def _hold_on(self) -> None:
        # Make the records now, because a record takes less memory than its resolution.
        self._make(self._waiting)
        self._give_up_the_oldest()

    @contextmanager
    def _one_writes(self, flight: SingleFlight | None = None) -> Iterator[None]:
        with (flight or self._writing).hold():
            try:
                yield
            except StoreUnavailable:
                self._store_unavailable = True
                self._give_up_the_oldest()
                raise

    def _write_waiting(self) -> None:
        """Write those that wait now. Those that come meanwhile gather for the next time.

        Under load there would always be some, so this would never end, and write a few at a time.
        """
        left = self._waiting.number
        while left > 0 and (written := self._write_some(self._waiting)):
            left -= written

    def _write_some(self, waiting: WaitingRecords) -> int:
        """Write the oldest records; return how many, 0 only if none wait."""
        # No more than are written next: other requests have their turn while the store answers.
        self._make(waiting, MOST_AT_ONCE, MOST_BYTES_AT_ONCE)
        taken = waiting.take(MOST_AT_ONCE, MOST_BYTES_AT_ONCE)
        if taken:
            try:
                self._write(taken)
            except StoreUnavailable:
                waiting.put_back(taken)
                raise
            waiting.leave(taken)
            self._store_unavailable = False
        return len(taken)

    def _make(self, waiting: WaitingRecords, most: float = inf, most_bytes: float = inf) -> None:
        if failures := waiting.make(most, most_bytes):
            self._lose(failures, "not_made")

    def _write(self, records: list[Record]) -> None:
        failures: list[Failure] = []
        self._write_each(records, failures)
        if failures:
            self._lose(failures, "not_written")

    def _write_each(self, records: list[Record], failures: list[Failure]) -> None:
        try:
            self._ledger.write(records)
        except StoreUnavailable:
            raise
        except Exception as error:  # noqa: BLE001  a bug would fail again at each attempt, and block all other records
            if len(records) == 1:
                failures.append((records[0].resolution_id, error))
            else:
                # It is not known which record caused it. Writing one twice does no harm.
                for record in records:
                    self._write_each([record], failures)

    def _lose(self, failures: list[Failure], reason: str) -> None:
        self._metrics.count(RECORDS_LOST, len(failures), reason)
        for number, (resolution_id, error) in enumerate(failures):
            # Records that fail together mostly fail alike: one traceback is enough, and many would flood the log.
            traceback = error if number == 0 else None
            _log.error("The record of %s is lost (%s): %r", resolution_id, reason, error, exc_info=traceback)

    def _give_up_the_oldest(self) -> None:
        if lost := self._waiting.drop_oldest(MOST_WAITING, MOST_BYTES_WAITING):
            self._metrics.count(RECORDS_LOST, lost, "no_room")
