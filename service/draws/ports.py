"""Verifiable draws at each stage, and the store that keeps them."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from service.engines.draws import DrawPurpose, Hand, seed_hash, seeded_hands, seeded_words


@dataclass(frozen=True, slots=True)
class PromisedDraw:
    """What the caller learns beforehand: enough to check the draw later, not enough to predict it."""

    draw_id: str
    server_seed_hash: str
    expires_at: datetime
    purpose: DrawPurpose = DrawPurpose.RESOLVE


@dataclass(frozen=True, slots=True)
class NamedDraw:
    """The promised draw that a request names, and the client's part in it."""

    draw_id: str
    client_seed: str


@dataclass(frozen=True, slots=True)
class TakenDraw:
    """A used draw: its seed, the resolution or deal that it belongs to, and the request whose retries may take it.

    A draw that was requested for a purpose other than its own is not used up, and may belong to nothing yet.
    """

    server_seed: bytes
    resolution_id: str
    retry_id: str = ""
    purpose: DrawPurpose = DrawPurpose.RESOLVE


@dataclass(frozen=True, slots=True)
class RevealedDraw:
    """Everything that determines the cards of a draw."""

    draw_id: str
    client_seed: str
    server_seed: bytes
    resolution_id: str
    """The resolution or deal that it belongs to. For a retry, the one of the first attempt, whose answer was lost."""

    @property
    def server_seed_hash(self) -> str:
        return seed_hash(self.server_seed)

    def deal(self, hands: int) -> tuple[Hand, ...]:
        return seeded_hands(self.server_seed, self.client_seed, hands)

    def words(self, purpose: DrawPurpose) -> Iterator[int]:
        return seeded_words(self.server_seed, self.client_seed, purpose)


class DrawStore(Protocol):
    """Stores promised draws until they expire, whether they are taken or not.

    Both methods may raise `StoreUnavailable`.
    """

    def promise(
        self, draw_id: str, server_seed: bytes, lifetime_s: int, purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> None:
        """Store a new draw and its purpose."""

    def take(
        self, draw_id: str, resolution_id: str, retry_id: str = "", purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> TakenDraw | None:
        """Take the draw for this resolution, or return the resolution and `retry_id` that took it first.

        None: no such draw. A draw that was promised for another purpose is not taken; the answer has that purpose.
        The same call again gives the same answer, so a lost reply wastes no draw.
        """
