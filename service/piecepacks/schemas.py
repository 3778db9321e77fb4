"""Reads the bodies of requests about Dual Piecepacks Poker."""

from typing import Any, ClassVar, Final

from marshmallow import ValidationError, post_load

from service.draws.schemas import NamedDrawSchema
from service.engines.piecepacks import tiles
from service.engines.piecepacks.best_hands import MOST_TILES
from service.engines.piecepacks.hands import HAND_SIZE, LowRule
from service.engines.piecepacks.odds.question import DEFAULT_SAMPLES, QuoteTileOddsInput
from service.engines.piecepacks.showdown import Player, Showdown
from service.engines.piecepacks.tiles import MalformedTile, parse_tile
from service.engines.piecepacks.variants import FEWEST_PLAYERS, MOST_PLAYERS, VARIANTS, Variant
from service.piecepacks.deal import DealTilesInput
from service.piecepacks.table import CompareHandsInput, EvaluateTilesInput
from service.web.compiled import compile_loader
from service.web.fields import Boolean, Enum, Integer, List, Name, Nested, Strict
from service.web.schema import Loader, RequestSchema

MOST_HANDS: Final = 100
MOST_CHIPS: Final = 10**12
FEWEST_SAMPLES: Final = 100
MOST_SAMPLES: Final = 100_000
HIGHEST_SEED: Final = 2**53 - 1
FEWEST_OWN: Final = min(rules.own for rules in VARIANTS.values())
MOST_OWN: Final = max(rules.own for rules in VARIANTS.values())
MOST_ON_BOARD: Final = max(rules.board for rules in VARIANTS.values())

_SUIT: Final = "[♠♥♣♦][\ufe0e\ufe0f]?"


class Tile(Strict[tiles.Tile]):
    """A tile as text."""

    json_type = "string"
    pattern: ClassVar = (
        f"^([bw]({_SUIT}|[SHCD])[NA2345]|(moons|suns|crowns|arms) [NA2345]"
        f"|(black|white|red) (spades|hearts|clubs|diamonds|{_SUIT}) [NA2345]"
        f"|(dark|light) (spades|hearts|clubs|diamonds|{_SUIT}) [NA2345JK]|[2-9JQKAjqka]({_SUIT}|[SsHhCcDd]))$"
    )
    """The texts that `parse_tile` accepts, as callers can check them."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.read = _tile


def _tile(value: Any) -> tiles.Tile:
    try:
        return parse_tile(value)
    except MalformedTile as error:
        raise ValidationError(str(error)) from None


def _some_tiles(fewest: int, most: int, **options: Any) -> List:
    """Tiles on a table. The rules check how many the variant needs, and that no tile repeats."""
    described = {"maxItems": most, "uniqueItems": True, **({"minItems": fewest} if fewest else {})}
    return List(Tile(), max_length=tiles.TILE_COUNT, metadata=described, **options)


def _different_tiles(fewest: int, most: int, **options: Any) -> List:
    return List(Tile(), min_length=fewest, max_length=most, unique=True, **options)


def _low_rule() -> Enum:
    return Enum(LowRule, load_default=LowRule.TABLE)


class PiecepacksDealSchema(RequestSchema):
    variant = Enum(Variant, required=True)
    players = Integer(minimum=FEWEST_PLAYERS, maximum=MOST_PLAYERS, required=True)
    draw = Nested(NamedDrawSchema)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> DealTilesInput:
        return DealTilesInput(**values)


class PiecepacksEvaluateSchema(RequestSchema):
    """Tiles to make the best hands from."""

    tiles = _different_tiles(HAND_SIZE, MOST_TILES, required=True)
    low_rule = _low_rule()

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> EvaluateTilesInput:
        return EvaluateTilesInput(**values)


class PiecepacksCompareSchema(RequestSchema):
    """Hands to put in order."""

    hands = List(_different_tiles(HAND_SIZE, HAND_SIZE), min_length=2, max_length=MOST_HANDS, required=True)
    low_rule = _low_rule()

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> CompareHandsInput:
        return CompareHandsInput(**values)


class PiecepacksPlayerSchema(RequestSchema):
    """A player at a showdown."""

    id = Name(required=True)
    tiles = _some_tiles(FEWEST_OWN, MOST_OWN)
    paid = Integer(minimum=0, maximum=MOST_CHIPS, load_default=0)
    folded = Boolean(load_default=False)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Player:
        return Player(**values)


class PiecepacksShowdownSchema(RequestSchema):
    variant = Enum(Variant, required=True)
    board = _some_tiles(0, MOST_ON_BOARD, load_default=())
    players = List(Nested(PiecepacksPlayerSchema), min_length=FEWEST_PLAYERS, max_length=MOST_PLAYERS, required=True)
    low_rule = _low_rule()

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Showdown:
        return Showdown(**values)


class PiecepacksOddsSchema(RequestSchema):
    variant = Enum(Variant, required=True)
    tiles = _some_tiles(FEWEST_OWN, MOST_OWN, required=True)
    board = _some_tiles(0, MOST_ON_BOARD, load_default=())
    opponents = Integer(minimum=FEWEST_PLAYERS - 1, maximum=MOST_PLAYERS - 1, load_default=1)
    low_rule = _low_rule()
    samples = Integer(minimum=FEWEST_SAMPLES, maximum=MOST_SAMPLES, load_default=DEFAULT_SAMPLES)
    seed = Integer(minimum=0, maximum=HIGHEST_SEED, load_default=0)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> QuoteTileOddsInput:
        return QuoteTileOddsInput(**values)


DEAL: Final = PiecepacksDealSchema()
EVALUATE: Final = PiecepacksEvaluateSchema()
COMPARE: Final = PiecepacksCompareSchema()
SHOWDOWN: Final = PiecepacksShowdownSchema()
ODDS: Final = PiecepacksOddsSchema()

read_deal: Final[Loader] = compile_loader(DEAL)
read_evaluate: Final[Loader] = compile_loader(EVALUATE)
read_compare: Final[Loader] = compile_loader(COMPARE)
read_showdown: Final[Loader] = compile_loader(SHOWDOWN)
read_odds: Final[Loader] = compile_loader(ODDS)
