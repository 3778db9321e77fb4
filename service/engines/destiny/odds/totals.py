"""How many of the 2,598,960 hands fall into each of the 2,808 hand classes, as arrays."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.cards import SUITS
from service.engines.destiny.hands import HAND_RANKS, RANK_SHAPES, SUIT_PATTERNS, HandClass, HandRank
from service.engines.destiny.participants import Strength
from service.engines.destiny.tuning import Tuning
from service.engines.points import POINT, Hundredths

Integers = npt.NDArray[np.int64]
Conditions = npt.NDArray[np.bool_]


def _suit_ways(multiplicities: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The number of ways to assign suits to ranks held this many times each, by suit counts."""
    ways = {(0,) * len(SUITS): 1}
    for multiplicity in multiplicities:
        longer: Counter[tuple[int, ...]] = Counter()
        for counts, number in ways.items():
            for suits in combinations(range(len(SUITS)), multiplicity):
                longer[tuple(count + (suit in suits) for suit, count in enumerate(counts))] += number
        ways = longer
    return ways


def count_hands() -> dict[HandClass, int]:
    """The number of hands in each class, by combinatorics: choices of ranks times ways to take suits."""
    choices = Counter((shape, tuple(sorted(map(ranks.count, set(ranks))))) for ranks, shape in RANK_SHAPES.items())
    ways = {multiplicities: _suit_ways(multiplicities) for _, multiplicities in choices}
    hands: Counter[HandClass] = Counter()
    for (shape, multiplicities), number in choices.items():
        for counts in SUIT_PATTERNS:
            if number_of_ways := ways[multiplicities].get(counts):
                hands[shape.in_suits(counts)] += number * number_of_ways
    return hands


_HANDS: Final = count_hands()

HANDS: Final[Integers] = np.array(list(_HANDS.values()), dtype=np.int64)
"""The number of hands in each class; the arrays below are in the same order of classes."""
RANK_INDEX: Final[Integers] = np.array([HAND_RANKS.index(c.rank) for c in _HANDS], dtype=np.int64)
ADD_ON: Final[Integers] = np.array([c.add_on for c in _HANDS], dtype=np.int64)
PATTERN_INDEX: Final[Integers] = np.array([SUIT_PATTERNS.index(c.suit_counts) for c in _HANDS], dtype=np.int64)
PATTERNS: Final[Integers] = np.array(SUIT_PATTERNS, dtype=np.int64)
"""The 56 ways to spread five cards over four suits; `PATTERN_INDEX` points into it."""
PATTERN_HANDS: Final[Integers] = np.bincount(PATTERN_INDEX, HANDS).astype(np.int64)
"""The number of hands in each suit pattern."""
ROYAL: Final[npt.NDArray[np.bool_]] = np.equal(RANK_INDEX, HAND_RANKS.index(HandRank.ROYAL_FLUSH))
"""Which classes are royal flushes."""

_HANDS_AS_FLOATS: Final = HANDS.astype(np.float64)
_ADD_ON_POINTS: Final = ADD_ON * POINT
_RANK_AND_PATTERN: Final = RANK_INDEX * len(PATTERNS) + PATTERN_INDEX
_COUNT_BITS: Final = 22
_COUNT_MASK: Final = (1 << _COUNT_BITS) - 1


def pattern_scores(strength: Strength) -> Integers:
    """The suit score of each of the `PATTERNS`."""
    scores: Integers = PATTERNS @ np.array(strength.suit_bonuses, dtype=np.int64)
    return scores


def suit_scores(strength: Strength) -> Integers:
    """The suit score of each hand class."""
    return pattern_scores(strength).take(PATTERN_INDEX)


def _rank_points(strength: Strength, tuning: Tuning) -> Integers:
    """What each hand rank is worth, modifiers included."""
    rank_points, flat = dict(tuning.hand_rank_scores), 0
    for modifier in strength.modifiers:
        flat += modifier.flat
        for rank, added in modifier.hand_ranks.items():
            rank_points[rank] += added
    return np.array([flat + rank_points[rank] for rank in HAND_RANKS], dtype=np.int64)


def points_without_suits(strength: Strength, tuning: Tuning) -> Integers:
    """What each hand class is worth in any suits, modifiers included."""
    points = _rank_points(strength, tuning).take(RANK_INDEX)
    points += _ADD_ON_POINTS
    return points


def class_totals(strength: Strength, tuning: Tuning) -> Integers:
    """The total of each hand class, floored at zero like a score."""
    return totals_in_patterns(strength, tuning, pattern_scores(strength))


def totals_in_patterns(strength: Strength, tuning: Tuning, scores: Integers) -> Integers:
    """The same from the scores of the suit patterns."""
    totals = np.add.outer(_rank_points(strength, tuning), scores).take(_RANK_AND_PATTERN)
    totals += _ADD_ON_POINTS
    return np.maximum(totals, 0, out=totals)


def hands_where(condition: Conditions) -> int:
    """The number of hands in the classes for which this is true."""
    # Floats hold these whole numbers exactly, and their product with a condition takes half the time.
    return int(_HANDS_AS_FLOATS @ condition)


@dataclass(frozen=True, slots=True, eq=False)
class Totals:
    """Totals in ascending order, possibly repeated, with their numbers of hands."""

    values: Integers
    hands: Integers
    cumulative: Integers
    """`cumulative[i]` is the number of hands before entry i; the last entry is the number of all hands."""

    @classmethod
    def of(cls, totals: Integers, hands: Integers = HANDS) -> "Totals":
        """Totals in any order, with their numbers of hands."""
        # Packing a total and its number of hands into one number sorts four times as fast as sorting one by the other.
        packed = totals << _COUNT_BITS
        packed |= hands
        packed.sort()
        sorted_hands = packed & _COUNT_MASK
        cumulative = np.empty(len(packed) + 1, dtype=np.int64)
        cumulative[0] = 0
        np.cumsum(sorted_hands, out=cumulative[1:])
        packed >>= _COUNT_BITS
        return cls(packed, sorted_hands, cumulative)

    @property
    def all_hands(self) -> int:
        return int(self.cumulative[-1])

    def hands_below(self, bounds: Integers | Sequence[Hundredths]) -> Integers:
        """For each bound, the number of hands whose total is below it."""
        below: Integers = self.cumulative[self.values.searchsorted(bounds)]
        return below

    def _starts(self) -> Integers:
        """Where each total that occurs comes first."""
        differs = np.empty(len(self.values), dtype=np.bool_)
        differs[0] = True
        np.not_equal(self.values[1:], self.values[:-1], out=differs[1:])
        return np.flatnonzero(differs)

    def merged(self) -> tuple[Integers, Integers]:
        """The totals that occur, ascending and each once, and the number of hands with each."""
        starts = self._starts()
        hands: Integers = np.add.reduceat(self.hands, starts)
        return self.values.take(starts), hands

    def distinct_with_hands_below(self) -> tuple[Integers, Integers]:
        """The totals that occur, ascending and each once, and the hands below each; at last the number of all hands."""
        starts = self._starts()
        below = np.empty(len(starts) + 1, dtype=np.int64)
        self.cumulative.take(starts, out=below[:-1], mode="clip")  # another mode would copy the result
        below[-1] = self.cumulative[-1]
        return self.values.take(starts), below

    def distinct(self) -> tuple[list[Hundredths], list[int]]:
        """The same as lists."""
        values, hands = self.merged()
        return values.tolist(), hands.tolist()

    def quantiles(self, *hundredths: int) -> list[Hundredths]:
        """For each q per cent, the smallest total x with P(total <= x) >= q."""
        all_hands = self.all_hands
        wanted = [-(-all_hands * q // 100) for q in hundredths]
        quantiles: list[Hundredths] = self.values[self.cumulative.searchsorted(wanted) - 1].tolist()
        return quantiles

    def points_of_all(self) -> Hundredths:
        """The sum of all hands' totals: the expected total times the number of hands."""
        return int(np.dot(self.values, self.hands))
