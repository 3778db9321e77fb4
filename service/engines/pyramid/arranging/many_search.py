"""The search on many boards: that of `search.py` for middles from straights up, in array operations."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from service.engines.pauses import Pause
from service.engines.pyramid.arranging.boards import (
    LEAST,
    WORD,
    WORDS_OF_THREES,
    Boards,
    Sets,
    first,
    lowest_of,
    members,
)
from service.engines.pyramid.arranging.dealt import Indexes
from service.engines.pyramid.arranging.grades import Int64s
from service.engines.pyramid.arranging.many_dealt import Bools
from service.engines.pyramid.arranging.many_placed import ManyPlaced

_DEAL_BITS: Final = 40
"""Worths by win points have fewer bits."""
_THREES: Final = WORDS_OF_THREES * WORD


@dataclass(slots=True)
class _Rows:
    """Middles that may be in a better arrangement, and what is left for them."""

    middles: Indexes
    first_backs: Indexes
    backs: Sets
    """The legal backs."""
    fives: Sets
    """The legal fronts of five cards."""
    threes: Sets
    """The first of the legal fronts of three."""
    fronts: Int64s
    """The worth of the best front, or more."""

    def only(self, chosen: Bools | Indexes) -> "_Rows":
        return _Rows(*(getattr(self, name)[chosen] for name in self.__slots__))


@dataclass(slots=True)
class _Pairs:
    """Middles and backs, with the best front of each."""

    middles: Indexes
    backs: Indexes
    strengths: Int64s
    fronts: Int64s
    """The worths of the fronts."""
    late: Bools
    """Whether the front is not among the first ones: then its worth is an upper bound."""

    def only(self, chosen: Bools) -> "_Pairs":
        return _Pairs(*(getattr(self, name)[chosen] for name in self.__slots__))


class ManySearch:
    """The search on some boards for arrangements whose middle is among the hands."""

    def __init__(self, boards: Boards, least: int, pause: Pause) -> None:
        self.boards = boards
        self.pause = pause
        self.least: Int64s = np.full(boards.deals, least)
        """What is known to be possible for each deal."""

    def best(self) -> ManyPlaced:
        """The best arrangement of each deal."""
        middles = self.boards.may_be_middle.nonzero()[0]
        if self.boards.words > 1:
            middles = self._promising(middles)
            self.pause()
        rows = self._rows(middles)
        self.pause()
        boards, of = self.boards, self.boards.of
        bounds = boards.middle[rows.middles] + boards.back[rows.first_backs] + rows.fronts
        rows, bounds = self._enough(rows, bounds)
        self._raise_least(self._pairs(rows, np.arange(len(bounds)), rows.first_backs))
        self.pause()
        rows, _ = self._enough(rows, bounds)
        backs = self._backs(rows)
        self.pause()
        pairs = self._pairs(rows, *backs)
        self.pause()
        pairs = pairs.only(self._totals(pairs) >= self.least[of[pairs.middles]])
        self._settle_late(pairs)
        self.pause()
        return self._best_of(pairs.only(pairs.fronts > LEAST))

    def _enough(self, rows: _Rows, bounds: Int64s) -> tuple[_Rows, Int64s]:
        enough = bounds >= self.least[self.boards.of[rows.middles]]
        return rows.only(enough), bounds[enough]

    def _promising(self, middles: Indexes) -> Indexes:
        """The middles that may be good enough next to the first back apart, judged by the first word of hands."""
        boards, of = self.boards, self.boards.of[middles]
        apart, ends = boards.apart(middles, slice(1)), boards.backs_end[middles]
        places = lowest_of(apart & first(ends, 1))
        near = places < WORD
        legal = near | (ends > WORD)
        backs = boards.first_of[middles] + np.where(legal, places, 0)
        firm = (near & (boards.place[middles] < WORD)).nonzero()[0]
        self._raise_by_first_word(middles[firm], backs[firm], apart[firm])
        starts = boards.fronts_start[middles]
        with_five = starts < boards.counts[of]
        fronts = boards.threes.worths[of, 0]
        fronts[with_five] = boards.front[(boards.first_of[middles] + starts)[with_five]]
        enough = boards.middle[middles] + boards.back[backs] + fronts >= self.least[of]
        promising: Indexes = middles[legal & enough]
        return promising

    def _raise_by_first_word(self, middles: Indexes, backs: Indexes, apart: Sets) -> None:
        """Raise what has to be reached to what these pairs come to with fronts among the first."""
        boards, of = self.boards, self.boards.of[middles]
        threes = lowest_of(boards.threes_apart(middles) & boards.threes_apart(backs))
        least = boards.any_three(of, boards.masks[middles] | boards.masks[backs])
        fronts = np.where(threes < _THREES, boards.threes.worths[of, threes], least)
        beyond = ~first(boards.fronts_start[middles], 1)
        fives = lowest_of(apart & boards.apart(backs, slice(1)) & beyond)
        with_five = (fives < WORD).nonzero()[0]
        fronts[with_five] = boards.front[(boards.first_of[middles] + fives)[with_five]]
        np.maximum.at(self.least, of, boards.middle[middles] + boards.back[backs] + fronts)

    def _rows(self, middles: Indexes) -> _Rows:
        boards = self.boards
        apart = boards.apart(middles)
        backs = apart & first(boards.backs_end[middles], boards.words)
        places = lowest_of(backs)
        legal = (places < boards.words * WORD).nonzero()[0]
        middles, apart, backs, places = middles[legal], apart[legal], backs[legal], places[legal]
        of = boards.of[middles]
        fives = apart & ~first(boards.fronts_start[middles], boards.words)
        threes = boards.threes_apart(middles)
        fronts = boards.threes.worths[of, lowest_of(threes)]
        with_five = np.bitwise_or.reduce(fives, axis=1).nonzero()[0]
        fronts[with_five] = boards.front[boards.first_of[middles[with_five]] + lowest_of(fives[with_five])]
        return _Rows(middles, boards.first_of[middles] + places, backs, fives, threes, fronts)

    def _backs(self, rows: _Rows) -> tuple[Indexes, Indexes]:
        """For each row, every back that may be good enough: the numbers of the rows, and the backs."""
        boards, of = self.boards, self.boards.of[rows.middles]
        needed = np.maximum(self.least[of] - boards.middle[rows.middles] - rows.fronts, 0)
        falling = (boards.of << _DEAL_BITS) - boards.back
        ends = falling.searchsorted((of << _DEAL_BITS) - needed, side="right") - boards.offsets[of]
        numbers, places = members(rows.backs & first(ends, boards.words))
        middles = rows.middles[numbers]
        backs = boards.first_of[middles] + places
        masks = boards.masks[backs]
        needed_twins = boards.twins[of[numbers]] & ~boards.masks[middles]
        chosen = (masks >> 1 & ~masks & needed_twins) == 0
        return numbers[chosen], backs[chosen]

    def _pairs(self, rows: _Rows, numbers: Indexes, backs: Indexes) -> _Pairs:
        """These rows with these backs."""
        boards, middles = self.boards, rows.middles[numbers]
        of = boards.of[middles]
        places = lowest_of(rows.threes[numbers] & boards.threes_apart(backs))
        late = places == _THREES
        strengths, fronts = boards.threes.strengths[of, places], boards.threes.worths[of, places]
        with_five = np.bitwise_or.reduce(rows.fives, axis=1)[numbers].nonzero()[0]
        fives = lowest_of(rows.fives[numbers[with_five]] & boards.apart(backs[with_five]))
        some = (fives < boards.words * WORD).nonzero()[0]
        with_five = with_five[some]
        hands = boards.first_of[middles[with_five]] + fives[some]
        strengths[with_five], fronts[with_five], late[with_five] = boards.strengths[hands], boards.front[hands], False
        return _Pairs(middles, backs, strengths, fronts, late)

    def _totals(self, pairs: _Pairs) -> Int64s:
        totals: Int64s = self.boards.middle[pairs.middles] + self.boards.back[pairs.backs] + pairs.fronts
        return totals

    def _raise_least(self, pairs: _Pairs) -> None:
        """Raise what has to be reached to what these pairs come to."""
        boards, of = self.boards, self.boards.of[pairs.middles]
        least = boards.any_three(of, boards.masks[pairs.middles] | boards.masks[pairs.backs])
        pairs.fronts[pairs.late] = least[pairs.late]
        np.maximum.at(self.least, of, self._totals(pairs))

    def _settle_late(self, pairs: _Pairs) -> None:
        """Find the best fronts of pairs that have none among the first. Some have none at all."""
        boards, threes = self.boards, self.boards.threes
        late = pairs.late.nonzero()[0]
        middles, backs = pairs.middles[late], pairs.backs[late]
        of, masks = boards.of[middles], boards.masks[middles] | boards.masks[backs]
        places, possible = boards.best_threes(of, masks, np.zeros(len(late), dtype=np.intp))
        pairs.strengths[late] = threes.strengths[of, places]
        pairs.fronts[late] = np.where(possible, threes.worths[of, places], LEAST)

    def _best_of(self, pairs: _Pairs) -> ManyPlaced:
        """The best pair of each deal."""
        boards, totals = self.boards, self._totals(pairs)
        of, strengths = boards.of[pairs.middles], boards.strengths
        hands = strengths[pairs.backs], strengths[pairs.middles], pairs.strengths
        return ManyPlaced.best_of(boards.deals, of, totals, np.stack(hands, axis=1))
