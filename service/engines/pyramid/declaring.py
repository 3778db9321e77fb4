"""Whether to declare an automatic or to play, as far as one's own cards and the size of the table tell (C22)."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from service.engines.pyramid.arranging.arranger import Arranger, Strengths
from service.engines.pyramid.settlement import Floats, PotShares, Table
from service.engines.pyramid.values import MILLION


@dataclass(frozen=True, slots=True)
class Prospect:
    """What one way to go on can expect."""

    net: float
    pot_equity: float = 0
    """The share of the pot, where there is one."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """Both ways, in points, or in chips of the standard version without the ante that is paid."""

    play: Prospect
    declare: Prospect | None
    """None where there is no automatic to declare."""
    pot: int | None = None
    """None where the points are all that counts."""
    standard_error: float = 0
    """That of the difference; points are expected exactly, as the table has them, and shares of the pot sampled."""

    @property
    def better_declared(self) -> bool:
        """Whether declaring promises more."""
        return self.declare is not None and self.declare.net > self.play.net


class Declaring:
    """Weighs declaring against playing, opponents declaring nothing. It keeps what does not depend on the cards."""

    def __init__(self, arranger: Arranger) -> None:
        self.arranger = arranger
        self._shares_declaring: dict[int, Floats] = {}

    @cached_property
    def _pot_shares(self) -> PotShares:
        return PotShares(self.arranger.tuning)

    def in_points(self, strengths: Strengths, *, automatic: bool, opponents: int) -> Prospects:
        """The prospects where nothing but points is won."""
        declare = Prospect(opponents * self.arranger.tuning.automatic_points) if automatic else None
        return Prospects(Prospect(opponents * self.arranger.expected_net(strengths) / MILLION), declare)

    def in_chips(self, strengths: Strengths, *, automatic: bool, table: Table) -> Prospects:
        """The prospects in the standard version: points times the multiplier, and the pot."""
        tuning, opponents = self.arranger.tuning, table.opponents
        points, pot = self.in_points(strengths, automatic=automatic, opponents=opponents), table.pot(tuning)

        def prospect(of_points: Prospect, shares: Floats) -> Prospect:
            equity = float(shares.mean())
            return Prospect(tuning.multiplier * of_points.net + pot * equity, equity)

        of_play = self._pot_shares.of_play(strengths, opponents)
        play = prospect(points.play, of_play)
        if points.declare is None:
            return Prospects(play, None, pot, pot * _error(of_play))
        of_declaring = self._shares_of_declaring(opponents)
        return Prospects(play, prospect(points.declare, of_declaring), pot, pot * _error(of_declaring - of_play))

    def _shares_of_declaring(self, opponents: int) -> Floats:
        if opponents not in self._shares_declaring:
            self._shares_declaring[opponents] = self._pot_shares.of_declaring(opponents)
        return self._shares_declaring[opponents]


def _error(values: Floats) -> float:
    return float(np.std(values, ddof=1)) / sqrt(len(values))
