"""Every duel between two of the cast, before a change and after it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from service.rules.destiny.odds.duel import Duelist, DuelOdds, odds_between
from service.rules.destiny.preview.ranking import Comparison, View, ranked
from service.rules.destiny.preview.sides import Sides, on_each_side
from service.rules.destiny.tuning import Tuning


@dataclass(frozen=True, slots=True)
class DuelRow:
    """One duel."""

    actor: str
    target: str
    chances: Sides[DuelOdds | None]


def compare_duels(
    cast: Sequence[str], duelists: Sides[Sequence[Duelist | None]], tunings: Sides[Tuning], view: View
) -> Comparison[DuelRow]:
    """Each two of the cast once; the one that comes first is the actor."""
    pairs = list(combinations(range(len(cast)), 2))

    def all_odds(side: Sequence[Duelist | None], tuning: Tuning) -> list[DuelOdds | None]:
        sides = ((side[actor], side[target]) for actor, target in pairs)
        return [odds_between(actor, target, tuning) if actor and target else None for actor, target in sides]

    odds = on_each_side(all_odds, duelists, tunings)

    def row_at(place: int) -> DuelRow:
        actor, target = pairs[place]
        return DuelRow(cast[actor], cast[target], on_each_side(lambda side: side[place], odds))

    there = on_each_side(lambda side: np.array([found is not None for found in side]), odds)
    return ranked(np.array(list(map(_move, odds.before, odds.after))), there, view, row_at)


def _move(before: DuelOdds | None, after: DuelOdds | None) -> int:
    """By how many pairs of hands the duel changes where it changes most: in who wins, or in equal totals."""
    if before is None or after is None:
        return 0
    return max(abs(after.actor_wins - before.actor_wins), abs(after.tied_totals - before.tied_totals))
