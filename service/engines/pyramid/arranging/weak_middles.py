"""Finds arrangements of many deals with a middle below a straight, from the backs and fronts that are worth most."""

from typing import Final

import numpy as np

from service.engines.pauses import Pause, each
from service.engines.pyramid.arranging.board import LEVELS
from service.engines.pyramid.arranging.boards import LEAST, WORDS_OF_THREES, Boards, first, lowest_of
from service.engines.pyramid.arranging.dealt import Indexes
from service.engines.pyramid.arranging.grades import SUIT_BITS, WORTH_BITS, Int64s, grade_book
from service.engines.pyramid.arranging.many_dealt import Bools, ManyDealt
from service.engines.pyramid.arranging.many_placed import ManyPlaced
from service.engines.pyramid.cards import SPADES
from service.engines.pyramid.positions import BACK_TO_FRONT, FULL, HandType

_PROBED: Final = 6
"""How many backs of each deal are tried to find out what can be reached."""
_MOST_PAIRS: Final = 500
"""Deals with more good backs and fronts than this are left to the search for one deal."""


class WeakMiddles:
    """Looks for arrangements with a back from a straight up and a middle below, worth at least so much for each deal.

    Such a middle is worth little, so the best backs and fronts are tried, each with the best middle of the cards left.
    """

    def __init__(self, deals: Indexes, boards: Boards, dealt: ManyDealt, least: Int64s, pause: Pause) -> None:
        self.deals = deals
        self.boards = boards
        self.dealt = dealt
        self.worths = boards.worths
        self.least = least
        """What the best arrangement is worth at least, and more and more as arrangements are found."""
        self.pause = pause
        self.left: Indexes = np.zeros(0, dtype=np.intp)
        """The places among these deals of those that are left to the search for one deal."""

    def best(self) -> ManyPlaced:
        """The best such arrangement of each deal."""
        undecided = np.ones(self.boards.deals, dtype=np.bool_)
        for level in LEVELS[:-1]:
            undecided = self._probe(undecided, grade_book().lowest[level])
            self.pause()
        backs, fronts = self._pairs()
        self.pause()
        too_many = np.bincount(self.boards.of[backs], minlength=self.boards.deals) > _MOST_PAIRS
        left = too_many | self._without_a_straight()
        self.left = left.nonzero()[0]
        kept = ~left[self.boards.of[backs]]
        return self._best_of(backs[kept], fronts[kept])

    def _probe(self, undecided: Bools, grade: int) -> Bools:
        """Raise what has to be reached by arrangements with the best backs and the best fronts below a grade.

        Returns the deals in which middles below the grade may still be good enough.
        """
        boards, threes = self.boards, self.boards.threes
        starts = self._first_below(grade)
        best = threes.worths[np.arange(boards.deals), starts]
        middle = self.worths.middle.item(grade * SPADES - 1)
        wanted = np.where(undecided, self.least - middle - best, -LEAST)
        high = (boards.back >= wanted[boards.of]).nonzero()[0]
        of = boards.of[high]
        beyond = ~first(starts[of], WORDS_OF_THREES)
        apart = lowest_of(boards.threes_apart(high) & beyond)
        totals = boards.back[high] + threes.worths[of, np.maximum(apart, starts[of])]
        self.pause()
        order = np.lexsort((-totals, of))
        tried = order[np.arange(len(order)) - of.searchsorted(of) < _PROBED]
        tried = tried[totals[tried] + middle >= self.least[of[tried]]]
        backs, of = high[tried], of[tried]
        fronts, possible = boards.best_threes(of, boards.masks[backs], starts[of])
        backs, fronts, strengths = self._legal(backs[possible], fronts[possible])
        np.maximum.at(self.least, boards.of[backs], self._totals(backs, fronts, strengths))
        left = np.zeros(boards.deals, dtype=np.bool_)
        left[of] = True
        return left

    def _first_below(self, grade: int) -> Indexes:
        """For each deal, the place of its first front of three below a grade."""
        strengths = self.boards.threes.strengths
        starts: Indexes = (strengths >= grade << SUIT_BITS).sum(axis=1).clip(max=strengths.shape[1] - 1)
        return starts

    def _pairs(self) -> tuple[Indexes, Indexes]:
        """Every back and front of three cards that may be worth enough next to a middle below a straight."""
        boards, threes = self.boards, self.boards.threes
        needed = self.least - self.worths.middle.item(_weakest())
        high = (boards.back + threes.worths[boards.of, 0] >= needed[boards.of]).nonzero()[0]
        of = boards.of[high]
        fronts = threes.worths[of, lowest_of(boards.threes_apart(high))]
        high = high[boards.back[high] + fronts >= needed[of]]
        of = boards.of[high]
        fit = threes.worths[of] >= (needed[of] - boards.back[high])[:, None]
        fit &= threes.masks[of] & boards.masks[high][:, None] == 0
        numbers, places = fit.nonzero()
        return high[numbers], places

    def _without_a_straight(self) -> Bools:
        """The deals in which an arrangement without any hand from a straight up may be worth enough.

        A front that is three of a kind needs two others next to it.
        """
        trips = self.dealt.most_trips[self.deals] >= len(BACK_TO_FRONT)
        below = self._first_below(grade_book().lowest[HandType.THREE_OF_A_KIND])
        fronts = self.boards.threes.worths[np.arange(self.boards.deals), np.where(trips, 0, below)]
        others = self.worths.back.item(_weakest()) + self.worths.middle.item(_weakest())
        possible: Bools = fronts + others >= self.least
        return possible

    def _legal(self, backs: Indexes, fronts: Indexes) -> tuple[Indexes, Indexes, Int64s]:
        """These backs and fronts where the best middle of the cards left is legal, with the strength of that middle."""
        boards, threes, of = self.boards, self.boards.threes, self.boards.of[backs]
        left = ~(boards.masks[backs] | threes.masks[of, fronts]) & (1 << boards.places) - 1
        sizes = np.bitwise_count(left)
        strengths = np.full(len(backs), -1)
        for size in each(np.unique(sizes[sizes >= FULL]).tolist(), self.pause):
            some = (sizes == size).nonzero()[0]
            strengths[some] = self.dealt.strongest_below_straights(self.deals[of[some]], left[some], size)
        legal = strengths >> SUIT_BITS >= threes.strengths[of, fronts] >> SUIT_BITS
        return backs[legal], fronts[legal], strengths[legal]

    def _totals(self, backs: Indexes, fronts: Indexes, middles: Int64s) -> Int64s:
        boards = self.boards
        pairs = boards.back[backs] + boards.threes.worths[boards.of[backs], fronts]
        totals: Int64s = pairs + self.worths.middle[middles >> WORTH_BITS]
        return totals

    def _best_of(self, backs: Indexes, fronts: Indexes) -> ManyPlaced:
        boards = self.boards
        backs, fronts, middles = self._legal(backs, fronts)
        of = boards.of[backs]
        strengths = np.stack((boards.strengths[backs], middles, boards.threes.strengths[of, fronts]), axis=1)
        return ManyPlaced.best_of(boards.deals, of, self._totals(backs, fronts, middles), strengths)


def _weakest() -> int:
    """The best grade and suit below a straight."""
    return grade_book().lowest[HandType.STRAIGHT] * SPADES - 1
