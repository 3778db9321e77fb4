"""Reads the bodies of draws to verify: their seeds, or a draw as an answer revealed it."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from marshmallow import ValidationError, post_load, validates_schema

from service.draws.schemas import ClientSeed, HexDigits, ServerSeed
from service.engines.documents import Mistakes
from service.engines.draws import DrawPurpose
from service.engines.piecepacks import variants
from service.engines.piecepacks.dealing import Deal as TileDeal
from service.engines.piecepacks.dealing import check_players
from service.engines.pyramid.cards import ALL_CARDS, FIRST_CARDS, KITTY, PLAYERS, Deal, Dealt, Variant
from service.piecepacks.schemas import MOST_ON_BOARD, MOST_OWN, Tile
from service.pyramid.schemas import PyramidCard
from service.verification.verify import (
    AnsweredDraw,
    ToVerify,
    VerifyDrawInput,
    VerifyPiecepacksDealInput,
    VerifyPyramidDealInput,
)
from service.web.fields import Enum, Hand, Ignored, Integer, List, Nested, json_object
from service.web.schema import OneOf, OneOfSchemas, RequestSchema

MOST_HANDS: Final = 200
"""The number of hands in the largest gang war."""
_DEALS: Final[Mapping[DrawPurpose, Callable[..., ToVerify]]] = {
    DrawPurpose.PYRAMID_DEAL: VerifyPyramidDealInput,
    DrawPurpose.PIECEPACKS_DEAL: VerifyPiecepacksDealInput,
}


def _for(purpose: DrawPurpose, **options: Any) -> Enum:
    return Enum(only=[purpose], data_key="for", **options)


def _hash() -> HexDigits:
    """A hash, in lower case as answers write it."""
    return HexDigits(post_load=str.lower, required=True)


def _check_tile_players(variant: variants.Variant, players: int) -> None:
    mistakes: Mistakes = []
    check_players(variant, players, mistakes)
    if mistakes:
        raise ValidationError([mistake.message for mistake in mistakes], "players")


class SeedsSchema(RequestSchema):
    """The seeds that every draw is made from."""

    server_seed = ServerSeed(required=True)
    client_seed = ClientSeed(required=True)


class VerifyDrawSchema(SeedsSchema):
    """The seeds of a resolution's draw."""

    hands = Integer(minimum=1, maximum=MOST_HANDS, required=True)
    purpose = _for(DrawPurpose.RESOLVE)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> VerifyDrawInput:
        return VerifyDrawInput(values["server_seed"], values["client_seed"], values["hands"])


class VerifyDealSchema(SeedsSchema):
    """The seeds of a deal."""

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> ToVerify:
        return _DEALS[values.pop("purpose")](**values)


class VerifyPyramidDealSchema(VerifyDealSchema):
    """The seeds of a deal of cards."""

    players = Integer(minimum=PLAYERS[0], maximum=PLAYERS[-1], required=True)
    variant = Enum(Variant, load_default=Variant.NO_SURRENDER)
    purpose = _for(DrawPurpose.PYRAMID_DEAL, required=True)


class VerifyPiecepacksDealSchema(VerifyDealSchema):
    """The seeds of a deal of tiles."""

    variant = Enum(variants.Variant, required=True)
    players = Integer(minimum=variants.FEWEST_PLAYERS, maximum=variants.MOST_PLAYERS, required=True)
    purpose = _for(DrawPurpose.PIECEPACKS_DEAL, required=True)

    @validates_schema
    def check_players(self, values: dict[str, Any], **_: Any) -> None:
        """Check the number of players against the variant."""
        _check_tile_players(values["variant"], values["players"])


class RevealedSchema(SeedsSchema):
    """The fields that every revealed draw has. Its id does not affect the result."""

    draw_id = Ignored()
    server_seed_hash = _hash()


class AnsweredResolveDrawSchema(RevealedSchema):
    """The draw of a resolution, with the hands that the answer says were drawn."""

    hands = List(Hand(), min_length=1, max_length=MOST_HANDS, required=True)
    purpose = _for(DrawPurpose.RESOLVE)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> AnsweredDraw:
        hands = values["hands"]
        made_from = VerifyDrawInput(values["server_seed"], values["client_seed"], len(hands))
        return AnsweredDraw(made_from, values["server_seed_hash"], hands)


class AnsweredDealDrawSchema(RevealedSchema):
    """The draw of a deal, with the deal that the answer says it gave."""

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> AnsweredDraw:
        deal: Deal | TileDeal = values["deal"]
        seeds = {"server_seed": values["server_seed"], "client_seed": values["client_seed"]}
        made_from = _DEALS[values["purpose"]](**seeds, variant=deal.variant, players=len(deal.players))
        return AnsweredDraw(made_from, values["server_seed_hash"], deal)


class AnsweredPyramidPlayerSchema(RequestSchema):
    """A player's cards."""

    cards = List(PyramidCard(), min_length=FIRST_CARDS, max_length=ALL_CARDS, required=True)
    kitty = List(PyramidCard(), min_length=KITTY, max_length=KITTY)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Dealt:
        return Dealt(**values)


class AnsweredPyramidDealSchema(RequestSchema):
    """A deal of cards."""

    variant = Enum(Variant, required=True)
    players = List(Nested(AnsweredPyramidPlayerSchema), min_length=PLAYERS[0], max_length=PLAYERS[-1], required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Deal:
        return Deal(**values)


class AnsweredPyramidDrawSchema(AnsweredDealDrawSchema):
    """The draw of a deal of cards."""

    deal = Nested(AnsweredPyramidDealSchema, required=True)
    purpose = _for(DrawPurpose.PYRAMID_DEAL, required=True)


class AnsweredPiecepacksPlayerSchema(RequestSchema):
    """A player's tiles."""

    tiles = List(Tile(), max_length=MOST_OWN, required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Any:
        return values["tiles"]


class AnsweredPiecepacksDealSchema(RequestSchema):
    """A deal of tiles."""

    variant = Enum(variants.Variant, required=True)
    players = List(
        Nested(AnsweredPiecepacksPlayerSchema),
        min_length=variants.FEWEST_PLAYERS,
        max_length=variants.MOST_PLAYERS,
        required=True,
    )
    board = List(Tile(), max_length=MOST_ON_BOARD, required=True)

    @validates_schema
    def check_players(self, values: dict[str, Any], **_: Any) -> None:
        """Check the number of players against the variant."""
        _check_tile_players(values["variant"], len(values["players"]))

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> TileDeal:
        return TileDeal(**values)


class AnsweredPiecepacksDrawSchema(AnsweredDealDrawSchema):
    """The draw of a deal of tiles."""

    deal = Nested(AnsweredPiecepacksDealSchema, required=True)
    purpose = _for(DrawPurpose.PIECEPACKS_DEAL, required=True)


def _by_purpose(resolve: RequestSchema, pyramid: RequestSchema, piecepacks: RequestSchema) -> OneOfSchemas:
    schemas = {
        DrawPurpose.RESOLVE: resolve,
        DrawPurpose.PYRAMID_DEAL: pyramid,
        DrawPurpose.PIECEPACKS_DEAL: piecepacks,
    }
    return OneOfSchemas("for", schemas, default=DrawPurpose.RESOLVE)


SEEDS: Final = _by_purpose(VerifyDrawSchema(), VerifyPyramidDealSchema(), VerifyPiecepacksDealSchema())
ANSWERED: Final = _by_purpose(AnsweredResolveDrawSchema(), AnsweredPyramidDrawSchema(), AnsweredPiecepacksDrawSchema())


class VerifyAnsweredDrawSchema(RequestSchema):
    """A draw as an answer revealed it."""

    draw = OneOf(ANSWERED, required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> AnsweredDraw:
        draw: AnsweredDraw = values["draw"]
        return draw


ANSWERED_DRAW: Final = VerifyAnsweredDrawSchema()


def read_draw_to_verify(body: Any) -> Any:
    """The draw that a body describes, by its seeds or as an answer revealed it."""
    given = json_object(body)
    return ANSWERED_DRAW.load(given) if "draw" in given else SEEDS.load(given)
