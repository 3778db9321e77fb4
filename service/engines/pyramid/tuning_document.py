"""Reading the part of a tuning document that is Pyramid Poker's: bounds, and the rule across the points."""

from collections.abc import Mapping
from typing import Any, Final

from service.engines.documents import Kind, Mistakes, choice, record, several, whole
from service.engines.errors import Mistake, Path
from service.engines.pyramid.positions import POSITIONS, HandType, Position, types_of
from service.engines.pyramid.tuning import AUTOMATICS, Automatic, PyramidTuning, falling_points

MOST_POINTS: Final = 500
"""The search keeps two values in one number, and they have to fit."""
MOST_CHIPS: Final = 1_000_000


def _points_of(position: Position) -> Kind:
    def build(**points: int) -> dict[HandType, int]:
        return {HandType(name): value for name, value in points.items()}

    return record(build, {str(hand_type): whole(0, MOST_POINTS) for hand_type in types_of(position)})


def _points(**by_position: Mapping[HandType, int]) -> dict[Position, Mapping[HandType, int]]:
    return {Position(name): points for name, points in by_position.items()}


PYRAMID_FIELDS: Final[Mapping[str, Kind]] = {
    "ante": whole(0, MOST_CHIPS),
    "surrender_penalty": whole(0, MOST_CHIPS),
    "multiplier": whole(0, 1000),
    "automatic_order": several(choice(Automatic), len(AUTOMATICS), len(AUTOMATICS)),
    "automatic_points": whole(0, MOST_POINTS),
    "points": record(_points, {str(position): _points_of(position) for position in POSITIONS}),
}
"""Every tuning key of Pyramid Poker with its kind; what is left out has the rules' own value."""


def read_pyramid(value: Any, path: Path, mistakes: Mistakes) -> PyramidTuning | None:
    """The values of the document's part, or None after adding to the mistakes."""
    tuning: PyramidTuning | None = record(PyramidTuning, {}, PYRAMID_FIELDS)(value, path, mistakes)
    for position, hand_type in falling_points(tuning.points) if tuning else ():
        message = f"Must not be less than what a weaker {position} is worth."
        mistakes.append(Mistake((*path, "points", position, hand_type), message))
    return tuning
