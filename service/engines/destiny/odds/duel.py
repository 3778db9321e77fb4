"""The chances of a duel, over all pairs of hands."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.destiny.contests import DuelContest
from service.engines.destiny.odds.totals import (
    HANDS,
    PATTERN_INDEX,
    PATTERNS,
    ROYAL,
    Integers,
    Totals,
    class_totals,
    pattern_scores,
)
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT

Floats = npt.NDArray[np.float64]

PAIR_COUNT: Final = HAND_COUNT**2
_CLASS_HANDS: Final = HANDS.astype(np.float64)
"""As floats, which numpy multiplies faster; whole numbers below 2^53 are exact."""
_PATTERN_HANDS: Final[Floats] = np.bincount(PATTERN_INDEX, weights=HANDS, minlength=len(PATTERNS)).astype(np.float64)
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


@dataclass(frozen=True, slots=True, eq=False)
class DuelSide:
    """What one side brings to any duel, computed before its opponent is known."""

    totals: Totals
    by_class: Integers
    """The total of each hand class."""
    suit_scores: Integers
    """The suit score of each of the `PATTERNS`."""

    @classmethod
    def of(cls, strength: Strength, tuning: Tuning) -> "DuelSide":
        by_class = class_totals(strength, tuning)
        return cls(Totals.of(by_class), by_class, pattern_scores(strength))

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
    below = target.totals.hands_below(actor.totals.values)
    # Totals are whole numbers, so a total is at most another if it is below the next one.
    up_to = target.totals.hands_below(actor.totals.values + 1)
    tied, won = int(np.dot(actor.totals.hands, up_to - below)), int(np.dot(actor.totals.hands, below))
    return by_the_rules(actor, target, tied, won, tuning)


def by_the_rules(actor: DuelSide, target: DuelSide, tied: int, won: int, tuning: Tuning) -> DuelOdds:
    """The odds, from the pairs of hands with equal totals and those in which the actor's is higher."""
    ties_won = 0 if tuning.tie_favors_defender else 1
    wins = won + ties_won * tied
    if tuning.royal_flush_auto_win:
        wins += _won_by_royals(actor, target, ties_won)
    # Where both draw the same five cards, suit scores decide instead of totals.
    by_total = _wins(actor.by_class, target.by_class, _CLASS_HANDS, ties_won)
    by_suits = _wins(actor.suit_scores, target.suit_scores, _PATTERN_HANDS, ties_won)
    return DuelOdds(actor_wins=wins - by_total + by_suits, tied_totals=tied)


def _wins(actor: Integers, target: Integers, hands: Floats, ties_won: int) -> int:
    """The hands that win for the actor, if both have the same one."""
    won = actor >= target if ties_won else actor > target
    return int(np.dot(won, hands))


def _won_by_royals(actor: DuelSide, target: DuelSide, ties_won: int) -> int:
    """How many more pairs the actor wins since a royal flush wins against any other hand; fewer, if below zero."""
    ours, theirs = actor.royals, target.royals
    both = ours[:, np.newaxis] + ties_won > theirs
    of_both = int(_ROYAL_HANDS @ both @ _ROYAL_HANDS)
    with_ours = int(np.dot(_ROYAL_HANDS, target.totals.hands_below(ours + ties_won)))
    against_theirs = _ROYALS * HAND_COUNT - int(
        np.dot(_ROYAL_HANDS, actor.totals.hands_below(theirs + 1 - ties_won)),
    )
    by_score_alone = with_ours + against_theirs - 2 * of_both
    return _ROYALS * (HAND_COUNT - _ROYALS) - by_score_alone
