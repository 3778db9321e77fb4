"""Reading the part of a tuning document that is Pyramid Poker's: bounds, and the rule across the points."""

from collections.abc import Mapping
from typing import Final

from service.engines.documents import Checked, Choice, Kind, Mistakes, Record, Sequence, Whole
from service.engines.errors import Mistake, Path
from service.engines.pyramid.positions import POSITIONS, HandType, Position, types_of
from service.engines.pyramid.tuning import AUTOMATICS, Automatic, PyramidTuning, falling_points

MOST_POINTS: Final = 500
"""The search keeps two values in one number, and they have to fit."""
MOST_CHIPS: Final = 1_000_000


def _points_of(position: Position) -> Kind:
    def build(**points: int) -> dict[HandType, int]:
        return {HandType(name): value for name, value in points.items()}

    return Record(build, {str(hand_type): Whole(0, MOST_POINTS) for hand_type in types_of(position)})


def _points(**by_position: Mapping[HandType, int]) -> dict[Position, Mapping[HandType, int]]:
    return {Position(name): points for name, points in by_position.items()}


POINTS: Final = Record(_points, {str(position): _points_of(position) for position in POSITIONS})
"""What hands are worth, by position and hand type."""
PYRAMID_FIELDS: Final[Mapping[str, Kind]] = {
    "ante": Whole(0, MOST_CHIPS),
    "surrender_penalty": Whole(0, MOST_CHIPS),
    "multiplier": Whole(0, 1000),
    "automatic_order": Sequence(Choice(Automatic), len(AUTOMATICS), len(AUTOMATICS), unique=True),
    "automatic_points": Whole(0, MOST_POINTS),
    "points": POINTS,
}
"""Every tuning key of Pyramid Poker with its kind; what is left out has the rules' own value."""


def _check_falling(tuning: PyramidTuning, path: Path, mistakes: Mistakes) -> None:
    for position, hand_type in falling_points(tuning.points):
        message = f"Must not be less than what a weaker {position} is worth."
        mistakes.append(Mistake((*path, "points", position, hand_type), message))


read_pyramid: Final = Checked(Record(PyramidTuning, optional=PYRAMID_FIELDS), _check_falling)
"""The document's part: its values, or None after adding to the mistakes."""
