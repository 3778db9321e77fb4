"""Safe retries in a dictionary, by a clock that the test moves."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil
from uuid import uuid4

from service.errors import StoreUnavailable
from service.idempotency.ports import (
    IdempotencyStoreFull,
    KeptAnswer,
    KeyInUse,
    KeyReused,
    Lease,
    LeaseUncertain,
)
from service.system.ports import Clock

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


@dataclass(slots=True)
class InMemoryIdempotencyStore:
    """Does what the port says. Stores with the same entries are like workers with the same server."""

    clock: Clock
    budget: int = 1 << 20
    lease_s: float = 3
    keep_s: float = 24 * 3600
    entries: dict[bytes, Entry] = field(default_factory=dict)
    unavailable: bool = False

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        """The right to answer for the key, or the answer that is kept."""
        lease = Lease(key, fingerprint, uuid4().bytes)
        if self.unavailable:
            raise LeaseUncertain(lease, "The test says so.")
        if answer := self._answer_of_another(lease):
            return answer
        if sum(entry.size for entry in self.entries.values()) >= self.budget:
            first = min(entry.ends for entry in self.entries.values() if entry.answer)
            raise IdempotencyStoreFull(ceil((first - self.clock.now()).total_seconds()))
        self.give(lease)
        return lease

    def give(self, lease: Lease) -> None:
        """The key is this request's until the lease runs out, unless another has it."""
        if self._answer_of_another(lease) is None and lease.key not in self.entries:
            self.entries[lease.key] = Entry(lease, self.clock.now() + timedelta(seconds=self.lease_s))

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Keep the answer, if the lease is still good for it."""
        other = self._answer_of_another(lease)
        if other is None:
            self.entries[lease.key] = Entry(lease, self.clock.now() + timedelta(seconds=self.keep_s), answer)
        return other

    def release(self, lease: Lease) -> None:
        """Give the right back without an answer."""
        self._tidy()
        entry = self.entries.get(lease.key)
        if entry and entry.lease == lease and entry.answer is None:
            del self.entries[lease.key]

    def _answer_of_another(self, lease: Lease) -> KeptAnswer | None:
        """The answer of the request that has the key, where one has it and it is not this one."""
        self._tidy()
        entry = self.entries.get(lease.key)
        if entry is None or entry.lease == lease:
            return None
        if entry.lease.fingerprint != lease.fingerprint:
            raise KeyReused
        if entry.answer is None:
            raise KeyInUse
        return entry.answer

    def _tidy(self) -> None:
        if self.unavailable:
            raise StoreUnavailable("The test says so.")
        for key in [key for key, entry in self.entries.items() if entry.ends <= self.clock.now()]:
            del self.entries[key]
