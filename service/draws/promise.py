"""Promises draws: chooses a seed, keeps it secret, and publishes its hash. Also takes promised draws."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from service.draws.ports import DrawStore, NamedDraw, PromisedDraw, RevealedDraw
from service.engines.draws import DrawPurpose, seed_hash
from service.engines.errors import InvalidInput, Mistake
from service.system.ports import Clock, Identifiers, Seeds

DEFAULT_LIFETIME_S: Final = 600


@dataclass(frozen=True, slots=True)
class PromiseDrawInput:
    """For how long to promise a draw, and for what purpose."""

    expires_in_seconds: int = DEFAULT_LIFETIME_S
    purpose: DrawPurpose = DrawPurpose.RESOLVE


@dataclass(frozen=True, slots=True)
class PromiseDraw:
    draws: DrawStore
    seeds: Seeds
    identifiers: Identifiers
    clock: Clock

    def __call__(self, wanted: PromiseDrawInput) -> PromisedDraw:
        """Promise a draw; raises `StoreUnavailable` where it could not be stored."""
        # Computed before the store starts counting, so that the draw exists at least until then.
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
    """Take and reveal the draw; raises `InvalidInput` where it was used, expired, or promised for another purpose.

    A retry may take the draw that an earlier attempt at the same request took. That attempt's answer was never sent:
    otherwise it would have been kept, and the retry would have got it.
    """
    taken = draws.take(named.draw_id, resolution_id, retry_id, purpose)
    if taken is None:
        message = "No promised draw has this id: it is unknown or has expired. Promise another with POST /v1/draws."
        raise InvalidInput([Mistake(_PLACE, message)])
    if taken.purpose is not purpose:
        message = f"This draw was promised for {taken.purpose}; name one that was promised for {purpose}."
        raise InvalidInput([Mistake(_PLACE, message)])
    if taken.resolution_id != resolution_id and (not retry_id or taken.retry_id != retry_id):
        what = "resolution" if purpose is DrawPurpose.RESOLVE else "deal"
        raise InvalidInput([Mistake(_PLACE, f"Already used by the {what} {taken.resolution_id}.")])
    return RevealedDraw(named.draw_id, named.client_seed, taken.server_seed, taken.resolution_id)
