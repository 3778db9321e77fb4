"""Totals of every hand, one by one, and what follows from counting them: slow, and without a clever thought."""

from typing import Final

import numpy as np

from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from tests.oracle.every_hand import RANK_NAMES, EveryHand, Integers, Truths

ROYAL: Final = RANK_NAMES.index("royal_flush")


def suit_scores(hands: EveryHand, strength: Strength) -> Integers:
    """The suit score of each hand."""
    scores: Integers = hands.suit_counts @ np.array(strength.suit_bonuses, dtype=np.int64)
    return scores


def totals(hands: EveryHand, strength: Strength, tuning: Tuning) -> Integers:
    """The total of each hand."""
    by_rank = np.zeros(len(RANK_NAMES), dtype=np.int64)
    for rank, points in tuning.hand_rank_scores.items():
        by_rank[RANK_NAMES.index(rank)] = points
    for modifier in strength.modifiers:
        by_rank += modifier.flat
        for rank, points in modifier.hand_ranks.items():
            by_rank[RANK_NAMES.index(rank)] += points
    floored: Integers = np.maximum(by_rank[hands.rank] + 100 * hands.add_on + suit_scores(hands, strength), 0)
    return floored


def counted(values: Integers) -> dict[int, int]:
    """How often each value occurs, in ascending order."""
    low = int(values.min())
    counts = np.bincount(values - low)
    return {low + int(place): int(counts[place]) for place in np.flatnonzero(counts)}


def pairs_above_and_equal(one: Integers, other: Integers) -> tuple[int, int]:
    """Of all pairs, how many have the first above the second, and how many have them equal."""
    ones, others = counted(one), counted(other)
    above = np.greater.outer(np.array([*ones]), np.array([*others]))
    numbers = np.multiply.outer(np.array([*ones.values()]), np.array([*others.values()]))
    return int(numbers[above].sum()), sum(number * others.get(value, 0) for value, number in ones.items())


def duel_wins(hands: EveryHand, actor: Strength, target: Strength, tuning: Tuning) -> tuple[int, int]:
    """The pairs of hands that the actor wins, by every rule of a duel, and those with equal totals."""
    ties_won = 0 if tuning.tie_favors_defender else 1

    def won(one: Integers, other: Integers) -> int:
        above, equal = pairs_above_and_equal(one, other)
        return above + ties_won * equal

    actors, targets = totals(hands, actor, tuning), totals(hands, target, tuning)
    royal = hands.rank == ROYAL
    if tuning.royal_flush_auto_win:
        lone_royals = int(royal.sum()) * int((~royal).sum())
        wins = won(actors[royal], targets[royal]) + won(actors[~royal], targets[~royal]) + lone_royals
    else:
        wins = won(actors, targets)
    # Both sides with the same five cards: taken out as they were counted, and put back by suit scores.
    wins -= _beats(actors, targets, ties_won)
    wins += _beats(suit_scores(hands, actor), suit_scores(hands, target), ties_won)
    return wins, pairs_above_and_equal(actors, targets)[1]


def _beats(one: Integers, other: Integers, ties_won: int) -> int:
    beaten: Truths = one > other
    return int(beaten.sum()) + ties_won * int((one == other).sum())
