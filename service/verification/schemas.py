"""The bodies that have draws verified: their seeds, or a draw as an answer revealed it; and the values they become."""

import re
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import ValidationError

from service.draws.schemas import client_seed, server_seed
from service.engines.documents import Mistakes
from service.engines.draws import SEED_BYTES, DrawPurpose
from service.engines.piecepacks import variants
from service.engines.piecepacks.dealing import Deal as TileDeal
from service.engines.piecepacks.table_checks import check_players
from service.engines.pyramid.dealing import ALL_CARDS, FIRST_CARDS, KITTY, PLAYERS, Deal, Dealt, Variant
from service.piecepacks.schemas import tile
from service.pyramid.schemas import card
from service.verification.verify import AnsweredDraw, VerifyDrawInput, VerifyPiecepacksDealInput, VerifyPyramidDealInput
from service.web.fields import LeftAside, Reader, Strict, array_of, hand, json_object, whole, word
from service.web.schema import RequestSchema

MOST_HANDS: Final = 200
"""As many as the largest gang war has."""
_MOST_OWN: Final = max(rules.own for rules in variants.VARIANTS.values())
_MOST_ON_BOARD: Final = max(rules.board for rules in variants.VARIANTS.values())
_HASH_TEXT: Final = re.compile(f"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")

_purpose: Final = word(DrawPurpose)
_card_players: Final = whole(PLAYERS[0], PLAYERS[-1])
_tile_players: Final = whole(variants.FEWEST_PLAYERS, variants.MOST_PLAYERS)


def seed_hash_text(value: Any) -> str:
    """A hash in the digits that answers write it in."""
    if type(value) is not str or not _HASH_TEXT.fullmatch(value):
        raise ValidationError(f"Must be a string of {2 * SEED_BYTES} hexadecimal digits.")
    return value.lower()


def _check_tile_players(variant: variants.Variant, players: int) -> None:
    mistakes: Mistakes = []
    check_players(variant, players, mistakes)
    if mistakes:
        raise ValidationError({"players": [mistake.message for mistake in mistakes]})


def _only(purpose: DrawPurpose) -> Reader[DrawPurpose]:
    def read(value: Any) -> DrawPurpose:
        if value != purpose:
            raise ValidationError(f"Must be {purpose}.")
        return purpose

    return read


class VerifyDrawSchema(RequestSchema):
    """The seeds of a resolution's draw."""

    server_seed = Strict(server_seed, required=True)
    client_seed = Strict(client_seed, required=True)
    hands = Strict(whole(1, MOST_HANDS), required=True)

    class Meta:
        """The field whose name is a word of Python's."""

        include: ClassVar = {"for": Strict(_only(DrawPurpose.RESOLVE))}

    def build(self, values: dict[str, Any]) -> VerifyDrawInput:
        """The draw to make again."""
        return VerifyDrawInput(values["server_seed"], values["client_seed"], values["hands"])


class VerifyPyramidDealSchema(RequestSchema):
    """The seeds of a deal of cards."""

    server_seed = Strict(server_seed, required=True)
    client_seed = Strict(client_seed, required=True)
    players = Strict(_card_players, required=True)
    variant = Strict(word(Variant))

    class Meta:
        """The field whose name is a word of Python's."""

        include: ClassVar = {"for": Strict(_only(DrawPurpose.PYRAMID_DEAL), required=True)}

    def build(self, values: dict[str, Any]) -> VerifyPyramidDealInput:
        """The deal to make again."""
        del values["for"]
        return VerifyPyramidDealInput(**values)


class VerifyPiecepacksDealSchema(RequestSchema):
    """The seeds of a deal of tiles."""

    server_seed = Strict(server_seed, required=True)
    client_seed = Strict(client_seed, required=True)
    variant = Strict(word(variants.Variant), required=True)
    players = Strict(_tile_players, required=True)

    class Meta:
        """The field whose name is a word of Python's."""

        include: ClassVar = {"for": Strict(_only(DrawPurpose.PIECEPACKS_DEAL), required=True)}

    def build(self, values: dict[str, Any]) -> VerifyPiecepacksDealInput:
        """The deal to make again."""
        del values["for"]
        _check_tile_players(values["variant"], values["players"])
        return VerifyPiecepacksDealInput(**values)


class RevealedSchema(RequestSchema):
    """What every draw reveals. Its id decides nothing."""

    draw_id = LeftAside()
    client_seed = Strict(client_seed, required=True)
    server_seed = Strict(server_seed, required=True)
    server_seed_hash = Strict(seed_hash_text, required=True)


class AnsweredResolveDrawSchema(RevealedSchema):
    """The draw of a resolution, with the hands that it says were drawn."""

    hands = Strict(array_of(hand, 1, MOST_HANDS), required=True)

    class Meta:
        """The field whose name is a word of Python's."""

        include: ClassVar = {"for": Strict(_only(DrawPurpose.RESOLVE))}

    def build(self, values: dict[str, Any]) -> AnsweredDraw:
        """The draw, and the hands to compare with."""
        hands = values["hands"]
        made_from = VerifyDrawInput(values["server_seed"], values["client_seed"], len(hands))
        return AnsweredDraw(made_from, values["server_seed_hash"], hands)


class AnsweredPyramidPlayerSchema(RequestSchema):
    """A player's cards."""

    cards = Strict(array_of(card, FIRST_CARDS, ALL_CARDS), required=True)
    kitty = Strict(array_of(card, KITTY, KITTY))

    def build(self, values: dict[str, Any]) -> Dealt:
        """What the player was dealt."""
        return Dealt(**values)


class AnsweredPyramidDealSchema(RequestSchema):
    """A deal of cards."""

    variant = Strict(word(Variant), required=True)
    players = Strict(array_of(AnsweredPyramidPlayerSchema().load, PLAYERS[0], PLAYERS[-1]), required=True)

    def build(self, values: dict[str, Any]) -> Deal:
        """The deal."""
        return Deal(**values)


class AnsweredPyramidDrawSchema(RevealedSchema):
    """The draw of a deal of cards, with the deal that it says came of it."""

    deal = Strict(AnsweredPyramidDealSchema().load, required=True)

    class Meta:
        """The field whose name is a word of Python's."""

        include: ClassVar = {"for": Strict(_only(DrawPurpose.PYRAMID_DEAL), required=True)}

    def build(self, values: dict[str, Any]) -> AnsweredDraw:
        """The draw, and the deal to compare with."""
        deal: Deal = values["deal"]
        seeds = values["server_seed"], values["client_seed"]
        return AnsweredDraw(
            VerifyPyramidDealInput(*seeds, len(deal.players), deal.variant), values["server_seed_hash"], deal
        )


class AnsweredPiecepacksPlayerSchema(RequestSchema):
    """A player's tiles."""

    tiles = Strict(array_of(tile, 0, _MOST_OWN), required=True)

    def build(self, values: dict[str, Any]) -> Any:
        """The tiles."""
        return values["tiles"]


class AnsweredPiecepacksDealSchema(RequestSchema):
    """A deal of tiles."""

    variant = Strict(word(variants.Variant), required=True)
    players = Strict(
        array_of(AnsweredPiecepacksPlayerSchema().load, variants.FEWEST_PLAYERS, variants.MOST_PLAYERS), required=True
    )
    board = Strict(array_of(tile, 0, _MOST_ON_BOARD), required=True)

    def build(self, values: dict[str, Any]) -> TileDeal:
        """The deal."""
        _check_tile_players(values["variant"], len(values["players"]))
        return TileDeal(**values)


class AnsweredPiecepacksDrawSchema(RevealedSchema):
    """The draw of a deal of tiles, with the deal that it says came of it."""

    deal = Strict(AnsweredPiecepacksDealSchema().load, required=True)

    class Meta:
        """The field whose name is a word of Python's."""

        include: ClassVar = {"for": Strict(_only(DrawPurpose.PIECEPACKS_DEAL), required=True)}

    def build(self, values: dict[str, Any]) -> AnsweredDraw:
        """The draw, and the deal to compare with."""
        deal: TileDeal = values["deal"]
        seeds = values["server_seed"], values["client_seed"]
        made_from = VerifyPiecepacksDealInput(*seeds, deal.variant, len(deal.players))
        return AnsweredDraw(made_from, values["server_seed_hash"], deal)


Schemas = Mapping[DrawPurpose, RequestSchema]
"""One schema for each purpose."""

SEEDS: Final[Schemas] = {
    DrawPurpose.RESOLVE: VerifyDrawSchema(),
    DrawPurpose.PYRAMID_DEAL: VerifyPyramidDealSchema(),
    DrawPurpose.PIECEPACKS_DEAL: VerifyPiecepacksDealSchema(),
}
ANSWERED: Final[Schemas] = {
    DrawPurpose.RESOLVE: AnsweredResolveDrawSchema(),
    DrawPurpose.PYRAMID_DEAL: AnsweredPyramidDrawSchema(),
    DrawPurpose.PIECEPACKS_DEAL: AnsweredPiecepacksDrawSchema(),
}


def _by_purpose(schemas: Schemas, body: Any) -> Any:
    """What a body means; its `for` says which schema holds, that of `resolve` where there is none."""
    given = json_object(body)
    try:
        schema = schemas[_purpose(given.get("for", DrawPurpose.RESOLVE.value))]
    except ValidationError as error:
        raise ValidationError({"for": error.messages}) from None
    return schema.load(given)


class VerifyAnsweredDrawSchema(RequestSchema):
    """A draw as an answer revealed it."""

    draw = Strict(lambda value: _by_purpose(ANSWERED, value), required=True)

    def build(self, values: dict[str, Any]) -> AnsweredDraw:
        """The draw."""
        draw: AnsweredDraw = values["draw"]
        return draw


ANSWERED_DRAW: Final = VerifyAnsweredDrawSchema()


def read_draw_to_verify(body: Any) -> Any:
    """The draw that a body wants verified: by its seeds, or as an answer revealed it."""
    given = json_object(body)
    return ANSWERED_DRAW.load(given) if "draw" in given else _by_purpose(SEEDS, given)
