"""The chances of a duel, over all pairs of hands."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from service.engines.destiny.contests import DuelContest
from service.engines.destiny.odds.totals import (
    HANDS,
    PATTERN_HANDS,
    ROYAL,
    Conditions,
    Integers,
    Totals,
    hands_where,
    pattern_scores,
    totals_in_patterns,
)
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT

PAIR_COUNT: Final = HAND_COUNT**2
_ROYAL_HANDS: Final = HANDS[ROYAL]
_ROYALS: Final = int(_ROYAL_HANDS.sum())


@dataclass(frozen=True, slots=True)
class DuelOdds:
    """The pairs of hands that each side wins, and the pairs with equal totals, whichever side wins those."""

    actor_wins: int
    tied_totals: int

    @property
    def target_wins(self) -> int:
        """The pairs that the actor does not win."""
        return PAIR_COUNT - self.actor_wins


@dataclass(frozen=True, eq=False)
class DuelSide:
    """What one side brings to any duel, computed before its opponent is known."""

    by_class: Integers
    """The total of each hand class."""
    by_pattern: Integers
    """The suit score of each of the `PATTERNS`."""

    @classmethod
    def of(cls, strength: Strength, tuning: Tuning) -> "DuelSide":
        scores = pattern_scores(strength)
        return cls(totals_in_patterns(strength, tuning, scores), scores)

    # Only the target's totals are searched, so only they have to be sorted.
    @cached_property
    def totals(self) -> Totals:
        return Totals.of(self.by_class)

    @property
    def royals(self) -> Integers:
        """The totals of the royal flushes."""
        royals: Integers = self.by_class[ROYAL]
        return royals


def duel_odds(contest: DuelContest, tuning: Tuning) -> DuelOdds:
    """The odds of a duel, with the tie, identical-hands and royal-flush rules applied."""
    return odds_between(DuelSide.of(contest.actor, tuning), DuelSide.of(contest.target, tuning), tuning)


def odds_between(actor: DuelSide, target: DuelSide, tuning: Tuning) -> DuelOdds:
    """The same for two sides already computed under this tuning."""
    tied, won = _ties_and_wins(actor.by_class, target.totals)
    return by_the_rules(actor, target, tied, won, tuning)


def by_the_rules(actor: DuelSide, target: DuelSide, tied: int, won: int, tuning: Tuning) -> DuelOdds:
    """The odds, from the pairs of hands with equal totals and those in which the actor's is higher."""
    ties_won = 0 if tuning.tie_favors_defender else 1
    wins = won + ties_won * tied
    if tuning.royal_flush_auto_win:
        wins += _won_by_royals(actor, target, ties_won)
    # Where both draw the same five cards, suit scores decide instead of totals.
    by_total = hands_where(_wins(actor.by_class, target.by_class, ties_won))
    by_suits = int(np.dot(_wins(actor.by_pattern, target.by_pattern, ties_won), PATTERN_HANDS))
    return DuelOdds(actor_wins=wins - by_total + by_suits, tied_totals=tied)


def _ties_and_wins(totals: Integers, target: Totals) -> tuple[int, int]:
    """The pairs of the actor's hands, whose totals these are, and the target's with equal totals, and those won."""
    values, below = target.distinct_with_hands_below()
    place = values.searchsorted(totals)
    won = int(np.dot(HANDS, below.take(place)))
    # Where the totals are equal, the next place has the hands below and equal.
    place += values.take(place, mode="clip") == totals
    return int(np.dot(HANDS, below.take(place))) - won, won


def _wins(actor: Integers, target: Integers, ties_won: int) -> Conditions:
    return actor >= target if ties_won else actor > target


def _won_by_royals(actor: DuelSide, target: DuelSide, ties_won: int) -> int:
    """How many more pairs the actor wins since a royal flush wins against any other hand; fewer, if below zero."""
    ours, theirs = actor.royals, target.royals
    both = ours[:, np.newaxis] + ties_won > theirs
    of_both = int(_ROYAL_HANDS @ both @ _ROYAL_HANDS)
    with_ours = int(np.dot(_ROYAL_HANDS, target.totals.hands_below(ours + ties_won)))
    against_theirs = _ROYALS * HAND_COUNT - int(np.dot(_ROYAL_HANDS, actor.totals.hands_below(theirs + 1 - ties_won)))
    by_score_alone = with_ours + against_theirs - 2 * of_both
    return _ROYALS * (HAND_COUNT - _ROYALS) - by_score_alone
