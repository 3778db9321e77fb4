"""The best arrangement once more, by going through every legal split of a deal that could be the best."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card
from service.engines.pyramid.cards import WILD
from service.engines.pyramid.hands import read_hand, tuple_of
from service.engines.pyramid.positions import FULL, SIZES, Position, may_stand
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
    """All hands of a deal that are allowed in one position."""

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
        for places in _choices(cards, size)
        if (reading := read_hand([cards[place] for place in places]))
    ]


def _choices(cards: Sequence[Card], size: int) -> Iterable[tuple[int, ...]]:
    """The places of all cards that could be a hand of this size: a large one is of one rank or of one suit."""
    if size <= FULL:
        return combinations(range(len(cards)), size)
    ranks = [[place for place, card in enumerate(cards) if card == WILD or card // 4 == rank] for rank in range(13)]
    suits = [[place for place, card in enumerate(cards) if card == WILD or card % 4 == suit] for suit in range(4)]
    return {places for alike in (*ranks, *suits) for places in combinations(alike, size)}


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


def best_split(cards: Sequence[Card], tuning: PyramidTuning, table: ValueTable, aim: Objective) -> Key:
    """The best of all legal splits."""

    def worth(reading: Reading, position: Position) -> Value:
        return value_of(reading, position, tuning, table, aim)

    readings = readings_of(cards)
    backs, middles, fronts = (
        hands_for(readings, position, worth) for position in (Position.BACK, Position.MIDDLE, Position.FRONT)
    )
    back_order, middle_order, front_order = ranked(backs.orders, middles.orders, fronts.orders)
    found: Key | None = None
    most = -(1 << 62)
    # From the middle of the highest worth on: what cannot reach the best split so far is not looked at any closer.
    for middle in np.argsort(-middles.worths):
        own, mask = int(middles.worths[middle]), middles.masks[middle]
        b = ((backs.masks & mask == 0) & (back_order >= middle_order[middle])).nonzero()[0]
        f = ((fronts.masks & mask == 0) & (front_order <= middle_order[middle])).nonzero()[0]
        if not (b.size and f.size):
            continue
        best_back, best_front = backs.worths[b].max(), fronts.worths[f].max()
        b = b[own + backs.worths[b] + best_front >= most]
        f = f[own + fronts.worths[f] + best_back >= most]
        apart: Bools = backs.masks[b][:, None] & fronts.masks[f] == 0
        if not apart.any():
            continue
        totals = np.where(apart, own + backs.worths[b][:, None] + fronts.worths[f], -(1 << 62))
        most = max(most, int(totals.max()))
        for at_back, at_front in zip(*(totals == most).nonzero(), strict=True):
            back, front = backs.strengths[b[at_back]], fronts.strengths[f[at_front]]
            key = (most >> WIN_BITS, most & (1 << WIN_BITS) - 1, back, middles.strengths[middle], front)
            found = key if found is None else max(found, key)
    if found is None:
        raise AssertionError("No split is legal.")
    return found
