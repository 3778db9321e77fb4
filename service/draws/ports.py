"""The port to the store of promised draws."""

from typing import Protocol

from service.draws.draw import TakenDraw
from service.engines.draws import DrawPurpose


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
