"""Every crime and every skill check for everyone in the cast, before a change and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from service.rules.destiny.actions import ActionType
from service.rules.destiny.odds.challenge import DEGREES, Challenger
from service.rules.destiny.odds.class_table import Integers
from service.rules.destiny.preview.ranking import Comparison, Flags, View, ranked
from service.rules.destiny.preview.sides import Sides, on_each_side
from service.rules.destiny.tuning import Tuning
from service.rules.points import Hundredths

Hurdles = Mapping[tuple[ActionType, str], Hundredths]
"""The threshold of each crime and each skill check."""
_SUCCESSES: Final = 2
"""The first two degrees are successes."""


@dataclass(frozen=True, slots=True)
class ChallengeChances:
    """The chances against one threshold. They are equal where the degrees are, whatever the threshold."""

    threshold: Hundredths = field(compare=False)
    degrees: Sequence[int]
    """The number of hands in each degree, in the order of `DEGREES`."""


@dataclass(frozen=True, slots=True)
class ChallengeRow:
    """One challenge for one character."""

    action_type: ActionType
    name: str
    character: str
    chances: Sides[ChallengeChances | None]


def compare_challenges(
    cast: Sequence[str], challengers: Sides[Sequence[Challenger | None]], tunings: Sides[Tuning], view: View
) -> Comparison[ChallengeRow]:
    """Everyone in the cast against every crime and every skill check of either side."""
    hurdles = on_each_side(_hurdles, tunings)
    names = list({**hurdles.before, **hurdles.after})
    counts = on_each_side(_Counts, challengers, hurdles, Sides(names, names))

    def row_at(place: int) -> ChallengeRow:
        who, what = divmod(place, len(names))
        chances = on_each_side(lambda counted: counted.chances(place, names[what]), counts)
        return ChallengeRow(*names[what], cast[who], chances)

    return ranked(_moves(counts), on_each_side(lambda counted: counted.there, counts), view, row_at)


def _hurdles(tuning: Tuning) -> Hurdles:
    return {
        **{(ActionType.PVE, name): crime.threshold for name, crime in tuning.crimes.items()},
        **{(ActionType.SKILL_CHECK, name): check.threshold for name, check in tuning.skill_checks.items()},
    }


class _Counts:
    """One side's numbers of hands: a row for each challenger and hurdle, also for those that are not there."""

    def __init__(
        self, challengers: Sequence[Challenger | None], hurdles: Hurdles, names: Sequence[tuple[ActionType, str]]
    ) -> None:
        self._hurdles = hurdles
        known = np.array([name in hurdles for name in names], dtype=np.bool_)
        thresholds = [hurdles[name] for name in names if name in hurdles]
        degrees = np.zeros((len(challengers), len(names), len(DEGREES)), dtype=np.int64)
        for place, challenger in enumerate(challengers):
            if challenger:
                degrees[place, known] = challenger.degrees_against_each(thresholds)
        self.degrees: Integers = degrees.reshape(-1, len(DEGREES))
        self.there: Flags = np.outer([challenger is not None for challenger in challengers], known).ravel()

    def chances(self, place: int, name: tuple[ActionType, str]) -> ChallengeChances | None:
        """The chances in a row, if it is there."""
        return ChallengeChances(self._hurdles[name], self.degrees[place].tolist()) if self.there[place] else None


def _moves(counts: Sides[_Counts]) -> Integers:
    """By how many hands each row changes where it changes most: in a degree, or in success."""
    differences = counts.after.degrees - counts.before.degrees
    success = np.abs(differences[:, :_SUCCESSES].sum(axis=1))
    moves: Integers = np.maximum(success, np.abs(differences).max(axis=1))
    return moves
