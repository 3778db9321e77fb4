"""The best arrangement by brute force: reads every hand and tries every legal split of the deal."""

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from service.engines.cards import Card
from service.engines.pyramid.hands import read_hand, tuple_of
from service.engines.pyramid.positions import SIZES, Position, may_stand
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import Millionths, ValueTable

Numbers = npt.NDArray[np.int64]


def best_value(cards: Sequence[Card], tuning: PyramidTuning, table: ValueTable) -> Millionths:
    """The highest win points of any legal split."""
    hands: dict[Position, list[Any]] = {position: [] for position in Position}
    for size in sorted({size for sizes in SIZES.values() for size in sizes}):
        for places in combinations(range(len(cards)), size):
            reading = read_hand([cards[place] for place in places])
            for position in Position if reading else ():
                if reading and may_stand(reading.type, size, position):
                    chance = table.win_probability[position][tuple_of(reading, position)]
                    worth = chance * tuning.points[position][reading.type]
                    hands[position].append((sum(1 << place for place in places), reading.order, worth))
    orders = {
        order: number for number, order in enumerate(sorted({hand[1] for all_ in hands.values() for hand in all_}))
    }
    return _best_sum(
        *(_columns(hands[position], orders) for position in (Position.BACK, Position.MIDDLE, Position.FRONT))
    )


def _columns(hands: list[Any], orders: dict[tuple[int, ...], int]) -> Numbers:
    return np.array([(mask, orders[order], worth) for mask, order, worth in hands]).T


def _best_sum(backs: Numbers, middles: Numbers, fronts: Numbers) -> int:
    best = 0
    for mask, order, worth in middles.T.tolist():
        back = backs[:, (backs[0] & mask == 0) & (backs[1] >= order)]
        front = fronts[:, (fronts[0] & mask == 0) & (fronts[1] <= order)]
        apart = back[0][:, None] & front[0] == 0
        if apart.any():
            best = max(best, worth + int(np.where(apart, back[2][:, None] + front[2], -1).max()))
    return best
