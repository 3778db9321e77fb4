"""The values of Pyramid Poker that an operator may change, with their defaults and bounds (C12, C13, C15)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from service.engines.documents import Checked, Choice, Kind, Mistakes, Record, Sequence, Whole
from service.engines.errors import Mistake, Path
from service.engines.pyramid.positions import POSITIONS, HandType, Position, types_of
from service.engines.wire_enum import WireEnum


class Automatic(WireEnum):
    """The arrangements that win automatically, highest first as in the rules document."""

    THREE_FULL_HOUSES = "three_full_houses"
    DRAGON = "dragon"
    THREE_STRAIGHTS = "three_straights"
    THREE_FLUSHES = "three_flushes"


AUTOMATICS: Final = tuple(Automatic)
PointTable = Mapping[Position, Mapping[HandType, int]]

_PRINTED_POINTS: Final = {
    Position.FRONT: (1, 1, 3, 4, 4, 5, 12, 15, 18),
    Position.MIDDLE: (1, 1, 1, 1, 1, 1, 2, 8, 10, 12, 16, 20, 22, 28),
    Position.BACK: (1, 1, 1, 1, 1, 1, 1, 4, 5, 6, 8, 10, 11, 14, 14, 18),
}
POINTS: Final[PointTable] = {
    position: dict(zip(types_of(position), _PRINTED_POINTS[position], strict=True)) for position in POSITIONS
}
"""The rules' table: the points for winning a position with each hand type that it allows."""


@dataclass(frozen=True, slots=True)
class PyramidTuning:
    """One revision's values for Pyramid Poker."""

    ante: int = 20
    surrender_penalty: int = 10
    multiplier: int = 2
    automatic_order: tuple[Automatic, ...] = AUTOMATICS
    automatic_points: int = 3
    points: PointTable = field(default_factory=lambda: POINTS)

    def outranks(self, automatic: Automatic, other: Automatic) -> bool:
        return self.automatic_order.index(automatic) < self.automatic_order.index(other)


def falling_points(points: PointTable) -> tuple[tuple[Position, HandType], ...]:
    """The positions and hand types where a stronger type is worth fewer points than a weaker one.

    A tuning must have none: the search for the best arrangement relies on a stronger hand never being worth less in the
    same position.
    """
    return tuple(
        (position, stronger)
        for position in POSITIONS
        for weaker, stronger in zip(types_of(position), types_of(position)[1:], strict=False)
        if points[position][stronger] < points[position][weaker]
    )


MOST_POINTS: Final = 500
"""A larger value would not fit: the search packs two values into one number."""
MOST_CHIPS: Final = 1_000_000


def _points_of(position: Position) -> Kind:
    def build(**points: int) -> dict[HandType, int]:
        return {HandType(name): value for name, value in points.items()}

    return Record(build, {str(hand_type): Whole(0, MOST_POINTS) for hand_type in types_of(position)})


def _points(**by_position: Mapping[HandType, int]) -> dict[Position, Mapping[HandType, int]]:
    return {Position(name): points for name, points in by_position.items()}


POINT_TABLES: Final = Record(_points, {str(position): _points_of(position) for position in POSITIONS})
"""What hands are worth, by position and hand type."""
PYRAMID_FIELDS: Final[Mapping[str, Kind]] = {
    "ante": Whole(0, MOST_CHIPS),
    "surrender_penalty": Whole(0, MOST_CHIPS),
    "multiplier": Whole(0, 1000),
    "automatic_order": Sequence(Choice(Automatic), len(AUTOMATICS), len(AUTOMATICS), unique=True),
    "automatic_points": Whole(0, MOST_POINTS),
    "points": POINT_TABLES,
}
"""Every tuning key of Pyramid Poker with its kind. A key that is left out has its value from the rules."""


def _check_falling(tuning: PyramidTuning, path: Path, mistakes: Mistakes) -> None:
    for position, hand_type in falling_points(tuning.points):
        message = f"Must not be less than what a weaker {position} is worth."
        mistakes.append(Mistake((*path, "points", position, hand_type), message))


read_pyramid: Final = Checked(Record(PyramidTuning, optional=PYRAMID_FIELDS), _check_falling)
"""Reads Pyramid Poker's part of the document: its values, or None after adding to the mistakes."""
