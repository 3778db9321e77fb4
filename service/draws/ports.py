"""What draws needs from outside."""

from typing import Protocol

from service.draws.draw import TakenDraw
from service.engines.draws import DrawPurpose


class DrawStore(Protocol):
    """Keeps the promised draws until they expire, whether they are taken or not.

    Both calls may be `StoreUnavailable`.
    """

    def promise(
        self, draw_id: str, server_seed: bytes, lifetime_s: int, purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> None:
        """Keep a draw that nobody has taken, and what it is for."""

    def take(
        self, draw_id: str, resolution_id: str, retry_id: str = "", purpose: DrawPurpose = DrawPurpose.RESOLVE
    ) -> TakenDraw | None:
        """The draw as it is taken, if there is one: by this resolution, or by the one that was first.

        Who was first has left its `retry_id` there. A draw that was promised for another purpose is not taken, and the
        answer says which purpose that is.

        Asked again by the same resolution it says the same again, so that a lost answer costs no draw.
        """
