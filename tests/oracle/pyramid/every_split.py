"""The best arrangement once more, by going through every legal split of a deal."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card
from service.engines.pyramid.hands import read_hand, tuple_of
from service.engines.pyramid.positions import SIZES, Position, may_stand
from service.engines.pyramid.readings import Reading
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import MILLION, Objective, ValueTable

Key = tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""What C18 compares: the objective, the win points, and the strengths of back, middle and front."""
Value = tuple[int, int]
Bools = npt.NDArray[np.bool_]


def value_of(reading: Reading, position: Position, tuning: PyramidTuning, table: ValueTable, aim: Objective) -> Value:
    """The objective's value and the win points of a hand, in millionths."""
    key = tuple_of(reading, position)
    points = tuning.points[position][reading.type]
    won = points * table.win_probability[position][key]
    by_aim = {
        Objective.POINTS: points * MILLION,
        Objective.WIN_POINTS: won,
        Objective.NET_POINTS: won - table.expected_loss[position][key],
    }
    return by_aim[aim], won


@dataclass(frozen=True)
class Hands:
    """All hands of a deal that may stand in one position."""

    masks: npt.NDArray[np.int64]
    orders: list[tuple[int, ...]]
    strengths: list[tuple[int, ...]]
    worths: npt.NDArray[np.int64]
    """Objective and win points in one number."""


WIN_BITS = 28


Readings = list[tuple[int, Reading]]
"""Masks of hands with their readings."""


def readings_of(cards: Sequence[Card]) -> Readings:
    """All hands of a deal."""
    return [
        (sum(1 << place for place in places), reading)
        for size in sorted({size for sizes in SIZES.values() for size in sizes})
        for places in combinations(range(len(cards)), size)
        if (reading := read_hand([cards[place] for place in places]))
    ]


def hands_for(readings: Readings, position: Position, worth: Callable[[Reading, Position], Value]) -> Hands:
    chosen = [(mask, hand) for mask, hand in readings if may_stand(hand.type, len(hand.ranks), position)]
    worths = [(value << WIN_BITS) + won for value, won in (worth(hand, position) for _, hand in chosen)]
    return Hands(
        np.array([mask for mask, _ in chosen]),
        [hand.order for _, hand in chosen],
        [hand.strength for _, hand in chosen],
        np.array(worths),
    )


def ranked(*groups: list[tuple[int, ...]]) -> list[npt.NDArray[np.int64]]:
    """Tuples as numbers that compare as they do."""
    numbers = {order: number for number, order in enumerate(sorted(set().union(*groups)))}
    return [np.array([numbers[order] for order in group]) for group in groups]


def splits(cards: Sequence[Card], worth: Callable[[Reading, Position], Value]) -> Iterator[Key]:
    """For each middle, the best of all legal splits with it."""
    readings = readings_of(cards)
    backs, middles, fronts = (
        hands_for(readings, position, worth) for position in (Position.BACK, Position.MIDDLE, Position.FRONT)
    )
    back_order, middle_order, front_order = ranked(backs.orders, middles.orders, fronts.orders)
    for middle, mask in enumerate(middles.masks):
        b = ((backs.masks & mask == 0) & (back_order >= middle_order[middle])).nonzero()[0]
        f = ((fronts.masks & mask == 0) & (front_order <= middle_order[middle])).nonzero()[0]
        apart: Bools = backs.masks[b][:, None] & fronts.masks[f] == 0
        if not apart.any():
            continue
        totals = np.where(apart, backs.worths[b][:, None] + fronts.worths[f], -(1 << 62))
        best = int(totals.max())
        worth_here = best + int(middles.worths[middle])
        value, won = worth_here >> WIN_BITS, worth_here & (1 << WIN_BITS) - 1
        for at_back, at_front in zip(*(totals == best).nonzero(), strict=True):
            back, front = backs.strengths[b[at_back]], fronts.strengths[f[at_front]]
            yield value, won, back, middles.strengths[middle], front


def best_split(cards: Sequence[Card], tuning: PyramidTuning, table: ValueTable, aim: Objective) -> Key:
    """The best of all legal splits."""
    return max(splits(cards, lambda reading, position: value_of(reading, position, tuning, table, aim)))
