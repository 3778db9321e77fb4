"""The chances of a participant at many levels at once.

A total is what a hand's ranks are worth plus what its suits are worth, and only the suits' part changes with the level.
So the hands are sorted once by the part that stays, and each level looks up how far the other part moves them.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from service.engines.destiny.growth import GrowingStrength
from service.engines.destiny.odds.totals import (
    HANDS,
    PATTERN_INDEX,
    PATTERNS,
    ROYAL,
    Integers,
    points_without_suits,
)
from service.engines.destiny.tuning import Tuning
from service.engines.draws import HAND_COUNT
from service.engines.points import Hundredths

ALL: Final = slice(None)


class LevelTotals:
    """The totals of a participant at each of some levels."""

    def __init__(self, growing: GrowingStrength, levels: Sequence[int], tuning: Tuning) -> None:
        constant = PATTERNS @ np.array(growing.constant.suit_bonuses, dtype=np.int64)
        rising = PATTERNS @ np.array(growing.skills_by_suit, dtype=np.int64)
        # Suit patterns that are worth the same at every level count together: for a build of one suit, 6 of the 56.
        parts, group = np.unique(np.stack((constant, rising), axis=1), axis=0, return_inverse=True)
        bonuses = np.array([growing.skill_bonuses[level] for level in levels], dtype=np.int64)
        self._suit_scores: Final[Integers] = parts[:, 0] + np.multiply.outer(bonuses, parts[:, 1])
        """By level and group of patterns."""
        points, place = np.unique(points_without_suits(growing.constant, tuning), return_inverse=True)
        self._points: Final[Integers] = points
        """What hands are worth without their suits, ascending."""
        cell = place * len(parts) + group.ravel()[PATTERN_INDEX]
        hands = _table(cell, HANDS, len(points), len(parts))
        self._all_hands: Final = _cumulated(hands)
        """By those points and by group: the hands below them, and the sum of their points without suits."""
        self._all_points: Final = _cumulated(hands * points[:, np.newaxis])
        decided = np.where(ROYAL, 0, HANDS) if tuning.royal_flush_auto_win else HANDS
        self._below: Final = _cumulated(_table(cell, decided, len(points), len(parts)))
        """The hands below each of those points, without hands that succeed with any total."""
        self._margins: Final = np.array((tuning.critical_margin, 0, tuning.failure_margin), dtype=np.int64)

    def degrees_against(
        self, threshold: Hundredths, some: slice = ALL
    ) -> tuple[list[int], list[int], list[int], list[int]]:
        """The hands in each degree, in the order of `Degree`, each by level, for some of the levels."""
        critical, success, failure = self._hands_below(threshold + self._margins, self._suit_scores[some])
        return (
            (HAND_COUNT - critical).tolist(),
            (critical - success).tolist(),
            (success - failure).tolist(),
            failure.tolist(),
        )

    def points_of_all(self, some: slice = ALL) -> list[Hundredths]:
        """By level: the sum of all hands' totals, which is the expected total times the number of hands."""
        hands, points, suit_scores = self._all_hands, self._all_points, self._suit_scores[some]
        # A hand below zero counts as zero, so a level sums only the hands above the place where its totals reach zero.
        start = self._points.searchsorted(-suit_scores)
        groups = np.arange(suit_scores.shape[1])
        above = points[-1] - points[start, groups] + suit_scores * (hands[-1] - hands[start, groups])
        sums: list[Hundredths] = above.sum(axis=1).tolist()
        return sums

    def _hands_below(self, bounds: Integers, suit_scores: Integers) -> Integers:
        """For each bound, by level: the hands whose total is below it."""
        places = self._points.searchsorted(bounds[:, np.newaxis, np.newaxis] - suit_scores)
        below: Integers = self._below[places, np.arange(suit_scores.shape[1])].sum(axis=2)
        # No total is below zero.
        return np.where(bounds[:, np.newaxis] > 0, below, 0)


def _table(cell: Integers, hands: Integers, rows: int, columns: int) -> Integers:
    """The number of hands in each cell. Sums of whole numbers below 2^53 are exact in floats."""
    counts: Integers = np.bincount(cell, weights=hands, minlength=rows * columns).astype(np.int64)
    return counts.reshape(rows, columns)


def _cumulated(table: Integers) -> Integers:
    """Row i holds the sum of the rows before it."""
    sums = np.zeros((len(table) + 1, table.shape[1]), dtype=np.int64)
    np.cumsum(table, axis=0, out=sums[1:])
    return sums
