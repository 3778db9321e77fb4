"""Reads the bodies of requests about Pyramid Poker."""

from typing import Any, Final

from marshmallow import ValidationError, post_load, validates_schema

from service.draws.schemas import NamedDrawSchema
from service.engines import cards
from service.engines.pyramid.cards import ALL_CARDS, FIRST_CARDS, PLAYERS, Variant, parse_card
from service.engines.pyramid.opponents import Opponents
from service.engines.pyramid.positions import BACK_TO_FRONT, Position
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.values import Objective
from service.engines.wire_enum import WireEnum
from service.pyramid.arrange import ArrangeCardsInput
from service.pyramid.deal import DealCardsInput
from service.pyramid.decide import MOST_ARRANGED, DecidePlayInput
from service.pyramid.evaluate import CheckArrangementInput, EvaluateHandInput
from service.pyramid.score import Detection, Seat
from service.web.compiled import compile_loader
from service.web.fields import Boolean, Card, Enum, Ignored, Integer, List, Name, Nested, Number, Strict, invalid
from service.web.schema import Loader, RequestSchema

MOST_ALTERNATIVES: Final = 10
FEWEST_SAMPLES: Final = 2
MOST_SAMPLES: Final = MOST_ARRANGED // 2
"""What fits where a sample is cheapest: with no opponent left."""
HIGHEST_SEED: Final = 2**53 - 1
LONGEST_HAND: Final = ALL_CARDS
"""More than any hand has. The rules check the length for each position."""

Cards = tuple[cards.Card, ...]


class PyramidCard(Card):
    """A card as text, or W for a wild."""

    default_error_messages = invalid(
        "{shown} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc, or W for a wild."
    )
    pattern = "^(([2-9]|10|[TtJjQqKkAa])([♠♥♣♦][\ufe0e\ufe0f]?|[SsHhCcDd])|[Ww])$"

    def __init__(self, **options: Any) -> None:
        super().__init__(parse_card, **options)


def _hand(**options: Any) -> List:
    return List(PyramidCard(), max_length=LONGEST_HAND, **options)


def _all_cards(**options: Any) -> List:
    return List(PyramidCard(), min_length=FIRST_CARDS, max_length=ALL_CARDS, **options)


def _players(**options: Any) -> Integer:
    return Integer(minimum=PLAYERS[0], maximum=PLAYERS[-1], **options)


def _surrendered() -> Integer:
    return Integer(minimum=0, maximum=PLAYERS[-1] - 1, load_default=0)


class PyramidPlacedHandSchema(RequestSchema):
    """A hand as `arrange` returns it. Only its cards are read; the rest is computed again."""

    cards = _hand(required=True)
    tuple = Ignored()
    hand_type = Ignored()
    strength = Ignored()
    points = Ignored()
    win_probability = Ignored()
    standard_error = Ignored()
    deals = Ignored()

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Cards:
        cards: Cards = values["cards"]
        return cards


class PlacedHand(Strict[Cards]):
    """A hand in its place: an array of cards, or a hand copied from an answer."""

    default_error_messages = invalid(
        f"Must be an array of 0 to {LONGEST_HAND} items, or an object with such an array as its cards."
    )

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.either: Final = (_hand(), Nested(PyramidPlacedHandSchema))
        cards, answered = self.either

        def read(value: Any) -> Any:
            if type(value) is dict:
                return answered.deserialize(value)
            if type(value) is not list:
                raise self.make_error("invalid")
            return cards.deserialize(value)

        self.read = read


class PassedOnSchema(RequestSchema):
    """Hands in their places, in a body that may keep everything else that `arrange` returns."""

    tuning_revision = Ignored()
    objective = Ignored()
    unused = Ignored()
    value = Ignored()
    automatic = Ignored()
    alternatives = Ignored()
    declare_advice = Ignored()


class Choice(WireEnum):
    """What a player did after the first thirteen cards."""

    PLAY = "play"
    SURRENDER = "surrender"


class PyramidDealSchema(RequestSchema):
    players = _players(required=True)
    variant = Enum(Variant, load_default=Variant.NO_SURRENDER)
    draw = Nested(NamedDrawSchema)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> DealCardsInput:
        return DealCardsInput(**values)


class PyramidEvaluateSchema(RequestSchema):
    """A hand in a position."""

    cards = _hand(required=True)
    position = Enum(Position, required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> EvaluateHandInput:
        return EvaluateHandInput(**values)


def table(values: dict[str, Any]) -> Table:
    """The table that `players` and `surrendered` describe. At least the player who asks must not have surrendered."""
    players, surrendered = values.pop("players"), values.pop("surrendered")
    if surrendered >= players:
        raise ValidationError({"surrendered": [f"Must be less than the {players} players."]})
    return Table(players, surrendered)


class PyramidArrangeSchema(RequestSchema):
    cards = _all_cards(required=True)
    objective = Enum(Objective, load_default=Objective.WIN_POINTS)
    alternatives = Integer(minimum=0, maximum=MOST_ALTERNATIVES, load_default=0)
    players = _players()
    variant = Enum(Variant, load_default=Variant.NO_SURRENDER)
    surrendered = _surrendered()

    @validates_schema(pass_original=True)
    def check_table(self, _values: dict[str, Any], given: dict[str, Any], **_: Any) -> None:
        """Refuse `variant` and `surrendered` without `players`: they would have no effect."""
        idle = [name for name in ("variant", "surrendered") if name in given]
        if idle and "players" not in given:
            raise ValidationError({name: ["Allowed only with players."] for name in idle})

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> ArrangeCardsInput:
        if "players" in values:
            return ArrangeCardsInput(table=table(values), **values)
        del values["surrendered"]
        return ArrangeCardsInput(**values)


class PyramidAutomaticsSchema(RequestSchema):
    """Cards in which to look for automatics."""

    cards = _all_cards(required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Cards:
        cards: Cards = values["cards"]
        return cards


class PyramidValidateSchema(PassedOnSchema):
    """An arrangement to check."""

    back = PlacedHand(required=True)
    middle = PlacedHand(required=True)
    front = PlacedHand(required=True)
    dealt = _all_cards()
    declare = Enum(Automatic, allow_none=True)
    """Null declares nothing."""

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> CheckArrangementInput:
        hands = values["back"], values["middle"], values["front"]
        return CheckArrangementInput(hands, values.get("dealt"), values.get("declare"))


class PyramidPlayerSchema(PassedOnSchema):
    """A player at a table to score."""

    id = Name(required=True)
    decision = Enum(Choice, load_default=Choice.PLAY)
    back = PlacedHand()
    middle = PlacedHand()
    front = PlacedHand()
    dealt = _all_cards()
    declare = Enum(Detection, Automatic, load_default=None)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> Seat:
        """The player's seat. A player who plays needs three hands; those of a player who surrendered are ignored."""
        if values["decision"] is Choice.SURRENDER:
            return Seat(values["id"], None)
        places = [str(position) for position in BACK_TO_FRONT]
        missing = [place for place in places if place not in values]
        if missing:
            raise ValidationError({place: ["Required of a player who plays."] for place in missing})
        back, middle, front = (values[place] for place in places)
        return Seat(values["id"], (back, middle, front), values["declare"], values.get("dealt"))


class PyramidSettlingPlayerSchema(PyramidPlayerSchema):
    """A player at a table to settle: the rules look for automatics unless `declare` says otherwise."""

    declare = Enum(Detection, Automatic, load_default=Detection.AUTO, allow_none=True)


class PyramidScoreSchema(RequestSchema):
    """A table to score."""

    players = List(Nested(PyramidPlayerSchema), min_length=PLAYERS[0], max_length=PLAYERS[-1], required=True)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> tuple[Seat, ...]:
        seats: tuple[Seat, ...] = values["players"]
        return seats


class PyramidSettleSchema(PyramidScoreSchema):
    """A table to settle."""

    players = List(Nested(PyramidSettlingPlayerSchema), min_length=PLAYERS[0], max_length=PLAYERS[-1], required=True)


class PyramidDecideSchema(RequestSchema):
    """Thirteen cards to play or surrender."""

    cards = List(PyramidCard(), min_length=FIRST_CARDS, max_length=FIRST_CARDS, required=True)
    players = _players(required=True)
    samples = Integer(minimum=FEWEST_SAMPLES, maximum=MOST_SAMPLES)
    seed = Integer(minimum=0, maximum=HIGHEST_SEED, load_default=0)
    surrendered = _surrendered()
    surrender_rate = Number(minimum=0, maximum=1, load_default=0)
    declare = Boolean(load_default=False)

    @post_load
    def make(self, values: dict[str, Any], **_: Any) -> DecidePlayInput:
        opponents = Opponents(values.pop("surrender_rate"), declare=values.pop("declare"))
        return DecidePlayInput(table=table(values), opponents=opponents, **values)


DEAL: Final = PyramidDealSchema()
EVALUATE: Final = PyramidEvaluateSchema()
ARRANGE: Final = PyramidArrangeSchema()
AUTOMATICS: Final = PyramidAutomaticsSchema()
VALIDATE: Final = PyramidValidateSchema()
SCORE: Final = PyramidScoreSchema()
SETTLE: Final = PyramidSettleSchema()
DECIDE: Final = PyramidDecideSchema()

read_deal: Final[Loader] = compile_loader(DEAL)
read_evaluate: Final[Loader] = compile_loader(EVALUATE)
read_automatics: Final[Loader] = compile_loader(AUTOMATICS)
read_validate: Final[Loader] = compile_loader(VALIDATE)
read_score: Final[Loader] = compile_loader(SCORE)
read_settle: Final[Loader] = compile_loader(SETTLE)
read_decide: Final[Loader] = compile_loader(DECIDE)
