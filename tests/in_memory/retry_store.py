"""Safe retries in a dictionary, by a clock that the test moves."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil
from uuid import uuid4

from service.usecases.kept_answers import KeptAnswer, KeyInUse, KeyReused, Lease, RetriesFull
from service.usecases.ports import Clock
from service.usecases.store_away import StoreAway

ENTRY_BYTES = 256


@dataclass(frozen=True, slots=True)
class Entry:
    """Who has a key, until when, and the answer once there is one."""

    lease: Lease
    ends: datetime
    answer: KeptAnswer | None = None

    @property
    def size(self) -> int:
        return len(self.answer.body) + ENTRY_BYTES if self.answer else 0


class InMemoryRetryStore:
    """Does what the port says. Stores with the same entries are like workers with the same server."""

    def __init__(
        self,
        clock: Clock,
        budget: int = 1 << 20,
        *,
        lease_s: float = 60,
        keep_s: float = 24 * 3600,
        entries: dict[bytes, Entry] | None = None,
    ) -> None:
        self.away = False
        self._clock = clock
        self._budget = budget
        self._lease = timedelta(seconds=lease_s)
        self._keep = timedelta(seconds=keep_s)
        self._entries = {} if entries is None else entries

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        """The right to answer for the key, or the answer that is kept."""
        lease = Lease(key, fingerprint, uuid4().bytes)
        if answer := self._answer_of_another(lease):
            return answer
        if sum(entry.size for entry in self._entries.values()) >= self._budget:
            first = min(entry.ends for entry in self._entries.values() if entry.answer)
            raise RetriesFull(ceil((first - self._clock.now()).total_seconds()))
        self._entries[key] = Entry(lease, self._clock.now() + self._lease)
        return lease

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Keep the answer, if the lease is still good for it."""
        other = self._answer_of_another(lease)
        if other is None:
            self._entries[lease.key] = Entry(lease, self._clock.now() + self._keep, answer)
        return other

    def release(self, lease: Lease) -> None:
        """Give the right back without an answer."""
        self._tidy()
        entry = self._entries.get(lease.key)
        if entry and entry.lease == lease and entry.answer is None:
            del self._entries[lease.key]

    def _answer_of_another(self, lease: Lease) -> KeptAnswer | None:
        """The answer of the request that has the key, where one has it and it is not this one."""
        self._tidy()
        entry = self._entries.get(lease.key)
        if entry is None or entry.lease == lease:
            return None
        if entry.lease.fingerprint != lease.fingerprint:
            raise KeyReused
        if entry.answer is None:
            raise KeyInUse
        return entry.answer

    def _tidy(self) -> None:
        if self.away:
            raise StoreAway("The test says so.")
        for key in [key for key, entry in self._entries.items() if entry.ends <= self._clock.now()]:
            del self._entries[key]
