"""Strict marshmallow fields: values are never coerced, so "5" is not a number and true is not 1.

Each field keeps its bounds in attributes named as in JSON Schema.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, fields
from marshmallow.types import ErrorMessages

from service.engines.cards import SUITS, Suit, parse_card
from service.engines.destiny.modifiers import SuitBonuses
from service.engines.destiny.skills import HIGHEST_LEVEL, NO_LEVEL
from service.engines.draws import HAND_SIZE
from service.engines.errors import listed
from service.engines.points import LIMIT, Hundredths, as_number, hundredths, is_number
from service.engines.wire_enum import WireEnum
from service.web.reading import Read, Reader, pause_before, read_each

LONGEST_NAME: Final = 64
MOST_SKILLS: Final = 100
HIGHEST_REVISION: Final = 2**53 - 1

REQUIRED: Final = "Required."
NULL: Final = "Must not be null."
_MESSAGES: Final[ErrorMessages] = {"required": REQUIRED, "null": NULL}


def invalid(message: str) -> ErrorMessages:
    """The error messages of a field that rejects a value with `message`; braces in it name the field's bounds."""
    return {"invalid": message}


class Strict(fields.Field[Read]):
    """A field that reads its value with a plain function, which a compiled schema calls directly."""

    default_error_messages = _MESSAGES
    json_type: ClassVar[str]
    read: Reader[Read]

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Read:  # noqa: ARG002  as fields do
        return self.read(value)

    def message(self, **allowed: object) -> str:
        """The message for an invalid value; `error_messages={"invalid": ...}` overrides it."""
        return str(self.error_messages["invalid"]).format(**allowed)


class Integer(Strict[int]):
    """A whole number; 12.0 counts as one, as in JSON Schema."""

    default_error_messages = invalid("Must be a whole number from {minimum} to {maximum}.")
    json_type = "integer"

    def __init__(self, *, minimum: int, maximum: int, **options: Any) -> None:
        super().__init__(**options)
        self.minimum, self.maximum = minimum, maximum
        message = self.message(minimum=minimum, maximum=maximum)

        def read(value: Any) -> int:
            if type(value) is float and value.is_integer():
                value = int(value)
            if type(value) is not int or not minimum <= value <= maximum:
                raise ValidationError(message)
            return value

        self.read = read


class Revision(Integer):
    """The number of a tuning revision. The log decides whether it exists."""

    def __init__(self, **options: Any) -> None:
        super().__init__(minimum=0, maximum=HIGHEST_REVISION, **options)


class Number(Strict[float]):
    """A number, read as a double."""

    default_error_messages = invalid("Must be a number from {minimum} to {maximum}.")
    json_type = "number"

    def __init__(self, *, minimum: float, maximum: float, **options: Any) -> None:
        super().__init__(**options)
        self.minimum, self.maximum = minimum, maximum
        message = self.message(minimum=minimum, maximum=maximum)

        def read(value: Any) -> float:
            if not is_number(value) or not minimum <= value <= maximum:
                raise ValidationError(message)
            return float(value)

        self.read = read


class Points(Strict[Hundredths]):
    """A number with at most two decimals, read as hundredths."""

    default_error_messages = invalid("Must be a number from {minimum} to {maximum} with at most two decimals.")
    json_type = "number"

    def __init__(self, *, low: Hundredths = -LIMIT, high: Hundredths = LIMIT, **options: Any) -> None:
        super().__init__(**options)
        self.minimum, self.maximum = as_number(low), as_number(high)
        message = self.message(minimum=self.minimum, maximum=self.maximum)

        def read(value: Any) -> Hundredths:
            kind = type(value)  # infinities and NaN are not within the limits
            number = hundredths(value) if (kind is int or kind is float) and -LIMIT <= value <= LIMIT else None
            if number is None or not low <= number <= high:
                raise ValidationError(message)
            return number

        self.read = read

    def _serialize(self, value: Hundredths | None, *_: Any, **__: Any) -> float | None:
        return None if value is None else as_number(value)


class Boolean(Strict[bool]):
    default_error_messages = invalid("Must be {allowed}.")
    json_type = "boolean"

    def __init__(self, *, only: bool | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.only = only
        message = self.message(allowed="true or false" if only is None else str(only).lower())

        def read(value: Any) -> bool:
            if type(value) is not bool or only not in (None, value):
                raise ValidationError(message)
            return value

        self.read = read


class Text(Strict[str]):
    """A string with bounds on its length, and a JSON Schema pattern, which may match anywhere in it."""

    default_error_messages = invalid("Must be a string of {min_length} to {max_length} characters.")
    json_type = "string"

    def __init__(
        self, *, min_length: int = 1, max_length: int | None = None, pattern: str | None = None, **options: Any
    ) -> None:
        super().__init__(**options)
        self.min_length, self.max_length, self.pattern = min_length, max_length, pattern
        message = self.message(min_length=min_length, max_length=max_length)
        # Python's $ also matches before a final line feed; JSON Schema's does not.
        matches = re.compile(re.sub(r"\$$", r"\\Z", pattern)).search if pattern else None
        longest = float("inf") if max_length is None else max_length

        def read(value: Any) -> str:
            if type(value) is not str or not min_length <= len(value) <= longest:
                raise ValidationError(message)
            if matches and not matches(value):
                raise ValidationError(message)
            return value

        self.read = read


class Name(Text):
    """The id of a catalogue entry. The tuning decides whether it exists."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=LONGEST_NAME, **options)


class Enum(Strict[Any]):
    """One of the words of some enums, or one of `only`."""

    default_error_messages = invalid("Must be {choices}.")
    json_type = "string"

    def __init__(self, *words: type[WireEnum], only: Iterable[WireEnum] | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.choices = tuple(one for each in words for one in each) if only is None else tuple(only)
        known = {str(one): one for one in self.choices}
        message = self.message(choices=listed([*(["null"] if self.allow_none else []), *known]))

        def read(value: Any) -> WireEnum:
            if type(value) is not str or value not in known:
                raise ValidationError(message)
            return known[value]

        self.read = read


def json_object(value: Any) -> dict[str, Any]:
    if type(value) is not dict:
        raise ValidationError("Must be an object.")
    return value


class Object(Strict[dict[str, Any]]):
    """A JSON object whose members another module reads."""

    json_type = "object"

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.read = json_object


class Ignored(Strict[None]):
    """A field that callers may copy from an answer. Any value is allowed, and none is used."""

    def __init__(self) -> None:
        super().__init__(allow_none=True)
        self.read = lambda _value: None


class List(fields.List[Any]):
    """An array with bounds on its length. If it is `unique`, no item may repeat."""

    default_error_messages = _MESSAGES | invalid("Must be an array of {items} items.")

    def __init__(
        self, inner: Any, *, min_length: int = 0, max_length: int, unique: bool = False, **options: Any
    ) -> None:
        super().__init__(inner, **options)
        self.min_length, self.max_length, self.unique = min_length, max_length, unique
        items = f"{min_length}" if min_length == max_length else f"{min_length} to {max_length}"
        self._invalid = str(self.error_messages["invalid"]).format(items=items)

    def _deserialize(self, value: Any, attr: Any, data: Any, **kwargs: Any) -> Any:  # noqa: ARG002  as fields do
        return self.reader(lambda item: self.inner.deserialize(item, **kwargs))(value)

    def reader(self, read_item: Reader[Read]) -> Reader[tuple[Read, ...]]:
        """A reader of the array, made from a reader of its items."""
        fewest, most, unique, message = self.min_length, self.max_length, self.unique, self._invalid

        def read(value: Any) -> tuple[Read, ...]:
            if type(value) is not list or not fewest <= len(value) <= most:
                raise ValidationError(message)
            items = tuple(read_each(enumerate(value), read_item).values())
            if unique and len(set(items)) < len(items):
                raise ValidationError(
                    {index: ["Named twice."] for index, item in enumerate(items) if item in items[:index]}
                )
            return items

        return read


class LongList(List):
    """An array whose items take long to read, so that other requests may have their turn in between."""

    def reader(self, read_item: Reader[Read]) -> Reader[tuple[Read, ...]]:
        """A reader of the array, made from a reader of its items."""

        def read_after_pause(value: Any) -> Read:
            pause_before(value)
            return read_item(value)

        return super().reader(read_after_pause)


class Nested(fields.Nested):
    """An object that another schema reads, with our messages for a missing value and null."""

    default_error_messages = _MESSAGES


def _level(value: Any) -> int:
    """The level, or `NO_LEVEL` for anything but a whole number: the rules then refuse it with the tuning's bounds."""
    if type(value) is float and value.is_integer():
        return int(value)
    return value if type(value) is int else NO_LEVEL


def _levels(value: Any) -> Mapping[str, int]:
    levels = json_object(value)
    if len(levels) > MOST_SKILLS:
        raise ValidationError(f"Must have at most {MOST_SKILLS} skills.")
    return {skill: _level(level) for skill, level in levels.items()}


class Skills(Strict[Mapping[str, int]]):
    """Skill ids and their levels. The tuning decides which skills exist and how high levels go."""

    json_type = "object"
    max_length = MOST_SKILLS
    minimum, maximum = NO_LEVEL + 1, HIGHEST_LEVEL

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.read = _levels


class PointsBy(Strict[Any]):
    """An object from words of a fixed set to points; any of them may be left out."""

    json_type = "object"

    def __init__(self, words: type[WireEnum], **options: Any) -> None:
        super().__init__(**options)
        self.choices, self.values = tuple(words), Points()
        known = {str(one): one for one in words}
        unknown = f"Unknown field. Allowed: {listed(known)}."

        read_points = self.values.read

        def read(value: Any) -> dict[Any, Hundredths]:
            given = json_object(value)
            try:
                return {known[key]: read_points(points) for key, points in given.items()}
            except (KeyError, ValidationError):
                return read_to_the_end(given)

        def read_to_the_end(given: Mapping[str, Any]) -> dict[Any, Hundredths]:
            """Raises `ValidationError` with all mistakes, not just the first."""
            strangers = {key: [unknown] for key in given if key not in known}
            if strangers:
                raise ValidationError(strangers)
            return {known[key]: number for key, number in read_each(given.items(), read_points).items()}

        self.read = read


class SuitPoints(PointsBy):
    """Points for each suit; a suit that is left out has 0."""

    def __init__(self, **options: Any) -> None:
        super().__init__(Suit, **options)
        read_some = self.read
        spades, hearts, clubs, diamonds = SUITS

        def read(value: Any) -> SuitBonuses:
            given = read_some(value).get
            return given(spades, 0), given(hearts, 0), given(clubs, 0), given(diamonds, 0)

        self.read = read


class Card(Strict[int]):
    """A card as text."""

    default_error_messages = invalid("{shown} is not a card: write rank then suit, such as A♠, 10♥, Kd or Tc.")
    json_type = "string"
    pattern = "^([2-9]|10|[TtJjQqKkAa])([♠♥♣♦][\ufe0e\ufe0f]?|[SsHhCcDd])$"
    """The texts that `parse` accepts, as callers can check them."""

    def __init__(self, parse: Callable[[str], int] = parse_card, **options: Any) -> None:
        super().__init__(**options)

        def read(value: Any) -> int:
            try:
                return parse(value)
            except (ValueError, TypeError):
                raise ValidationError(self.message(shown=f"{value!r:.40}")) from None

        self.read = read


class Hand(List):
    """Five different cards."""

    def __init__(self, **options: Any) -> None:
        super().__init__(Card(), min_length=HAND_SIZE, max_length=HAND_SIZE, unique=True, **options)
