"""Every crime and every skill check for every reference character, before a change and after it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Final

import numpy as np

from service.engines.destiny.actions import ActionType
from service.engines.destiny.odds.challenge import DEGREES, ChallengeSide
from service.engines.destiny.odds.duel import DuelOdds, DuelSide, odds_between
from service.engines.destiny.odds.totals import Integers
from service.engines.destiny.preview.ranking import Comparison, Flags, View, ranked
from service.engines.destiny.preview.sides import Sides, on_each_side
from service.engines.destiny.tuning import Tuning
from service.engines.points import Hundredths

Thresholds = Mapping[tuple[ActionType, str], Hundredths]
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
    characters: Sequence[str],
    challenge_sides: Sides[Sequence[ChallengeSide | None]],
    tunings: Sides[Tuning],
    view: View,
) -> Comparison[ChallengeRow]:
    """Every reference character against every crime and every skill check of either side."""
    thresholds_by_name = on_each_side(_thresholds, tunings)
    names = list({**thresholds_by_name.before, **thresholds_by_name.after})
    counts = on_each_side(_Counts, challenge_sides, thresholds_by_name, Sides(names, names))

    def row_at(place: int) -> ChallengeRow:
        who, what = divmod(place, len(names))
        chances = on_each_side(lambda counted: counted.chances(place, names[what]), counts)
        return ChallengeRow(*names[what], characters[who], chances)

    return ranked(_moves(counts), on_each_side(lambda counted: counted.there, counts), view, row_at)


def _thresholds(tuning: Tuning) -> Thresholds:
    return {
        **{(ActionType.PVE, name): crime.threshold for name, crime in tuning.crimes.items()},
        **{(ActionType.SKILL_CHECK, name): check.threshold for name, check in tuning.skill_checks.items()},
    }


class _Counts:
    """One side's numbers of hands: a row for each side and threshold, also for those that are not there."""

    def __init__(
        self,
        challenge_sides: Sequence[ChallengeSide | None],
        thresholds_by_name: Thresholds,
        names: Sequence[tuple[ActionType, str]],
    ) -> None:
        self._thresholds = thresholds_by_name
        known = np.array([name in thresholds_by_name for name in names], dtype=np.bool_)
        thresholds = [thresholds_by_name[name] for name in names if name in thresholds_by_name]
        degrees = np.zeros((len(challenge_sides), len(names), len(DEGREES)), dtype=np.int64)
        for place, side in enumerate(challenge_sides):
            if side:
                degrees[place, known] = side.degrees_against_each(thresholds)
        self.degrees: Integers = degrees.reshape(-1, len(DEGREES))
        self.there: Flags = np.outer([side is not None for side in challenge_sides], known).ravel()

    def chances(self, place: int, name: tuple[ActionType, str]) -> ChallengeChances | None:
        """The chances in a row, if it is there."""
        return ChallengeChances(self._thresholds[name], self.degrees[place].tolist()) if self.there[place] else None


def _moves(counts: Sides[_Counts]) -> Integers:
    """By how many hands each row changes where it changes most: in a degree, or in success."""
    differences = counts.after.degrees - counts.before.degrees
    success = np.abs(differences[:, :_SUCCESSES].sum(axis=1))
    moves: Integers = np.maximum(success, np.abs(differences).max(axis=1))
    return moves


@dataclass(frozen=True, slots=True)
class DuelRow:
    """One duel."""

    actor: str
    target: str
    chances: Sides[DuelOdds | None]


def compare_duels(
    characters: Sequence[str], duel_sides: Sides[Sequence[DuelSide | None]], tunings: Sides[Tuning], view: View
) -> Comparison[DuelRow]:
    """Each pair of reference characters once; the one that comes first is the actor."""
    pairs = list(combinations(range(len(characters)), 2))

    def all_odds(side: Sequence[DuelSide | None], tuning: Tuning) -> list[DuelOdds | None]:
        sides = ((side[actor], side[target]) for actor, target in pairs)
        return [odds_between(actor, target, tuning) if actor and target else None for actor, target in sides]

    odds = on_each_side(all_odds, duel_sides, tunings)

    def row_at(place: int) -> DuelRow:
        actor, target = pairs[place]
        return DuelRow(characters[actor], characters[target], on_each_side(lambda side: side[place], odds))

    there = on_each_side(lambda side: np.array([found is not None for found in side]), odds)
    return ranked(np.array(list(map(_move, odds.before, odds.after))), there, view, row_at)


def _move(before: DuelOdds | None, after: DuelOdds | None) -> int:
    """By how many pairs of hands the duel changes where it changes most: in who wins, or in equal totals."""
    if before is None or after is None:
        return 0
    return max(abs(after.actor_wins - before.actor_wins), abs(after.tied_totals - before.tied_totals))
