"""The chances of a duel, over all pairs of hands."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from service.engines.destiny.contests import DuelContest
from service.engines.destiny.odds.totals import HANDS, ROYAL, Integers, Totals, class_totals, suit_scores
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT

PAIR_COUNT: Final = HAND_COUNT**2


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """The pairs of hands that each side wins, and the pairs with equal totals, whichever side wins those."""

    actor_wins: int
    tied_totals: int

    @property
    def target_wins(self) -> int:
        """The pairs that the actor does not win."""
        return PAIR_COUNT - self.actor_wins


@dataclass(frozen=True, slots=True, eq=False)
class DuelSide:
    """What one side brings to any duel, computed before its opponent is known."""

    totals: Totals
    by_class: Integers
    """The total of each hand class. `suit_scores` is in the same order."""
    suit_scores: Integers
    royal_groups: tuple[Totals, ...]
    """The totals of royal flushes and those of all other hands; empty unless royal flushes win automatically."""

    @classmethod
    def of(cls, strength: Strength, tuning: Tuning) -> "DuelSide":
        by_class = class_totals(strength, tuning)
        groups = _royal_groups(by_class) if tuning.royal_flush_auto_win else ()
        return cls(Totals.of(by_class), by_class, suit_scores(strength), groups)


def _royal_groups(by_class: Integers) -> tuple[Totals, ...]:
    return tuple(Totals.of(by_class[group], HANDS[group]) for group in (ROYAL, ~ROYAL))


def duel_odds(contest: DuelContest, tuning: Tuning) -> DuelOdds:
    """The odds of a duel, with the tie, identical-hands and royal-flush rules applied."""
    return odds_between(DuelSide.of(contest.actor, tuning), DuelSide.of(contest.target, tuning), tuning)


def odds_between(actor: DuelSide, target: DuelSide, tuning: Tuning) -> DuelOdds:
    """The same for two sides already computed under this tuning."""
    tied, won = _ties_and_wins(actor.totals, target.totals)
    ties_won = 0 if tuning.tie_favors_defender else 1
    if tuning.royal_flush_auto_win:
        wins = _wins_beside_royal_rule(actor, target, ties_won) + _lone_royals()
    else:
        wins = won + ties_won * tied
    # Where both draw the same five cards, suit scores decide instead of totals.
    by_total = _same_hand_wins(actor.by_class, target.by_class, ties_won)
    by_suits = _same_hand_wins(actor.suit_scores, target.suit_scores, ties_won)
    return DuelOdds(actor_wins=wins - by_total + by_suits, tied_totals=tied)


def _ties_and_wins(actor: Totals, target: Totals) -> tuple[int, int]:
    below = target.cumulative[target.values.searchsorted(actor.values, "left")]
    up_to = target.cumulative[target.values.searchsorted(actor.values, "right")]
    return int(np.dot(actor.hands, up_to - below)), int(np.dot(actor.hands, below))


def _wins_beside_royal_rule(actor: DuelSide, target: DuelSide, ties_won: int) -> int:
    """The pairs that the actor wins by score when both or neither have a royal flush."""
    wins = 0
    for ours, theirs in zip(actor.royal_groups, target.royal_groups, strict=True):
        tied, won = _ties_and_wins(ours, theirs)
        wins += won + ties_won * tied
    return wins


def _lone_royals() -> int:
    """The pairs in which the actor has a royal flush and the target has none."""
    royals = int(HANDS[ROYAL].sum())
    return royals * (HAND_COUNT - royals)


def _same_hand_wins(actor: Integers, target: Integers, ties_won: int) -> int:
    """The pairs with the same hand on both sides that the actor wins on these points."""
    won = actor >= target if ties_won else actor > target
    return int(np.dot(won, HANDS))
