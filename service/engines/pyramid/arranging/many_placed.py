"""The best arrangements of many deals."""

import numpy as np

from service.engines.pyramid.arranging.boards import LEAST
from service.engines.pyramid.arranging.dealt import Indexes
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.positions import BACK_TO_FRONT


class ManyPlaced:
    """The best arrangement of each deal: its worth and the strengths of back, middle and front."""

    def __init__(self, deals: int) -> None:
        self.worths: Int64s = np.full(deals, LEAST)
        self.strengths: Int64s = np.zeros((deals, len(BACK_TO_FRONT)), dtype=np.int64)

    @classmethod
    def best_of(cls, deals: int, of: Indexes, worths: Int64s, strengths: Int64s) -> "ManyPlaced":
        """The best of these arrangements for each deal, by worth and then by strengths (C18)."""
        back, middle, front = strengths.T
        order = np.lexsort((front, middle, back, worths, of))
        of = of[order]
        last = order[np.append(of[1:] != of[:-1], True)[: len(of)]]
        best = cls(deals)
        numbers = of[np.append(of[1:] != of[:-1], True)[: len(of)]]
        best.worths[numbers], best.strengths[numbers] = worths[last], strengths[last]
        return best

    def improve(self, deals: Indexes, others: "ManyPlaced") -> None:
        """Replace those of these deals that the others beat."""
        better = others.worths > self.worths[deals]
        equal = others.worths == self.worths[deals]
        for column in range(len(BACK_TO_FRONT)):
            own, other = self.strengths[deals, column], others.strengths[:, column]
            better |= equal & (other > own)
            equal &= other == own
        self.worths[deals[better]], self.strengths[deals[better]] = others.worths[better], others.strengths[better]
