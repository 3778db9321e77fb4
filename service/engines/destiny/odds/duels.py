"""The chances of many duels among the same participants.

To compare two participants is to look up the totals of one among those of the other. Here the totals of all
participants are sorted together once, so that each has a place, and the hands below every place are counted for every
participant. A duel then needs no search.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.destiny.odds.duel import DuelOdds, DuelSide, by_the_rules
from service.engines.destiny.odds.totals import Integers
from service.engines.destiny.tuning import Tuning
from service.engines.pauses import Pause, no_pause


class Duels:
    """The duels between any two of some participants under one tuning. None: no participant."""

    def __init__(self, sides: Sequence[DuelSide | None], tuning: Tuning, pause: Pause = no_pause) -> None:
        """`pause` is called before each participant."""
        self.sides: Final = sides
        self.tuning: Final = tuning
        merged = [side.totals.merged() if side else None for side in sides]
        # numpy's stable sort merges what is sorted already.
        every = np.sort(
            np.concatenate([np.zeros(1, dtype=np.int64), *(one[0] for one in merged if one)]), kind="stable"
        )
        every = every[np.diff(every, prepend=-1) > 0]
        self._among: Final[list[_Among | None]] = []
        for one in merged:
            pause()
            self._among.append(_Among(*one, every) if one else None)

    def odds(self, actor: int, target: int) -> DuelOdds | None:
        """The odds between the participants at these places; None where there is one missing."""
        first, second = self.sides[actor], self.sides[target]
        ours, theirs = self._among[actor], self._among[target]
        if first is None or second is None or ours is None or theirs is None:
            return None
        won, not_lost = map(int, theirs.below.take(ours.places) @ ours.hands)
        return by_the_rules(first, second, not_lost - won, won, self.tuning)


class _Among:
    """One participant's totals among the totals of all."""

    def __init__(self, totals: Integers, hands: Integers, every: Integers) -> None:
        places = every.searchsorted(totals)
        self.places: Final = np.stack((places, places + 1))
        """By total: its place, and the one after it."""
        self.hands: Final[npt.NDArray[np.float64]] = hands.astype(np.float64)
        """As floats, which numpy multiplies faster. Pairs of hands are whole numbers below 2^53, and so exact."""
        below = np.zeros(len(every) + 1, dtype=np.int32)
        below[places + 1] = hands
        self.below: Final[npt.NDArray[np.int32]] = np.cumsum(below, out=below)
        """The hands whose total is below that of each place; at last the number of all hands."""
