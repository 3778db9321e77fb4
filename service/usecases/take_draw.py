"""Taking a promised draw: for one resolution, once and for all."""

from service.rules.errors import InvalidInput, Mistake
from service.usecases.ports import DrawStore
from service.usecases.verifiable_draws import NamedDraw, RevealedDraw

_PLACE = ("draw", "draw_id")


def take_draw(draws: DrawStore, named: NamedDraw, resolution_id: str) -> RevealedDraw:
    """The draw, revealed; `InvalidInput` where it is another resolution's, or is not there.

    Another attempt at the same request is no other resolution: had anybody been told of it, its answer were kept, and
    this attempt would not be.
    """
    taken = draws.take(named.draw_id, resolution_id, named.retry_id)
    if taken is None:
        raise InvalidInput([Mistake(_PLACE, "Unknown or expired: no promised draw has this id now.")])
    if taken.resolution_id != resolution_id and (not named.retry_id or taken.retry_id != named.retry_id):
        raise InvalidInput([Mistake(_PLACE, f"Used already, by the resolution {taken.resolution_id}.")])
    return RevealedDraw(named.draw_id, named.client_seed, taken.server_seed, taken.resolution_id)
