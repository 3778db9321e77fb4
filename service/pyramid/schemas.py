"""The bodies that ask something of Pyramid Poker, and the values they become."""

from typing import Any, Final

from marshmallow import ValidationError

from service.draws.schemas import NAMED
from service.engines.cards import Card, MalformedCard
from service.engines.errors import listed
from service.engines.pyramid.cards import parse_card
from service.engines.pyramid.dealing import ALL_CARDS, FIRST_CARDS, PLAYERS, Variant
from service.engines.pyramid.opponents import Opponents
from service.engines.pyramid.positions import BACK_TO_FRONT, Position
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.values import Objective
from service.engines.wire_enum import WireEnum
from service.pyramid.arrange import ArrangeCardsInput
from service.pyramid.deal import DealCardsInput
from service.pyramid.decide import DecidePlayInput
from service.pyramid.evaluate import CheckArrangementInput, EvaluateHandInput
from service.pyramid.score import Declaration, Detection, Seat
from service.web.fields import LeftAside, Reader, Strict, array_of, flag, name, part, whole, word
from service.web.schema import RequestSchema

MOST_ALTERNATIVES: Final = 10
FEWEST_SAMPLES: Final = 2
MOST_SAMPLES: Final = 1000
HIGHEST_SEED: Final = 2**53 - 1
LONGEST_HAND: Final = ALL_CARDS
"""Longer than any hand; what is too long for its position is for the rules to say."""

Cards = tuple[Card, ...]
_players: Final = whole(PLAYERS[0], PLAYERS[-1])
_surrendered: Final = whole(0, PLAYERS[-1] - 1)


def card(value: Any) -> Card:
    """A card's text, or W for a wild."""
    try:
        return parse_card(value)
    except (MalformedCard, TypeError):
        shown = f"{value!r:.40}"
        message = f"{shown} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc, or W for a wild."
        raise ValidationError(message) from None


_hand: Final = array_of(card, 0, LONGEST_HAND)
_NO_HAND: Final = f"Must be an array of 0 to {LONGEST_HAND} items, or an object with such an array as its cards."
_all_cards: Final = array_of(card, FIRST_CARDS, ALL_CARDS)


class OrNull(Strict[Any]):
    """A field in which null says something: that nothing is declared."""

    def deserialize(self, value: Any, *_: Any, **__: Any) -> Any:
        """Read the value, or null."""
        return None if value is None else self.read(value)


class PyramidPlacedHandSchema(RequestSchema):
    """A hand as `arrange` answers it: its cards count, and what was told of them is worked out again."""

    cards = Strict(_hand, required=True)
    tuple = LeftAside()
    hand_type = LeftAside()
    strength = LeftAside()
    points = LeftAside()
    win_probability = LeftAside()
    standard_error = LeftAside()
    deals = LeftAside()

    def build(self, values: dict[str, Any]) -> Cards:
        """The cards."""
        cards: Cards = values["cards"]
        return cards


def _placed(read_hand: Reader[Cards], read_placed: Reader[Cards]) -> Reader[Cards]:
    def read(value: Any) -> Cards:
        if type(value) is dict:
            return read_placed(value)
        if type(value) is not list:
            raise ValidationError(_NO_HAND)
        return read_hand(value)

    return read


_placed_hand: Final = _placed(_hand, PyramidPlacedHandSchema().load)
"""A hand in its place: its cards, or an answer's hand."""


class PassedOnSchema(RequestSchema):
    """Hands in their places, which may come with all that `arrange` answers beside them."""

    tuning_revision = LeftAside()
    objective = LeftAside()
    unused = LeftAside()
    value = LeftAside()
    automatic = LeftAside()
    alternatives = LeftAside()
    declare_advice = LeftAside()


def declaration(value: Any) -> Automatic | Detection:
    """An automatic, or `auto`."""
    for words in (Automatic, Detection):
        if type(value) is str and value in set(words):
            return words(value)
    raise ValidationError(f"Must be null, {listed([*Detection, *Automatic])}.")


class Choice(WireEnum):
    """What a player did after the first thirteen cards."""

    PLAY = "play"
    SURRENDER = "surrender"


class PyramidDealSchema(RequestSchema):
    """A deal."""

    players = Strict(_players, required=True)
    variant = Strict(word(Variant))
    draw = Strict(NAMED.load)

    def build(self, values: dict[str, Any]) -> DealCardsInput:
        """The deal asked for."""
        return DealCardsInput(**values)


class PyramidEvaluateSchema(RequestSchema):
    """A hand in a position."""

    cards = Strict(_hand, required=True)
    position = Strict(word(Position), required=True)

    def build(self, values: dict[str, Any]) -> EvaluateHandInput:
        """The hand."""
        return EvaluateHandInput(**values)


def table(values: dict[str, Any]) -> Table:
    """The table that `players` and `surrendered` describe; somebody is left who asks."""
    players, surrendered = values.pop("players"), values.pop("surrendered", 0)
    if surrendered >= players:
        raise ValidationError({"surrendered": [f"Must be less than the {players} players."]})
    return Table(players, surrendered)


class PyramidArrangeSchema(RequestSchema):
    """Cards to arrange."""

    cards = Strict(_all_cards, required=True)
    objective = Strict(word(Objective))
    alternatives = Strict(whole(0, MOST_ALTERNATIVES))
    players = Strict(_players)
    variant = Strict(word(Variant))
    surrendered = Strict(_surrendered)

    def build(self, values: dict[str, Any]) -> ArrangeCardsInput:
        """The cards and what is wanted of them; the rest of the table says nothing without its players."""
        idle = [name for name in ("variant", "surrendered") if name in values]
        if "players" not in values:
            if idle:
                raise ValidationError({name: ["Says nothing without players."] for name in idle})
            return ArrangeCardsInput(**values)
        return ArrangeCardsInput(table=table(values), **values)


class PyramidAutomaticsSchema(RequestSchema):
    """Cards to look for automatics in."""

    cards = Strict(_all_cards, required=True)

    def build(self, values: dict[str, Any]) -> tuple[Card, ...]:
        """The cards."""
        cards: tuple[Card, ...] = values["cards"]
        return cards


class PyramidValidateSchema(PassedOnSchema):
    """An arrangement to check."""

    back = Strict(_placed_hand, required=True)
    middle = Strict(_placed_hand, required=True)
    front = Strict(_placed_hand, required=True)
    dealt = Strict(_all_cards)
    declare = OrNull(word(Automatic))

    def build(self, values: dict[str, Any]) -> CheckArrangementInput:
        """The arrangement."""
        hands = values["back"], values["middle"], values["front"]
        return CheckArrangementInput(hands, values.get("dealt"), values.get("declare"))


class PyramidPlayerSchema(PassedOnSchema):
    """A player at a table to score."""

    undeclared: Declaration = None
    """What it means to leave `declare` out."""

    id = Strict(name, required=True)
    decision = Strict(word(Choice))
    back = Strict(_placed_hand)
    middle = Strict(_placed_hand)
    front = Strict(_placed_hand)
    dealt = Strict(_all_cards)
    declare = OrNull(declaration)

    def build(self, values: dict[str, Any]) -> Seat:
        """The player's seat; who plays needs three hands, and what a surrendered player has beside counts no more."""
        if values.get("decision") is Choice.SURRENDER:
            return Seat(values["id"], None)
        places = [str(position) for position in BACK_TO_FRONT]
        missing = [place for place in places if place not in values]
        if missing:
            raise ValidationError({place: ["Required of who plays."] for place in missing})
        back, middle, front = (values[place] for place in places)
        declared = values.get("declare", self.undeclared)
        return Seat(values["id"], (back, middle, front), declared, values.get("dealt"))


class PyramidSettlingPlayerSchema(PyramidPlayerSchema):
    """A player at a table to settle: the rules look for automatics unless told not to."""

    undeclared = Detection.AUTO


class PyramidScoreSchema(RequestSchema):
    """A table to score."""

    players = Strict(array_of(PyramidPlayerSchema().load, PLAYERS[0], PLAYERS[-1]), required=True)

    def build(self, values: dict[str, Any]) -> tuple[Seat, ...]:
        """The seats."""
        seats: tuple[Seat, ...] = values["players"]
        return seats


class PyramidSettleSchema(PyramidScoreSchema):
    """A table to settle."""

    players = Strict(array_of(PyramidSettlingPlayerSchema().load, PLAYERS[0], PLAYERS[-1]), required=True)


class PyramidDecideSchema(RequestSchema):
    """Thirteen cards to decide on."""

    cards = Strict(array_of(card, FIRST_CARDS, FIRST_CARDS), required=True)
    players = Strict(_players, required=True)
    samples = Strict(whole(FEWEST_SAMPLES, MOST_SAMPLES))
    seed = Strict(whole(0, HIGHEST_SEED))
    surrendered = Strict(_surrendered)
    surrender_rate = Strict(part)
    declare = Strict(flag)

    def build(self, values: dict[str, Any]) -> DecidePlayInput:
        """The decision to make."""
        opponents = Opponents(**{name: values.pop(name) for name in ("surrender_rate", "declare") if name in values})
        return DecidePlayInput(table=table(values), opponents=opponents, **values)


DEAL: Final = PyramidDealSchema()
EVALUATE: Final = PyramidEvaluateSchema()
ARRANGE: Final = PyramidArrangeSchema()
AUTOMATICS: Final = PyramidAutomaticsSchema()
VALIDATE: Final = PyramidValidateSchema()
SCORE: Final = PyramidScoreSchema()
SETTLE: Final = PyramidSettleSchema()
DECIDE: Final = PyramidDecideSchema()
