"""Revealed draws, repeated from their seeds on this machine, with no service."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from service.cli.errors import CommandFailed
from service.engines.cards import CARD_TEXT
from service.engines.draws import DrawPurpose
from service.engines.errors import InvalidInput
from service.engines.piecepacks.dealing import Deal as TileDeal
from service.engines.piecepacks.dealing import check_deal
from service.engines.piecepacks.tiles import TILE_TEXT
from service.engines.piecepacks.variants import Variant as TileVariant
from service.engines.pyramid.cards import PLAYERS, Deal, Variant, text_of
from service.verification.verify import (
    ToVerify,
    VerifyDrawInput,
    VerifyPiecepacksDealInput,
    VerifyPyramidDealInput,
    verify_draw,
)

MOST_HANDS: Final = 200
LONGEST_CLIENT_SEED: Final = 4 * 128
"""Bytes of 128 characters."""
Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Repeated:
    """What a draw says, compared with what follows from its seeds."""

    server_seed_hash: str
    """The commitment that follows from the server seed."""
    hash_holds: bool
    cards_match: bool
    """Players may sort what they hold; the order of the board counts."""
    hands_played: bool | None = None
    """Whether the resolution was decided by the hands of the draw; None where there is none to compare."""

    @property
    def matches(self) -> bool:
        return self.hash_holds and self.cards_match and self.hands_played is not False


def drawn_in(document: Any) -> Json | None:
    """The draw in an answer, in a record, or by itself; None where there is none."""
    for found in (document, *_below(document, "draw"), *_below(document, "resolution", "draw")):
        if isinstance(found, dict) and "server_seed" in found:
            return found
    return None


def _below(document: Any, *path: str) -> Iterator[Any]:
    for name in path:
        if not isinstance(document, dict) or name not in document:
            return
        document = document[name]
    yield document


def repeated(document: Any, draw: Json) -> Repeated:
    """Repeat the draw in this document; raises `CommandFailed` where a field is missing or wrong."""
    try:
        found = verify_draw(_to_verify(draw))
        claimed = draw["hands"] if "hands" in draw else draw["deal"]
        played = _hands_played(document)
        return Repeated(
            found.server_seed_hash,
            found.server_seed_hash == draw["server_seed_hash"].lower(),
            _in_any_order(claimed) == _in_any_order(_written(found.drawn)),
            None if played is None else played == claimed,
        )
    except (KeyError, TypeError, ValueError, AttributeError, InvalidInput) as error:
        what = f"{error.args[0]} is missing" if isinstance(error, KeyError) else str(error)
        raise CommandFailed(f"This is no draw as the service reveals it: {what}.") from None


def _hands_played(document: Any) -> list[Any] | None:
    """The hands that an answer or a record was decided by, in the order of a draw; None where there are none."""
    resolution = document.get("resolution", document)
    if "outcome" not in resolution:
        return None
    sides = [resolution[side] for side in ("actor", "target", "attackers", "defenders") if side in resolution]
    return [participant["hand"] for side in sides for participant in side.get("participants", [side])]


def _to_verify(draw: Json) -> ToVerify:
    purpose = DrawPurpose(draw.get("for", DrawPurpose.RESOLVE))
    digits, client_seed = draw["server_seed"], draw["client_seed"]
    if not re.fullmatch("[0-9A-Fa-f]{64}", digits):
        raise ValueError("server_seed is not 64 hexadecimal digits")
    if not isinstance(client_seed, str) or not 1 <= len(client_seed.encode()) <= LONGEST_CLIENT_SEED:
        raise ValueError("client_seed is no text of 1 to 128 characters")
    seed = bytes.fromhex(digits)
    if purpose is DrawPurpose.RESOLVE:
        hands = draw["hands"]
        if not (isinstance(hands, list) and 1 <= len(hands) <= MOST_HANDS):
            raise ValueError(f"hands is no list of 1 to {MOST_HANDS} hands")
        return VerifyDrawInput(seed, client_seed, len(hands))
    deal = draw["deal"]
    players = len(deal["players"])
    if purpose is DrawPurpose.PIECEPACKS_DEAL:
        tile_variant = TileVariant(deal["variant"])
        check_deal(tile_variant, players)
        return VerifyPiecepacksDealInput(seed, client_seed, tile_variant, players)
    if players not in PLAYERS:
        raise ValueError(f"a deal has {PLAYERS[0]} to {PLAYERS[-1]} players")
    return VerifyPyramidDealInput(seed, client_seed, players, Variant(deal["variant"]))


def _written(drawn: Any) -> Any:
    match drawn:
        case Deal():
            kitties = drawn.variant is Variant.STANDARD
            players = [
                {"cards": [text_of(card) for card in one.cards]}
                | ({"kitty": [text_of(card) for card in one.kitty]} if kitties else {})
                for one in drawn.players
            ]
            return {"variant": drawn.variant.value, "players": players}
        case TileDeal():
            owned = [{"tiles": [TILE_TEXT[tile] for tile in own]} for own in drawn.players]
            return {
                "variant": drawn.variant.value,
                "players": owned,
                "board": [TILE_TEXT[tile] for tile in drawn.board],
            }
        case _:
            return [[CARD_TEXT[card] for card in hand] for hand in drawn]


def _in_any_order(result: Any) -> Any:
    """The result with everything sorted that a player may sort."""
    if isinstance(result, list):
        return [sorted(map(str, hand)) for hand in result]
    players = [{held: sorted(map(str, those)) for held, those in player.items()} for player in result["players"]]
    return {**result, "players": players}
