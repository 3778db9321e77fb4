"""Promising a draw: its seed is settled, kept secret, and told of by its hash."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from service.draws.draw import NamedDraw, PromisedDraw, RevealedDraw
from service.draws.ports import DrawStore
from service.engines.draws import DrawPurpose, seed_hash
from service.engines.errors import InvalidInput, Mistake
from service.system.ports import Clock, Identifiers, Seeds

DEFAULT_LIFETIME_S: Final = 600


@dataclass(frozen=True, slots=True)
class PromiseDrawInput:
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

    def __call__(self, wanted: PromiseDrawInput) -> PromisedDraw:
        """The promise; `StoreUnavailable` where it could not be kept."""
        # Sent before the store counts, so that the draw is there until then at the least.
        expires_at = self.clock.now() + timedelta(seconds=wanted.expires_in_seconds)
        draw_id, server_seed = self.identifiers.new(), self.seeds.new()
        self.draws.promise(draw_id, server_seed, wanted.expires_in_seconds, wanted.purpose)
        return PromisedDraw(draw_id, seed_hash(server_seed), expires_at, wanted.purpose)


_PLACE: Final = ("draw", "draw_id")


def take_draw(
    draws: DrawStore,
    named: NamedDraw,
    resolution_id: str,
    retry_id: str = "",
    purpose: DrawPurpose = DrawPurpose.RESOLVE,
) -> RevealedDraw:
    """The draw, revealed; `InvalidInput` where it was used, expired, or promised for another purpose.

    A retry may take the draw that an earlier attempt at the same request took: that attempt's answer was never sent,
    or it would have been kept, and this one would be answered with it.
    """
    taken = draws.take(named.draw_id, resolution_id, retry_id, purpose)
    if taken is None:
        raise InvalidInput([Mistake(_PLACE, "Unknown or expired: no promised draw has this id now.")])
    if taken.purpose is not purpose:
        message = f"Promised for {taken.purpose}, not for {purpose}: name a draw that was promised for this."
        raise InvalidInput([Mistake(_PLACE, message)])
    if taken.resolution_id != resolution_id and (not retry_id or taken.retry_id != retry_id):
        what = "resolution" if purpose is DrawPurpose.RESOLVE else "deal"
        raise InvalidInput([Mistake(_PLACE, f"Used already, by the {what} {taken.resolution_id}.")])
    return RevealedDraw(named.draw_id, named.client_seed, taken.server_seed, taken.resolution_id)
