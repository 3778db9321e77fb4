"""Settles a table of the standard version, and estimates shares of its pot (C15, C22)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pyramid.arranging.grades import SUIT_BITS, Int64s, grade_book
from service.engines.pyramid.positions import BACK_TO_FRONT, HAND_TYPES
from service.engines.pyramid.reference_deals import SEATS, reference_deals
from service.engines.pyramid.scoring import Play, Scores, score_plays
from service.engines.pyramid.tuning import PointTable, PyramidTuning

Floats = npt.NDArray[np.float64]
_SEAT_GROUPS: Final = {
    opponents: tuple(range(first, first + opponents) for first in range(0, SEATS - opponents + 1, opponents))
    for opponents in range(1, SEATS + 1)
}
"""For each number of opponents, the seats of a reference deal in groups of that size."""


@dataclass(frozen=True, slots=True)
class Table:
    """The number of players, and how many of them are known to have surrendered."""

    players: int
    surrendered: int = 0

    @property
    def opponents(self) -> int:
        """How many opponents may still play."""
        return self.players - 1 - self.surrendered

    def pot(self, tuning: PyramidTuning, more_surrendered: int = 0) -> int:
        """The antes and the penalties."""
        return self.players * tuning.ante + (self.surrendered + more_surrendered) * tuning.surrender_penalty


class PotShares:
    """The share of the pot that hands, or an automatic, would have won in each of the reference deals."""

    def __init__(self, tuning: PyramidTuning) -> None:
        self._automatic_points = tuning.automatic_points
        self._points = _points_by_grade(tuning.points)
        strengths = reference_deals().strengths
        self._strengths = strengths
        self._between = self._won(strengths[:, :, None], strengths[:, None])
        """For each deal, what each seat wins from each other."""

    def of_play(self, strengths: Sequence[int], opponents: int) -> Floats:
        """For each deal, the share of hands with these strengths, given from back to front."""
        won = self._won(np.array(strengths, dtype=np.int32), self._strengths)
        return self._shares(won, opponents)

    def of_declaring(self, opponents: int) -> Floats:
        """For each deal, the share of an automatic that no opponent has."""
        won = np.full(self._strengths.shape[:2], self._automatic_points)
        return self._shares(won, opponents)

    def _won(self, strengths: npt.NDArray[np.int32], others: npt.NDArray[np.int32]) -> Int64s:
        """The points that some hands win from others, summed over back, middle and front."""
        takes = self._points[np.arange(len(BACK_TO_FRONT)), np.maximum(strengths, others) >> SUIT_BITS]
        won: Int64s = (takes * np.sign(strengths - others)).sum(axis=-1)
        return won

    def _shares(self, won: Int64s, opponents: int) -> Floats:
        if not opponents:
            return np.ones(len(won))
        shares = []
        for group in _SEAT_GROUPS[opponents]:
            seats = slice(group.start, group.stop)
            taken = won[:, seats]
            net, others = taken.sum(axis=1), self._between[:, seats, seats].sum(axis=2) - taken
            highest = others.max(axis=1)
            ties = 1 + (others == net[:, None]).sum(axis=1)
            shares.append(np.where(net > highest, 1.0, np.where(net == highest, 1 / ties, 0.0)))
        mean: Floats = np.mean(shares, axis=0)
        return mean


def _points_by_grade(points: PointTable) -> Int64s:
    """For each position from back to front, the points of each grade."""
    types = [HAND_TYPES[order[0] - 1] for order in grade_book().orders]
    return np.array([[points[position].get(one, 0) for one in types] for position in BACK_TO_FRONT])


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of a table. The chips of all seats add up to zero."""

    scores: Scores
    pot: int
    pot_winners: tuple[int, ...]
    chips: tuple[int, ...]
    """For each seat, chips won minus chips paid, including the ante."""


def settle(plays: Sequence[Play | None], tuning: PyramidTuning) -> Settlement:
    """Settle a table. A seat without a play has surrendered."""
    playing = {seat: play for seat, play in enumerate(plays) if play}
    scores = score_plays(playing, len(plays), tuning)
    paid = [tuning.ante + (0 if play else tuning.surrender_penalty) for play in plays]
    winners = _pot_winners(playing or range(len(plays)), scores)
    shares = dict(zip(winners, split(sum(paid), len(winners)), strict=True))
    chips = tuple(
        tuning.multiplier * net + shares.get(seat, 0) - paid[seat] for seat, net in enumerate(scores.net_points)
    )
    return Settlement(scores, sum(paid), winners, chips)


def _pot_winners(among: Iterable[int], scores: Scores) -> tuple[int, ...]:
    """The seats with the highest net among these."""
    seats = tuple(among)
    highest = max(scores.net_points[seat] for seat in seats)
    return tuple(seat for seat in seats if scores.net_points[seat] == highest)


def split(pot: int, winners: int) -> list[int]:
    """Split the pot into equal shares. Odd units go to the earliest seats."""
    share, odd = divmod(pot, winners)
    return [share + (place < odd) for place in range(winners)]
