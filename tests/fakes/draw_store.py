"""In-memory stores of promised draws."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock

from service.draws.ports import TakenDraw
from service.engines.draws import DrawPurpose
from service.errors import StoreUnavailable
from service.system.ports import Clock
from tests.fakes.idempotency_store import InMemoryIdempotencyStore


@dataclass(slots=True)
class InMemoryDrawStore:
    """Keeps each draw until it expires by the clock. Does not answer while it is unavailable."""

    clock: Clock
    unavailable: bool = False
    promised: dict[str, tuple[bytes, datetime, DrawPurpose]] = field(default_factory=dict)
    takers: dict[str, tuple[str, str]] = field(default_factory=dict)
    _one_at_a_time: Lock = field(default_factory=Lock)

    def promise(
        self, draw_id: str, server_seed: bytes, lifetime_s: int, purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> None:
        self._answer()
        self.promised[draw_id] = server_seed, self.clock.now() + timedelta(seconds=lifetime_s), purpose

    def take(
        self, draw_id: str, resolution_id: str, retry_id: str = "", purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> TakenDraw | None:
        self._answer()
        with self._one_at_a_time:
            server_seed, expires_at, promised_for = self.promised.get(draw_id, (b"", self.clock.now(), purpose))
            if expires_at <= self.clock.now():
                return None
            if promised_for is purpose:
                self.takers.setdefault(draw_id, (resolution_id, retry_id))
            return TakenDraw(server_seed, *self.takers.get(draw_id, ("", "")), promised_for)

    def _answer(self) -> None:
        if self.unavailable:
            raise StoreUnavailable


class UnluckyDrawStore(InMemoryDrawStore):
    """Makes the idempotency store unavailable when its first draw is taken, and available again at the next `take`."""

    def __init__(self, clock: Clock, idempotency: InMemoryIdempotencyStore) -> None:
        super().__init__(clock)
        self._idempotency = idempotency

    def take(
        self, draw_id: str, resolution_id: str, retry_id: str = "", purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> TakenDraw | None:
        self._idempotency.unavailable = not self.takers
        return super().take(draw_id, resolution_id, retry_id, purpose)
