"""Finds the figure that gives a wanted chance: a threshold, a level or a flat modifier.

Chances are steps, so an answer is the last figure that still gives what is wanted, with its neighbour that no longer
does. Every chance is compared as a whole number of hands, pairs of hands or points.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final

from service.engines.destiny.growth import GrowingStrength
from service.engines.destiny.modifiers import Modifier
from service.engines.destiny.odds import challenge
from service.engines.destiny.odds.challenge import ChallengeSide
from service.engines.destiny.odds.duel import PAIR_COUNT, DuelSide, odds_between
from service.engines.destiny.odds.shifted import ShiftedTotals
from service.engines.destiny.odds.totals import Totals, class_totals
from service.engines.destiny.participants import Strength
from service.engines.destiny.skills import NO_LEVEL
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.engines.points import LIMIT, POINT, Hundredths
from service.engines.wire_enum import WireEnum


class Find(WireEnum):
    """The figure to look for."""

    THRESHOLD = "threshold"
    LEVEL = "level"
    FLAT = "flat"


class Want(WireEnum):
    """What must be at least so likely, or so high."""

    SUCCESS = "success"
    CRITICAL_SUCCESS = "critical_success"
    WIN = "win"
    EXPECTED_TOTAL = "expected_total"


Measure = Callable[[Strength], int]
"""What a strength gives, as a whole number."""
WHOLE: Final = {
    Want.SUCCESS: HAND_COUNT,
    Want.CRITICAL_SUCCESS: HAND_COUNT,
    Want.WIN: PAIR_COUNT,
    Want.EXPECTED_TOTAL: HAND_COUNT * POINT,
}
"""The number for a chance of 1, or for an expected total of one point."""


@dataclass(frozen=True, slots=True)
class Step:
    """A figure, and what it gives."""

    value: int
    """A level, or hundredths of points."""
    gives: int


@dataclass(frozen=True, slots=True)
class Solution:
    """The last figure that gives what is wanted; if none does, the one that comes nearest."""

    reached: bool
    found: Step
    next: Step | None
    """The neighbour that no longer gives it; None at a bound."""


class Direction(Enum):
    """Whether a larger figure gives more."""

    RISING = 1
    FALLING = -1


def search(gives: Callable[[int], int], wanted: int, low: int, high: int, direction: Direction) -> Solution:
    """The figure from low to high that still gives what is wanted and is the hardest to have: by bisection."""
    # `easy` gives the most, `hard` the least.
    easy, hard = (high, low) if direction is Direction.RISING else (low, high)
    most = gives(easy)
    if most < wanted:
        return Solution(reached=False, found=Step(easy, most), next=None)
    least = gives(hard)
    if least >= wanted:
        return Solution(reached=True, found=Step(hard, least), next=None)
    good, bad = Step(easy, most), Step(hard, least)
    while abs(good.value - bad.value) > 1:
        middle = (good.value + bad.value) // 2
        tried = Step(middle, gives(middle))
        if tried.gives >= wanted:
            good = tried
        else:
            bad = tried
    return Solution(reached=True, found=good, next=bad)


def successes(threshold: Hundredths, tuning: Tuning, *, critical: bool) -> Measure:
    """The hands that succeed against this threshold, or that succeed critically."""
    return lambda strength: challenge.successes(strength, threshold, tuning, critical=critical)


def wins(opponent: Strength, tuning: Tuning) -> Measure:
    """The pairs of hands in which a duel against this opponent is won."""
    target = DuelSide.of(opponent, tuning)
    return lambda strength: odds_between(DuelSide.of(strength, tuning), target, tuning).actor_wins


def expected_total(tuning: Tuning) -> Measure:
    """The sum of all hands' totals."""
    return lambda strength: Totals.of(class_totals(strength, tuning)).points_of_all()


def threshold_for(strength: Strength, tuning: Tuning, wanted: int, *, critical: bool) -> Solution:
    """The highest threshold against which so many hands still succeed, or succeed critically."""
    side = ChallengeSide.of(strength, tuning)

    def gives(threshold: Hundredths) -> int:
        criticals, plain, _, _ = side.degrees_against(threshold)
        return criticals if critical else criticals + plain

    return search(gives, wanted, 0, LIMIT, Direction.FALLING)


def level_for(growing: GrowingStrength, measure: Measure, wanted: int) -> Solution:
    """The lowest level that gives what is wanted."""
    highest = len(growing.skill_bonuses) - 1
    return search(lambda level: measure(growing.at(level)), wanted, NO_LEVEL, highest, Direction.RISING)


def flat_for(strength: Strength, measure: Measure, wanted: int) -> Solution:
    """The smallest flat modifier that gives what is wanted, on top of what the strength has."""

    def gives(flat: Hundredths) -> int:
        return measure(replace(strength, modifiers=(*strength.modifiers, Modifier("solved", flat))))

    return _smallest_flat(gives, wanted)


def flat_against(strength: Strength, threshold: Hundredths, tuning: Tuning, wanted: int, *, critical: bool) -> Solution:
    """The smallest flat modifier with which so many hands succeed against a threshold, or succeed critically."""
    totals = ShiftedTotals(strength, tuning)
    bound = threshold + (tuning.critical_margin if critical else 0)
    return _smallest_flat(lambda flat: totals.successes(bound, flat), wanted)


def flat_for_total(strength: Strength, tuning: Tuning, wanted: int) -> Solution:
    """The smallest flat modifier with which the totals of all hands add up to so much."""
    return _smallest_flat(ShiftedTotals(strength, tuning).points_of_all, wanted)


def _smallest_flat(gives: Callable[[Hundredths], int], wanted: int) -> Solution:
    return search(gives, wanted, -LIMIT, LIMIT, Direction.RISING)
