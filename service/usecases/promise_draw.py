"""Promising a draw: its seed is settled, kept secret, and told of by its hash."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from service.rules.seeded_draws import DrawPurpose, seed_hash
from service.usecases.ports import Clock, DrawStore, Identifiers, Seeds
from service.usecases.verifiable_draws import PromisedDraw

DEFAULT_LIFETIME_S: Final = 600


@dataclass(frozen=True, slots=True)
class DrawWanted:
    """A draw to be promised: for how long, and what for."""

    expires_in_seconds: int = DEFAULT_LIFETIME_S
    purpose: DrawPurpose = DrawPurpose.RESOLVE


@dataclass(frozen=True, slots=True)
class PromiseDraw:
    """Promises a draw."""

    draws: DrawStore
    seeds: Seeds
    identifiers: Identifiers
    clock: Clock

    def __call__(self, wanted: DrawWanted) -> PromisedDraw:
        """The promise; `StoreAway` where it could not be kept."""
        # Told before the store counts, so that the draw is there until then at the least.
        expires_at = self.clock.now() + timedelta(seconds=wanted.expires_in_seconds)
        draw_id, server_seed = self.identifiers.new(), self.seeds.new()
        self.draws.promise(draw_id, server_seed, wanted.expires_in_seconds, wanted.purpose)
        return PromisedDraw(draw_id, seed_hash(server_seed), expires_at, wanted.purpose)
