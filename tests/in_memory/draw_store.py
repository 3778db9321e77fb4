"""Promised draws in memory."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Lock

from service.usecases.ports import Clock
from service.usecases.store_away import StoreAway
from service.usecases.verifiable_draws import TakenDraw


@dataclass(slots=True)
class InMemoryDrawStore:
    """Keeps draws as long as its clock says; does not answer while it is away."""

    clock: Clock
    away: bool = False
    promised: dict[str, tuple[bytes, datetime]] = field(default_factory=dict)
    takers: dict[str, tuple[str, str]] = field(default_factory=dict)
    _one_at_a_time: Lock = field(default_factory=Lock)

    def promise(self, draw_id: str, server_seed: bytes, lifetime_s: int) -> None:
        """Keep a draw that nobody has taken."""
        self._answer()
        self.promised[draw_id] = server_seed, self.clock.now() + timedelta(seconds=lifetime_s)

    def take(self, draw_id: str, resolution_id: str, retry_id: str = "") -> TakenDraw | None:
        """The draw as it is taken."""
        self._answer()
        with self._one_at_a_time:
            server_seed, expires_at = self.promised.get(draw_id, (b"", self.clock.now()))
            if expires_at <= self.clock.now():
                return None
            return TakenDraw(server_seed, *self.takers.setdefault(draw_id, (resolution_id, retry_id)))

    def _answer(self) -> None:
        if self.away:
            raise StoreAway
