"""Fakes of the webhook's ports: progress of the deliveries, and the server that takes them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from service.errors import StoreUnavailable
from service.system.ports import Clock
from service.webhook.ports import NotDelivered, Progress
from tests.fakes.tuning_log import InMemoryTuningLog


@dataclass(slots=True)
class InMemoryDeliveries:
    """Progress that the test can make unavailable."""

    log: InMemoryTuningLog
    clock: Clock
    unavailable: bool = False
    delivered: int | None = None
    holder: str = ""
    takes: int = 0
    """The number of calls of `take`."""
    _until: datetime | None = None

    def take(self, worker: str, lease_s: float) -> Progress | None:
        self.takes += 1
        self._ask()
        if self._held() and self.holder != worker:
            return None
        self.holder, self._until = worker, self.clock.now() + timedelta(seconds=lease_s)
        newest = self.log.head().number
        self.delivered = newest if self.delivered is None else min(self.delivered, newest)
        return Progress(self.delivered, newest)

    def advance(self, worker: str, revision: int) -> bool:
        self._ask()
        if not self._held() or self.holder != worker:
            return False
        self.delivered = revision
        return True

    def release(self, worker: str) -> None:
        self._ask()
        if self.holder == worker:
            self._until = None

    def _held(self) -> bool:
        return self._until is not None and self.clock.now() < self._until

    def _ask(self) -> None:
        if self.unavailable:
            raise StoreUnavailable


@dataclass(slots=True)
class ListedReceiver:
    """A server that keeps what it takes, and can be down."""

    down: bool = False
    taken: list[tuple[bytes, Mapping[str, str]]] = field(default_factory=list)
    attempts: int = 0
    meanwhile: Callable[[], None] = lambda: None
    """Called while a message is on its way."""

    def post(self, body: bytes, headers: Mapping[str, str]) -> None:
        self.attempts += 1
        self.meanwhile()
        if self.down:
            raise NotDelivered("it answered 503")
        self.taken.append((body, headers))
