"""An in-memory idempotency store, with a clock that the test moves."""

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
    """The holder of a key, when the entry ends, and the answer if the request has one."""

    lease: Lease
    ends: datetime
    answer: KeptAnswer | None = None

    @property
    def size(self) -> int:
        return len(self.answer.body) + ENTRY_BYTES if self.answer else 0


@dataclass(slots=True)
class InMemoryIdempotencyStore:
    """Implements the port. Stores that share `entries` are like workers that share a server."""

    clock: Clock
    budget: int = 1 << 20
    lease_s: float = 3
    keep_s: float = 24 * 3600
    entries: dict[bytes, Entry] = field(default_factory=dict)
    unavailable: bool = False

    def begin(self, key: bytes, fingerprint: bytes) -> Lease | KeptAnswer:
        lease = Lease(key, fingerprint, uuid4().bytes)
        if self.unavailable:
            raise LeaseUncertain(lease, "The test made the store unavailable.")
        if answer := self._answer_of_another(lease):
            return answer
        self._require_room()
        self.give(lease)
        return lease

    def give(self, lease: Lease) -> None:
        """Give the key to this request until its lease ends, unless another request holds it."""
        if self._answer_of_another(lease) is None and lease.key not in self.entries:
            self.entries[lease.key] = Entry(lease, self.clock.now() + timedelta(seconds=self.lease_s))

    def finish(self, lease: Lease, answer: KeptAnswer) -> KeptAnswer | None:
        """Keep the answer, unless another request now holds the key: then return the answer of that one."""
        other = self._answer_of_another(lease)
        if other is None:
            if lease.key not in self.entries:
                self._require_room()
            self.entries[lease.key] = Entry(lease, self.clock.now() + timedelta(seconds=self.keep_s), answer)
        return other

    def keep(self, key: bytes, fingerprint: bytes, answer: KeptAnswer) -> KeptAnswer | None:
        return self.finish(Lease(key, fingerprint, uuid4().bytes), answer)

    def find(self, key: bytes, fingerprint: bytes) -> KeptAnswer | None:
        return self._answer_of_another(Lease(key, fingerprint, uuid4().bytes))

    def release(self, lease: Lease) -> None:
        self._tidy()
        entry = self.entries.get(lease.key)
        if entry and entry.lease == lease and entry.answer is None:
            del self.entries[lease.key]

    def _require_room(self) -> None:
        if sum(entry.size for entry in self.entries.values()) >= self.budget:
            first = min(entry.ends for entry in self.entries.values() if entry.answer)
            raise IdempotencyStoreFull(ceil((first - self.clock.now()).total_seconds()))

    def _answer_of_another(self, lease: Lease) -> KeptAnswer | None:
        """The answer of another request that holds the key; None if no other does."""
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
            raise StoreUnavailable("The test made the store unavailable.")
        for key in [key for key, entry in self.entries.items() if entry.ends <= self.clock.now()]:
            del self.entries[key]
