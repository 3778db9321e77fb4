"""Verifiable draws as JSON values."""

from typing import Any

from service.draws.ports import PromisedDraw, RevealedDraw
from service.engines.draws import DrawPurpose
from service.system.clock import timestamp

Json = dict[str, Any]


def promised_answer(promised: PromisedDraw) -> Json:
    return {
        "draw_id": promised.draw_id,
        "for": promised.purpose,
        "server_seed_hash": promised.server_seed_hash,
        "expires_at": timestamp(promised.expires_at),
    }


def revealed_draw(draw: RevealedDraw, purpose: DrawPurpose, drawn: Json) -> Json:
    """A draw in the answer of the resolution or deal that used it, with everything needed to verify it."""
    return {
        "for": purpose,
        "draw_id": draw.draw_id,
        "client_seed": draw.client_seed,
        "server_seed": draw.server_seed.hex(),
        "server_seed_hash": draw.server_seed_hash,
        **drawn,
    }


def dealt_answer(deal_id: str, deal: Json, draw: RevealedDraw | None, purpose: DrawPurpose) -> Json:
    """A deal, and the draw that it was dealt by if the caller named one."""
    answer = {"deal_id": deal_id, **deal}
    if draw:
        answer["draw"] = revealed_draw(draw, purpose, {"deal": deal})
    return answer
