"""The game against itself: how often each 3-tuple is played, and what tuples are worth where all play so (C11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from service.rules.cards import Card
from service.rules.pyramid.arranging.dealt import DealtCards
from service.rules.pyramid.arranging.grades import WORTH_BITS, Int64s
from service.rules.pyramid.arranging.search import best_arrangement
from service.rules.pyramid.arranging.worths import Worths, row_numbers
from service.rules.pyramid.cards import DECK
from service.rules.pyramid.dealing import ALL_CARDS, draw, words_of_seed
from service.rules.pyramid.positions import BACK_TO_FRONT, HAND_TYPES, POSITIONS, Position
from service.rules.pyramid.tuning import PointTable
from service.rules.pyramid.tuple_rows import rows_of
from service.rules.pyramid.values import MILLION, TupleValues, ValueTable

Floats = npt.NDArray[np.float64]
Counts = Mapping[Position, Int64s]
"""For each row of a position, how many hands of it were played."""
Shares = Mapping[Position, Floats]
"""The same as parts of one."""
_DEALS_OF_SEED: Final = 1 << 32


def numbered_deal(seed: int, number: int) -> list[Card]:
    """The cards of one player in deal so-and-so of a seed, from a deck of their own."""
    return draw(DECK, ALL_CARDS, words_of_seed(seed * _DEALS_OF_SEED + number))


def play_deals(seed: int, numbers: Iterable[int], worths: Worths) -> Counts:
    """Arrange these deals of a seed, and count the tuples."""
    counts = no_hands()
    for number in numbers:
        placed = best_arrangement(DealtCards(numbered_deal(seed, number)), worths)
        for position, strength in zip(BACK_TO_FRONT, placed.strengths, strict=True):
            counts[position][row_numbers(position).item(strength >> WORTH_BITS)] += 1
    return counts


def no_hands() -> dict[Position, Int64s]:
    """Counts to begin with."""
    return {position: np.zeros(len(rows_of(position)), dtype=np.int64) for position in POSITIONS}


def even_shares() -> Shares:
    """Every row as common as every other, which is where self-play starts."""
    return shares_of({position: np.ones(len(rows_of(position)), dtype=np.int64) for position in POSITIONS})


def shares_of(counts: Counts) -> Shares:
    """The counts as parts of one."""
    return {position: counted / counted.sum() for position, counted in counts.items()}


def mixed(shares: Shares, others: Shares, weight: float) -> Shares:
    """The shares with the others taking part by this weight."""
    return {position: (1 - weight) * shares[position] + weight * others[position] for position in POSITIONS}


def win_chances(shares: Shares) -> Shares:
    """For each row, the chance to beat one opponent's hand, and half of that to meet the same tuple (C11)."""
    return {position: np.cumsum(share) - share / 2 for position, share in shares.items()}


def largest_move(shares: Shares, others: Shares) -> float:
    """By how much the win chance of some row differs at most."""
    return max(float(np.abs(moves).max()) for moves in _moves(shares, others))


def mean_move(shares: Shares, others: Shares) -> float:
    """By how much the win chances differ in the mean of all rows."""
    return float(np.abs(np.concatenate(_moves(shares, others))).mean())


def _moves(shares: Shares, others: Shares) -> list[Floats]:
    before, after = win_chances(shares), win_chances(others)
    return [after[position] - before[position] for position in POSITIONS]


def value_table(shares: Shares, points: PointTable) -> ValueTable:
    """What tuples are worth where hands are played so often."""
    losses = {}
    for position, share in shares.items():
        taken = share * [points[position][HAND_TYPES[row.tuple[0] - 1]] for row in rows_of(position)]
        losses[position] = taken.sum() - np.cumsum(taken) + taken / 2
    return ValueTable(_millionths(win_chances(shares)), _millionths(losses))


def _millionths(values: Shares) -> TupleValues:
    return {
        position: dict(zip(_tuples(position), np.rint(by_row * MILLION).astype(np.int64).tolist(), strict=True))
        for position, by_row in values.items()
    }


def _tuples(position: Position) -> Sequence[tuple[int, int, int]]:
    return [row.tuple for row in rows_of(position)]
