"""The bodies that ask something of Dual Piecepacks Poker, and the values they become."""

from typing import Any, Final

from marshmallow import ValidationError

from service.draws.schemas import NAMED
from service.engines.piecepacks.best_hands import MOST_TILES
from service.engines.piecepacks.hands import HAND_SIZE, LowRule
from service.engines.piecepacks.odds.question import QuoteTileOddsInput
from service.engines.piecepacks.showdown import Player, Showdown
from service.engines.piecepacks.tiles import TILE_COUNT, MalformedTile, Tile, parse_tile
from service.engines.piecepacks.variants import FEWEST_PLAYERS, MOST_PLAYERS, Variant
from service.piecepacks.deal import DealTilesInput
from service.piecepacks.table import CompareHandsInput, EvaluateTilesInput
from service.web.fields import Strict, array_of, distinct, flag, name, whole, word
from service.web.schema import RequestSchema

MOST_HANDS: Final = 100
MOST_CHIPS: Final = 10**12
FEWEST_SAMPLES: Final = 100
MOST_SAMPLES: Final = 100_000
HIGHEST_SEED: Final = 2**53 - 1


def tile(value: Any) -> Tile:
    """A tile's text."""
    try:
        return parse_tile(value)
    except MalformedTile as error:
        raise ValidationError(str(error)) from None


_some_tiles: Final = array_of(tile, 0, TILE_COUNT)
"""How many there must be is the variant's to say."""


class PiecepacksDealSchema(RequestSchema):
    """A deal."""

    variant = Strict(word(Variant), required=True)
    players = Strict(whole(FEWEST_PLAYERS, MOST_PLAYERS), required=True)
    draw = Strict(NAMED.load)

    def build(self, values: dict[str, Any]) -> DealTilesInput:
        """The deal asked for."""
        return DealTilesInput(**values)


class PiecepacksEvaluateSchema(RequestSchema):
    """Tiles to make the best hands of."""

    tiles = Strict(distinct(array_of(tile, HAND_SIZE, MOST_TILES)), required=True)
    low_rule = Strict(word(LowRule))

    def build(self, values: dict[str, Any]) -> EvaluateTilesInput:
        """The tiles and the rule for the low."""
        return EvaluateTilesInput(**values)


class PiecepacksCompareSchema(RequestSchema):
    """Hands to put in order."""

    hands = Strict(array_of(distinct(array_of(tile, HAND_SIZE, HAND_SIZE)), 2, MOST_HANDS), required=True)
    low_rule = Strict(word(LowRule))

    def build(self, values: dict[str, Any]) -> CompareHandsInput:
        """The hands and the rule for the low."""
        return CompareHandsInput(**values)


class PiecepacksPlayerSchema(RequestSchema):
    """A player at a showdown."""

    id = Strict(name, required=True)
    tiles = Strict(_some_tiles)
    paid = Strict(whole(0, MOST_CHIPS))
    folded = Strict(flag)

    def build(self, values: dict[str, Any]) -> Player:
        """The player."""
        return Player(**values)


class PiecepacksShowdownSchema(RequestSchema):
    """A showdown."""

    variant = Strict(word(Variant), required=True)
    board = Strict(_some_tiles)
    players = Strict(array_of(PiecepacksPlayerSchema().load, FEWEST_PLAYERS, MOST_PLAYERS), required=True)
    low_rule = Strict(word(LowRule))

    def build(self, values: dict[str, Any]) -> Showdown:
        """The table at the showdown."""
        return Showdown(**values)


class PiecepacksOddsSchema(RequestSchema):
    """A question about chances."""

    variant = Strict(word(Variant), required=True)
    tiles = Strict(_some_tiles, required=True)
    board = Strict(_some_tiles)
    opponents = Strict(whole(FEWEST_PLAYERS - 1, MOST_PLAYERS - 1))
    low_rule = Strict(word(LowRule))
    samples = Strict(whole(FEWEST_SAMPLES, MOST_SAMPLES))
    seed = Strict(whole(0, HIGHEST_SEED))

    def build(self, values: dict[str, Any]) -> QuoteTileOddsInput:
        """The question."""
        return QuoteTileOddsInput(**values)


DEAL: Final = PiecepacksDealSchema()
EVALUATE: Final = PiecepacksEvaluateSchema()
COMPARE: Final = PiecepacksCompareSchema()
SHOWDOWN: Final = PiecepacksShowdownSchema()
ODDS: Final = PiecepacksOddsSchema()
