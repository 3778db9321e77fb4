"""Taking a promised draw: for one resolution or one deal, once and for all."""

from typing import Final

from service.rules.errors import InvalidInput, Mistake
from service.rules.seeded_draws import DrawPurpose
from service.usecases.ports import DrawStore
from service.usecases.verifiable_draws import NamedDraw, RevealedDraw

_PLACE: Final = ("draw", "draw_id")


def take_draw(
    draws: DrawStore, named: NamedDraw, resolution_id: str, purpose: DrawPurpose = DrawPurpose.RESOLVE
) -> RevealedDraw:
    """The draw, revealed; `InvalidInput` where it is another resolution's or deal's, or of another kind, or not there.

    Another attempt at the same request is no other resolution: had anybody been told of it, its answer were kept, and
    this attempt would not be.
    """
    taken = draws.take(named.draw_id, resolution_id, named.retry_id, purpose)
    if taken is None:
        raise InvalidInput([Mistake(_PLACE, "Unknown or expired: no promised draw has this id now.")])
    if taken.purpose is not purpose:
        message = f"Promised for {taken.purpose}, not for {purpose}: name a draw that was promised for this."
        raise InvalidInput([Mistake(_PLACE, message)])
    if taken.resolution_id != resolution_id and (not named.retry_id or taken.retry_id != named.retry_id):
        what = "resolution" if purpose is DrawPurpose.RESOLVE else "deal"
        raise InvalidInput([Mistake(_PLACE, f"Used already, by the {what} {taken.resolution_id}.")])
    return RevealedDraw(named.draw_id, named.client_seed, taken.server_seed, taken.resolution_id)
