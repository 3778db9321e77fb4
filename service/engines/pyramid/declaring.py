"""Weighs declaring an automatic against playing, by one's own cards and the size of the table (C22)."""

from dataclasses import dataclass
from functools import cached_property
from math import sqrt

import numpy as np

from service.engines.pyramid.arranging.arranger import Arranger, Strengths
from service.engines.pyramid.settlement import Floats, PotShares, Table
from service.engines.pyramid.values import MILLION


@dataclass(frozen=True, slots=True)
class Prospect:
    """The expected result of one choice."""

    net: float
    pot_equity: float = 0
    """The expected share of the pot, if there is a pot."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """Both choices, in points, or in chips of the standard version without the ante already paid."""

    play: Prospect
    declare: Prospect | None
    """None without an automatic to declare."""
    pot: int | None = None
    """None if only points count."""
    standard_error: float = 0
    """The standard error of the difference. Expected points are exact by the table; shares of the pot are sampled."""

    @property
    def better_declared(self) -> bool:
        """Whether declaring has the higher expected result."""
        return self.declare is not None and self.declare.net > self.play.net


class Declaring:
    """Weighs declaring against playing if opponents declare nothing. It caches what does not depend on the cards."""

    def __init__(self, arranger: Arranger) -> None:
        self.arranger = arranger
        self._shares_declaring: dict[int, Floats] = {}

    @cached_property
    def _pot_shares(self) -> PotShares:
        return PotShares(self.arranger.tuning)

    def in_points(self, strengths: Strengths, *, automatic: bool, opponents: int) -> Prospects:
        """The prospects when only points are won."""
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
