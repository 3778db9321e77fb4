"""Assumptions about the opponents who still have to decide (C20)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, inf
from typing import Final

import numpy as np

from service.engines.cards import Card
from service.engines.pauses import Pause
from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.many import which_are_worth
from service.engines.pyramid.arranging.many_dealt import Bools
from service.engines.pyramid.arranging.search import best_arrangement
from service.engines.pyramid.arranging.worths import Worths, worths_of
from service.engines.pyramid.reference_deals import reference_deals
from service.engines.pyramid.shipped_table import shipped_table
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import Millionths, Objective


@dataclass(frozen=True, slots=True)
class Opponents:
    surrender_rate: float = 0
    """The share of thirteen-card hands, the weakest ones, that they surrender."""
    declare: bool = False
    """Whether they declare an automatic when that is worth more by `declare_advice`."""

    @property
    def choose_hands(self) -> bool:
        """Whether their first thirteen cards decide if they play."""
        return 0 < self.surrender_rate < 1


def first_value(cards: Sequence[Card]) -> Millionths:
    """The win points of the best arrangement of thirteen cards, by the shipped table and points."""
    return best_arrangement(DealtCards(cards), shipped_worths()).worth


def which_play(hands: Sequence[Sequence[Card]], least: float, pause: Pause) -> Bools:
    """Whether each of these hands of thirteen cards has at least this first value."""
    return which_are_worth(ceil(least), hands, shipped_worths(), pause)


def least_played(surrender_rate: float) -> float:
    """The first value below which a hand is surrendered."""
    if not 0 < surrender_rate < 1:
        return inf if surrender_rate else -inf
    values = reference_deals().first_values
    return float(np.interp(surrender_rate, np.linspace(0, 1, len(values)), values))


QUIET: Final = Opponents()
"""Opponents who play every hand and declare nothing."""


@lru_cache(maxsize=1)
def shipped_worths() -> Worths:
    """The worths of hands by the shipped table and points."""
    tuning = PyramidTuning()
    return worths_of(tuning, shipped_table(tuning), Objective.WIN_POINTS)
