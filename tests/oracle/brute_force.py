"""Totals of every hand, and what follows from counting them: without a clever thought.

Hands of one kind have equal totals, so each kind is looked at once and counts for all of its hands.
"""

from typing import Final

import numpy as np

from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from tests.oracle.every_hand import RANK_NAMES, HandKinds, Integers, Truths

Counts = dict[int, int]
"""How many hands, or draws of several hands, have each value."""

ROYAL: Final = RANK_NAMES.index("royal_flush")


def suit_scores(kinds: HandKinds, strength: Strength) -> Integers:
    """The suit score of each kind of hand."""
    scores: Integers = kinds.suit_counts @ np.array(strength.suit_bonuses, dtype=np.int64)
    return scores


def totals(kinds: HandKinds, strength: Strength, tuning: Tuning) -> Integers:
    """The total of each kind of hand."""
    by_rank = np.zeros(len(RANK_NAMES), dtype=np.int64)
    for rank, points in tuning.hand_rank_scores.items():
        by_rank[RANK_NAMES.index(rank)] = points
    for modifier in strength.modifiers:
        by_rank += modifier.flat
        for rank, points in modifier.hand_ranks.items():
            by_rank[RANK_NAMES.index(rank)] += points
    floored: Integers = np.maximum(by_rank[kinds.rank] + 100 * kinds.add_on + suit_scores(kinds, strength), 0)
    return floored


def counted(values: Integers, hands: Integers) -> Counts:
    """How many hands have each value, in ascending order."""
    different, places = np.unique(values, return_inverse=True)
    counts = np.zeros(len(different), dtype=np.int64)
    np.add.at(counts, places, hands)
    return dict(zip(different.tolist(), counts.tolist(), strict=True))


def counts_of_totals(kinds: HandKinds, strength: Strength, tuning: Tuning) -> Counts:
    """How many hands have each total, in ascending order."""
    return counted(totals(kinds, strength, tuning), kinds.hands)


def pairs_above_and_equal(ones: Counts, others: Counts) -> tuple[int, int]:
    """Of all pairs, how many have the first above the second, and how many have them equal."""
    above = np.greater.outer(np.array([*ones]), np.array([*others]))
    numbers = np.multiply.outer(np.array([*ones.values()]), np.array([*others.values()]))
    return int(numbers[above].sum()), sum(number * others.get(value, 0) for value, number in ones.items())


def duel_wins(kinds: HandKinds, actor: Strength, target: Strength, tuning: Tuning) -> tuple[int, int]:
    """The pairs of hands that the actor wins, by every rule of a duel, and those with equal totals."""
    ties_won = 0 if tuning.tie_favors_defender else 1
    actors, targets = totals(kinds, actor, tuning), totals(kinds, target, tuning)

    def pairs(one: Truths, other: Truths) -> tuple[int, int]:
        return pairs_above_and_equal(
            counted(actors[one], kinds.hands[one]), counted(targets[other], kinds.hands[other])
        )

    def won(some: Truths) -> int:
        above, equal = pairs(some, some)
        return above + ties_won * equal

    royal = kinds.rank == ROYAL
    every = np.ones_like(royal)
    if tuning.royal_flush_auto_win:
        lone_royals = int(kinds.hands[royal].sum()) * int(kinds.hands[~royal].sum())
        wins = won(royal) + won(~royal) + lone_royals
    else:
        wins = won(every)
    # Both sides with the same five cards: taken out as they were counted, and put back by suit scores.
    wins -= _beats(kinds, actors, targets, ties_won)
    wins += _beats(kinds, suit_scores(kinds, actor), suit_scores(kinds, target), ties_won)
    return wins, pairs(every, every)[1]


def _beats(kinds: HandKinds, one: Integers, other: Integers, ties_won: int) -> int:
    return int(kinds.hands[one > other].sum()) + ties_won * int(kinds.hands[one == other].sum())
