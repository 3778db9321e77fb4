"""A verifiable draw on its way: promised, named by an attempt, taken from the store, revealed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from service.engines.draws import DrawPurpose, Hand, seed_hash, seeded_hands, seeded_words


@dataclass(frozen=True, slots=True)
class PromisedDraw:
    """What the caller is told beforehand: enough to check the draw by, nothing to foresee it by."""

    draw_id: str
    server_seed_hash: str
    expires_at: datetime
    purpose: DrawPurpose = DrawPurpose.RESOLVE


@dataclass(frozen=True, slots=True)
class NamedDraw:
    """A promised draw that an attempt is to be drawn by, and the client's part in it."""

    draw_id: str
    client_seed: str


@dataclass(frozen=True, slots=True)
class TakenDraw:
    """A draw that is used up: its seed, the one resolution that it belongs to, and whose retries may take it again.

    A draw of a deal belongs to the deal. One that was asked for with another purpose than its own is not used up by
    it, and may belong to nothing yet.
    """

    server_seed: bytes
    resolution_id: str
    retry_id: str = ""
    purpose: DrawPurpose = DrawPurpose.RESOLVE


@dataclass(frozen=True, slots=True)
class RevealedDraw:
    """Everything that a draw was made of."""

    draw_id: str
    client_seed: str
    server_seed: bytes
    resolution_id: str
    """The resolution, or the deal, that it belongs to: the first attempt's, if this is a retry of one that nobody was
    told of."""

    @property
    def server_seed_hash(self) -> str:
        """What was promised."""
        return seed_hash(self.server_seed)

    def deal(self, hands: int) -> tuple[Hand, ...]:
        """The hands that follow from the seeds."""
        return seeded_hands(self.server_seed, self.client_seed, hands)

    def words(self, purpose: DrawPurpose) -> Iterator[int]:
        """The words that a deal follows from."""
        return seeded_words(self.server_seed, self.client_seed, purpose)
