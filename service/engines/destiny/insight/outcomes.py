"""Outcomes of many resolutions, from their figures or from the counts of a day."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from service.engines.destiny.actions import ActionType
from service.engines.destiny.insight.figures import (
    CHANCE_AT,
    CONTESTS_AT,
    DEGREE_AT,
    LOST_AT,
    THRESHOLD_AT,
    VARIANCE_AT,
    WINS_AT,
    WON_AT,
    Figures,
    no_figures,
)
from service.engines.destiny.insight.report import AgainstOdds, Rate
from service.engines.destiny.insight.tally import (
    BILLION,
    CHANCE,
    CONTESTS,
    DIFFERENCE,
    DIFFICULTY,
    GANG_WAR,
    LOST,
    SAMPLE,
    THRESHOLD,
    VARIANCE,
    WINS,
    WON,
    Name,
)
from service.engines.destiny.tuning import Degree
from service.engines.points import POINT

_PLACES: Final[Mapping[str, int]] = {
    **{degree.value: place for degree, place in DEGREE_AT.items()},
    WON: WON_AT,
    LOST: LOST_AT,
    CONTESTS: CONTESTS_AT,
    WINS: WINS_AT,
    CHANCE: CHANCE_AT,
    VARIANCE: VARIANCE_AT,
}
_TYPES: Final[Mapping[str, ActionType]] = {DIFFERENCE: ActionType.PVP, GANG_WAR: ActionType.GANG_WAR}


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How some resolutions of one kind ended."""

    figures: Sequence[int]

    @property
    def degrees(self) -> Mapping[Degree, int]:
        """How often each degree came."""
        return {degree: self.figures[place] for degree, place in DEGREE_AT.items()}

    @property
    def rate(self) -> Rate:
        """How many there were, and how many of them succeeded or were won."""
        critical_success, success, failure, critical_failure = self.figures[:THRESHOLD_AT]
        wins = critical_success + success
        return Rate(wins + failure + critical_failure, wins)

    @property
    def mean_threshold(self) -> float:
        """The mean of the thresholds; there has to be an attempt."""
        return self.figures[THRESHOLD_AT] / (POINT * self.rate.number)

    @property
    def against_odds(self) -> AgainstOdds:
        """The sample of them."""
        contests, wins, chance, variance = self.figures[CONTESTS_AT:]
        return AgainstOdds(contests, wins, chance / BILLION, variance / BILLION)


ByType = Mapping[ActionType, Outcomes]
"""The outcomes of every action type."""


def by_type(figures: Iterable[tuple[str, Sequence[int]]]) -> ByType:
    """Add up figures of action types."""
    grouped: dict[str, list[Sequence[int]]] = {kind.value: [no_figures()] for kind in ActionType}
    for kind, gained in figures:
        grouped[kind].append(gained)
    return {kind: Outcomes(added(grouped[kind])) for kind in ActionType}


def added(figures: Iterable[Sequence[int]]) -> Figures:
    """The sums of several figures."""
    return [sum(each) for each in zip(*figures, strict=True)]


def without(outcomes: ByType, others: ByType) -> ByType:
    """The outcomes without the others. None is negative, even if the others have more."""
    return {
        kind: Outcomes([max(one - less, 0) for one, less in zip(found.figures, others[kind].figures, strict=True)])
        for kind, found in outcomes.items()
    }


def outcomes_in(counts: Mapping[Name, int]) -> ByType:
    """The outcomes in these counts."""
    sums = {kind.value: no_figures() for kind in ActionType}
    for name, number in counts.items():
        if found := _place(name):
            kind, place = found
            sums[kind][place] += number
    return {kind: Outcomes(sums[kind]) for kind in ActionType}


def _place(name: Name) -> tuple[str, int] | None:
    """The action type and the place among its figures that a count belongs to; None if it says nothing of outcomes."""
    first, *rest = name[1:] if name[0] == SAMPLE else name
    if first == DIFFICULTY:
        return rest[0], _PLACES[rest[-1]]
    if first == THRESHOLD:
        return rest[1], THRESHOLD_AT
    if first in _TYPES:
        return _TYPES[first], _PLACES[rest[-1]]
    return None
