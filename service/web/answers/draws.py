"""Verifiable draws as JSON values."""

from typing import Any

from service.rules.cards import CARD_TEXT
from service.usecases.verifiable_draws import PromisedDraw, RevealedDraw
from service.usecases.verify_draw import VerifiedDraw
from service.web.answers.times import timestamp

Json = dict[str, Any]


def promised_answer(promised: PromisedDraw) -> Json:
    """What `draws` answers."""
    return {
        "draw_id": promised.draw_id,
        "server_seed_hash": promised.server_seed_hash,
        "expires_at": timestamp(promised.expires_at),
    }


def revealed_draw(draw: RevealedDraw) -> Json:
    """A draw in the answer of the resolution that used it."""
    return {
        "draw_id": draw.draw_id,
        "client_seed": draw.client_seed,
        "server_seed": draw.server_seed.hex(),
        "server_seed_hash": draw.server_seed_hash,
    }


def verified_answer(verified: VerifiedDraw) -> Json:
    """What `verify` answers."""
    return {
        "server_seed_hash": verified.server_seed_hash,
        "hands": [[CARD_TEXT[card] for card in hand] for hand in verified.hands],
    }
