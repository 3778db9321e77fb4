"""Self-play: how often each 3-tuple is played, and what tuples are worth if all players play so (C11)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card
from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.grades import WORTH_BITS, Int64s
from service.engines.pyramid.arranging.search import best_arrangement
from service.engines.pyramid.arranging.worths import Worths, row_numbers
from service.engines.pyramid.cards import ALL_CARDS, DECK, draw, words_of_seed
from service.engines.pyramid.positions import BACK_TO_FRONT, HAND_TYPES, POSITIONS, Position
from service.engines.pyramid.tuning import PointTable
from service.engines.pyramid.tuple_rows import rows_of
from service.engines.pyramid.values import MILLION, TupleValues, ValueTable

Floats = npt.NDArray[np.float64]
Counts = Mapping[Position, Int64s]
"""For each row of a position, how many hands of it were played."""
Shares = Mapping[Position, Floats]
"""The same as shares that add up to one."""
_DEALS_OF_SEED: Final = 1 << 32


def numbered_deal(seed: int, number: int) -> list[Card]:
    """One player's cards in the deal with this number of a seed, from its own deck."""
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
    """Counts of zero."""
    return {position: np.zeros(len(rows_of(position)), dtype=np.int64) for position in POSITIONS}


def even_shares() -> Shares:
    """All rows equally common, which is where self-play starts."""
    return shares_of({position: np.ones(len(rows_of(position)), dtype=np.int64) for position in POSITIONS})


def shares_of(counts: Counts) -> Shares:
    return {position: counted / counted.sum() for position, counted in counts.items()}


def mixed(shares: Shares, others: Shares, weight: float) -> Shares:
    """The mean of both shares, with this weight for the others."""
    return {position: (1 - weight) * shares[position] + weight * others[position] for position in POSITIONS}


def with_random_hand(shares: Shares, deals: int) -> Shares:
    """The shares with one more deal, in which the opponent lays down a random hand (C24).

    A row that no deal has shown is then worth a little more than the row below it, by the number of hands that make it.
    """
    return mixed(shares, random_hands(), 1 / (deals + 1))


@lru_cache(maxsize=1)
def random_hands() -> Shares:
    """The shares if all sets of cards that are allowed in a position are equally common there."""
    return shares_of({position: np.array([row.card_sets for row in rows_of(position)]) for position in POSITIONS})


def win_chances(shares: Shares) -> Shares:
    """For each row, the chance to beat one opponent's hand, plus half the chance to meet the same tuple (C11)."""
    return {position: np.cumsum(share) - share / 2 for position, share in shares.items()}


def loss_chances(shares: Shares) -> Shares:
    """One minus the win chance, summed from the top: near one, a float has too few digits for the difference."""
    return {position: np.cumsum(share[::-1])[::-1] - share / 2 for position, share in shares.items()}


def standard_errors(shares: Shares, fresh: Counts) -> Shares:
    """For each row, the standard error of the win chance (C24).

    One part is the chance of the deals; the shares come from as many deals as the fresh ones. The other part is by how
    much more than chance the fresh deals were played differently. Where deals change sides, that is most of the error.
    """
    played = shares_of(fresh)
    ours, theirs = win_chances(shares), win_chances(played)
    chance_of_ours, chance_of_theirs = _by_chance(shares, fresh), _by_chance(played, fresh)
    errors = {}
    for position in POSITIONS:
        expected = chance_of_ours[position] + chance_of_theirs[position]
        excess = (ours[position] - theirs[position]) ** 2 - expected
        errors[position] = np.sqrt(chance_of_ours[position] + excess.clip(min=0))
    return errors


def _by_chance(shares: Shares, deals: Counts) -> Shares:
    """The variance of each row's win chance if each deal counts as won, lost, or half of each.

    One more deal counts as gone the other way: a row that no deal has shown may still turn up.
    """
    won, lost = win_chances(shares), loss_chances(shares)
    return {
        position: ((won[position] * lost[position] - shares[position] / 4).clip(min=0) + 1 / hands.sum()) / hands.sum()
        for position, hands in deals.items()
    }


def largest_move(shares: Shares, others: Shares) -> float:
    """The largest difference in the win chance of any row."""
    return max(float(np.abs(moves).max()) for moves in _moves(shares, others))


def mean_move(shares: Shares, others: Shares) -> float:
    """The mean difference of the win chances over all rows."""
    return float(np.abs(np.concatenate(_moves(shares, others))).mean())


def _moves(shares: Shares, others: Shares) -> list[Floats]:
    before, after = win_chances(shares), win_chances(others)
    return [after[position] - before[position] for position in POSITIONS]


def value_table(shares: Shares, points: PointTable) -> ValueTable:
    """What tuples are worth if hands are played this often."""
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
