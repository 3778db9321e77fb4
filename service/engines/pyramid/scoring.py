"""Scores what players lay down: three hands, read as they are or as the declared automatic (C12)."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from service.engines.pyramid.automatics.detection import Hands, Readings, ace_suit, automatic_readings
from service.engines.pyramid.hands import read_hand
from service.engines.pyramid.positions import BACK_TO_FRONT, Position
from service.engines.pyramid.tuning import Automatic, PyramidTuning
from service.engines.wire_enum import WireEnum


@dataclass(frozen=True, slots=True)
class Play:
    """Hands on the table, from back to front."""

    readings: Readings
    automatic: Automatic | None = None
    ace_suit: int = 0
    """The suit that decides between two dragons (C14)."""


def best_automatic(hands: Hands, tuning: PyramidTuning) -> Automatic | None:
    """The highest automatic that these hands form as they are."""
    return next((automatic for automatic in tuning.automatic_order if automatic_readings(automatic, hands)), None)


def lay_down(hands: Hands, declared: Automatic | None) -> Play:
    """The play of hands that `violations` has accepted; other hands raise `ValueError`."""
    readings = automatic_readings(declared, hands) if declared else tuple(filter(None, map(read_hand, hands)))
    if readings is None or len(readings) < len(hands):
        raise ValueError("The hands are not legal, or not the declared automatic.")
    return Play(readings, declared, ace_suit(hands) if declared is Automatic.DRAGON else 0)


class Won(WireEnum):
    """Who won a position."""

    A = "a"
    B = "b"
    PUSH = "push"


_SIGN: Final = {Won.A: 1, Won.B: -1, Won.PUSH: 0}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two seats compared. What one wins the other loses."""

    a: int
    b: int
    a_points: int
    positions: Mapping[Position, Won]
    """Empty if an automatic decided without comparing hands."""


@dataclass(frozen=True, slots=True)
class Scores:
    net_points: tuple[int, ...]
    pairs: tuple[Pair, ...]


def score_plays(plays: Mapping[int, Play], seats: int, tuning: PyramidTuning) -> Scores:
    """Compare every pair of seats that play, and add up each seat's net. Seats that do not play net 0."""
    pairs = tuple(compare(a, b, plays[a], plays[b], tuning) for a, b in combinations(sorted(plays), 2))
    nets = [0] * seats
    for pair in pairs:
        nets[pair.a] += pair.a_points
        nets[pair.b] -= pair.a_points
    return Scores(tuple(nets), pairs)


def compare(a: int, b: int, play: Play, other: Play, tuning: PyramidTuning) -> Pair:
    """The points that seat a wins from seat b."""
    alike = play.automatic is other.automatic
    if not alike or play.automatic is Automatic.DRAGON:
        return Pair(a, b, tuning.automatic_points * _lead(play, other, tuning), {})
    positions = {
        position: _won(first.strength, second.strength)
        for position, first, second in zip(BACK_TO_FRONT, play.readings, other.readings, strict=True)
    }
    if play.automatic:
        return Pair(a, b, sum(_SIGN[won] for won in positions.values()), positions)
    points = [
        _SIGN[won] * tuning.points[position][(first if won is Won.A else second).type]
        for (position, won), first, second in zip(positions.items(), play.readings, other.readings, strict=True)
    ]
    return Pair(a, b, sum(points), positions)


def _won(strength: tuple[int, ...], other: tuple[int, ...]) -> Won:
    return Won.A if strength > other else Won.B if strength < other else Won.PUSH


def _lead(play: Play, other: Play, tuning: PyramidTuning) -> int:
    """1 if the first play's automatic is the better one, -1 if it is the worse, 0 between equal dragons."""
    first, second = play.automatic, other.automatic
    if first and second and first is not second:
        return 1 if tuning.outranks(first, second) else -1
    if first and second:
        return (play.ace_suit > other.ace_suit) - (play.ace_suit < other.ace_suit)
    return 1 if first else -1
