"""Settles a table of the standard version, and estimates shares of its pot (C15, C22)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pyramid.arranging.grades import SUIT_BITS, Int32s, grade_book
from service.engines.pyramid.positions import BACK_TO_FRONT, HAND_TYPES
from service.engines.pyramid.reference_deals import SEATS, reference_deals
from service.engines.pyramid.scoring import Play, Scores, score_plays
from service.engines.pyramid.tuning import PointTable, PyramidTuning

Floats = npt.NDArray[np.float64]
Int16s = npt.NDArray[np.int16]
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
    """The share of the pot that hands, or an automatic, would have won in each of the reference deals.

    Arrays are by position, seat and deal, with short numbers in long rows: operations on those are the fast ones.
    """

    def __init__(self, tuning: PyramidTuning) -> None:
        self._automatic_points = tuning.automatic_points
        self._points = _points_by_grade(tuning.points)
        self._strengths = np.ascontiguousarray(reference_deals().strengths.T)
        self._takes = self._points_of(self._strengths)
        """What the hands of the seats win."""
        between = self._won(self._strengths[:, :, None], self._takes[:, :, None])
        self._among = {
            group: -between[group.start : group.stop, group.start : group.stop].sum(axis=0, dtype=np.int16)
            for groups in _SEAT_GROUPS.values()
            for group in groups
        }
        """What each seat of a group wins from the others of that group in each deal."""

    def of_play(self, strengths: Sequence[int], opponents: int) -> Floats:
        """For each deal, the share of hands with these strengths, given from back to front."""
        own = np.array(strengths, dtype=np.int32)[:, None, None, None]
        return self._shares(self._won(own, self._points_of(own))[0], opponents)

    def of_declaring(self, opponents: int) -> Floats:
        """For each deal, the share of an automatic that no opponent has."""
        won = np.full(self._strengths.shape[1:], self._automatic_points, dtype=np.int16)
        return self._shares(won, opponents)

    def _points_of(self, strengths: Int32s) -> Int16s:
        grades = strengths >> SUIT_BITS
        return np.array([points.take(of_position) for points, of_position in zip(self._points, grades, strict=True)])

    def _won(self, strengths: Int32s, takes: Int16s) -> Int16s:
        """The points that some hands win from each seat, summed over back, middle and front."""
        others = self._strengths[:, None]
        won: Int16s = ((strengths > others) * takes).sum(axis=0, dtype=np.int16)
        won -= ((strengths < others) * self._takes[:, None]).sum(axis=0, dtype=np.int16)
        return won

    def _shares(self, won: Int16s, opponents: int) -> Floats:
        if not opponents:
            return np.ones(won.shape[1])
        shares = []
        for group in _SEAT_GROUPS[opponents]:
            taken = won[group.start : group.stop]
            net, others = taken.sum(axis=0, dtype=np.int16), self._among[group] - taken
            highest = others.max(axis=0)
            ties = 1 + (others == net).sum(axis=0)
            shares.append(np.where(net > highest, 1.0, np.where(net == highest, 1 / ties, 0.0)))
        mean: Floats = np.mean(shares, axis=0)
        return mean


def _points_by_grade(points: PointTable) -> Int16s:
    """For each position from back to front, the points of each grade."""
    types = [HAND_TYPES[order[0] - 1] for order in grade_book().orders]
    return np.array([[points[position].get(one, 0) for one in types] for position in BACK_TO_FRONT], dtype=np.int16)


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
