"""Verified draws as JSON values."""

from typing import Any

from service.engines.cards import CARD_TEXT
from service.engines.piecepacks.dealing import Deal as TileDeal
from service.engines.pyramid.cards import Deal
from service.piecepacks import answers as piecepacks
from service.pyramid import answers as pyramid
from service.verification.verify import Drawn, VerifiedDraw

Json = dict[str, Any]


def verified_answer(verified: VerifiedDraw) -> Json:
    answer = {"server_seed_hash": verified.server_seed_hash, **_drawn(verified.drawn)}
    return answer if verified.matches is None else {"matches": verified.matches, **answer}


def _drawn(drawn: Drawn) -> Json:
    match drawn:
        case Deal():
            return {"deal": pyramid.deal_answer(drawn)}
        case TileDeal():
            return {"deal": piecepacks.deal_answer(drawn)}
        case _:
            return {"hands": [[CARD_TEXT[card] for card in hand] for hand in drawn]}
