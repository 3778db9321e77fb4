"""Strict fields: what JSON says is what counts, so "5" is no number and true is not 1."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, TypeVar

from marshmallow import ValidationError, fields

from service.engines.cards import SUITS, Card, MalformedCard, Suit, parse_card
from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.skills import NO_LEVEL
from service.engines.draws import HAND_SIZE, Hand
from service.engines.errors import listed
from service.engines.points import LIMIT, Hundredths, as_number, hundredths, is_number
from service.engines.wire_enum import WireEnum

LONGEST_NAME: Final = 64
MOST_SKILLS: Final = 100
HIGHEST_REVISION: Final = 2**53 - 1

MOST_ERRORS: Final = 100
"""A body can be wrong in a hundred thousand places; an answer many times its size would help nobody."""

_enough: Final = ContextVar("enough", default=MOST_ERRORS + 1)

Read = TypeVar("Read")
Reader = Callable[[Any], Read]


class Strict(fields.Field[Read]):
    """A field that reads its value with a plain function. Null is never a value: a field is left out instead."""

    def __init__(self, read: Reader[Read], **options: Any) -> None:
        super().__init__(**options)
        self.read = read

    def deserialize(self, value: Any, *_: Any, **__: Any) -> Read:
        """Read the value, without a look for the defaults, hooks and validators that a strict field has not."""
        if value is None:
            raise ValidationError("Must not be null.")
        return self.read(value)


class LeftAside(Strict[None]):
    """A field that an answer has and its reader does not need, whatever is in it."""

    def __init__(self) -> None:
        super().__init__(lambda _: None)

    def deserialize(self, value: Any, *_: Any, **__: Any) -> None:
        """Null is as good as anything."""
        return self.read(value)


def points(low: Hundredths = -LIMIT, high: Hundredths = LIMIT) -> Reader[Hundredths]:
    """A number with at most two decimals, within bounds."""
    message = f"Must be a number from {as_number(low)} to {as_number(high)} with at most two decimals."

    def read(value: Any) -> Hundredths:
        number = hundredths(value) if is_number(value) and -LIMIT <= value <= LIMIT else None
        if number is None or not low <= number <= high:
            raise ValidationError(message)
        return number

    return read


def name(value: Any) -> str:
    """The id of something in the catalogue; whether it exists is the tuning's to say."""
    if type(value) is not str or not 1 <= len(value) <= LONGEST_NAME:
        raise ValidationError(f"Must be a string of 1 to {LONGEST_NAME} characters.")
    return value


def word(words: type[WireEnum]) -> Reader[Any]:
    """One of a fixed set of words."""
    known = {str(one): one for one in words}

    def read(value: Any) -> WireEnum:
        if type(value) is not str or value not in known:
            raise ValidationError(f"Must be {listed(known)}.")
        return known[value]

    return read


def whole(low: int, high: int) -> Reader[int]:
    """A whole number; 12.0 is one, as JSON Schema has it."""

    def read(value: Any) -> int:
        if type(value) is float and value.is_integer():
            value = int(value)
        if type(value) is not int or not low <= value <= high:
            raise ValidationError(f"Must be a whole number from {low} to {high}.")
        return value

    return read


def part(value: Any) -> float:
    """A number from 0 to 1."""
    if not is_number(value) or not 0 <= value <= 1:
        raise ValidationError("Must be a number from 0 to 1.")
    return float(value)


revision: Final = whole(0, HIGHEST_REVISION)
"""The number of a revision of the tuning; whether it exists is the log's to say."""


def level(value: Any) -> int:
    """A whole number; anything else is no level, and refused with the bounds of the tuning as every wrong level is."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else NO_LEVEL


def flag(value: Any) -> bool:
    """True or false."""
    if type(value) is not bool:
        raise ValidationError("Must be true or false.")
    return value


def json_object(value: Any) -> dict[str, Any]:
    """A JSON object."""
    if type(value) is not dict:
        raise ValidationError("Must be an object.")
    return value


def array_of(read: Reader[Read], fewest: int, most: int) -> Reader[tuple[Read, ...]]:
    """An array within bounds of length."""
    bounds = f"{fewest}" if fewest == most else f"{fewest} to {most}"

    def read_all(value: Any) -> tuple[Read, ...]:
        if type(value) is not list or not fewest <= len(value) <= most:
            raise ValidationError(f"Must be an array of {bounds} items.")
        return tuple(_collect(enumerate(value), read).values())

    return read_all


def distinct(read_all: Reader[tuple[Read, ...]]) -> Reader[tuple[Read, ...]]:
    """An array in which nothing is named twice."""

    def read(value: Any) -> tuple[Read, ...]:
        items = read_all(value)
        if len(set(items)) < len(items):
            raise ValidationError(
                {index: ["Named twice."] for index, item in enumerate(items) if item in items[:index]}
            )
        return items

    return read


def _collect(items: Iterable[tuple[Any, Any]], read: Reader[Read]) -> dict[Any, Read]:
    """Every item read; the errors of all of them together, each under its key, until there are enough."""
    values: dict[Any, Read] = {}
    wrong: dict[Any, Any] = {}
    found = 0
    for key, item in items:
        try:
            values[key] = read(item)
        except ValidationError as error:
            wrong[key] = error.messages
            found += number_of_messages(error.messages)
            if are_enough(found):
                break
    if wrong:
        raise ValidationError(wrong)
    return values


def number_of_messages(messages: Any) -> int:
    """How many messages there are, at all depths."""
    return sum(map(number_of_messages, messages.values())) if isinstance(messages, dict) else len(messages)


def are_enough(mistakes: int) -> bool:
    """Whether reading may stop: a problem document lists no more of them, and only has to know that there are more."""
    return mistakes >= _enough.get()


@contextmanager
def listing_at_most(mistakes: int) -> Iterator[None]:
    """While this lasts, reading stops as soon as it has found more than so many."""
    before = _enough.set(mistakes + 1)
    try:
        yield
    finally:
        _enough.reset(before)


def skills(value: Any) -> Mapping[str, int]:
    """Skill ids and their levels."""
    levels = json_object(value)
    if len(levels) > MOST_SKILLS:
        raise ValidationError(f"Must have at most {MOST_SKILLS} skills.")
    return _collect(levels.items(), level)


def points_by(words: type[WireEnum]) -> Reader[dict[Any, Hundredths]]:
    """Points for some words of a fixed set."""
    known = {str(one): one for one in words}
    read_points = points()

    def read(value: Any) -> dict[Any, Hundredths]:
        given = json_object(value)
        strangers = {key: [f"Unknown field. Allowed: {listed(known)}."] for key in given if key not in known}
        if strangers:
            raise ValidationError(strangers)
        return {known[key]: number for key, number in _collect(given.items(), read_points).items()}

    return read


_points_by_suit: Final = points_by(Suit)


def suit_points(value: Any) -> SuitBonuses:
    """Points for each suit; a suit that is left out has none."""
    given = _points_by_suit(value)
    spades, hearts, clubs, diamonds = (given.get(suit, 0) for suit in SUITS)
    return spades, hearts, clubs, diamonds


def card(value: Any) -> Card:
    """A card's text."""
    try:
        return parse_card(value)
    except (MalformedCard, TypeError):
        shown = f"{value!r:.40}"
        raise ValidationError(f"{shown} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc.") from None


hand: Final[Reader[Hand]] = distinct(array_of(card, HAND_SIZE, HAND_SIZE))
"""Five different cards."""
