"""The best arrangements of many deals: the search of `search.py`, in the same array operations for all of them."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from service.engines.cards import Card
from service.engines.pauses import Pause, no_pause
from service.engines.pyramid.arranging.boards import (
    LEAST,
    WORD,
    Boards,
)
from service.engines.pyramid.arranging.dealt import DealtCards, Indexes
from service.engines.pyramid.arranging.grades import grade_book
from service.engines.pyramid.arranging.many_dealt import Bools, Hands, ManyDealt
from service.engines.pyramid.arranging.many_placed import ManyPlaced
from service.engines.pyramid.arranging.many_search import ManySearch
from service.engines.pyramid.arranging.search import best_arrangement
from service.engines.pyramid.arranging.weak_middles import WeakMiddles
from service.engines.pyramid.arranging.worths import Worths
from service.engines.pyramid.positions import HandType

_EVALUATED_AT_ONCE: Final = 48
"""How many deals have their hands evaluated at once."""
_AT_ONCE: Final = 1 << 11
"""How many deals with up to 64 hands are searched at once. With twice the hands, it is a quarter."""


def straight() -> int:
    """The lowest grade of a straight."""
    return grade_book().lowest[HandType.STRAIGHT]


def best_arrangements_of_many(deals: Sequence[Sequence[Card]], worths: Worths, pause: Pause = no_pause) -> ManyPlaced:
    """What `best_arrangement` finds for each of these deals of one size by win points.

    `pause` is called between steps of the work.
    """
    return _Many(deals, worths, pause).placed(0)


def which_are_worth(least: int, deals: Sequence[Sequence[Card]], worths: Worths, pause: Pause = no_pause) -> Bools:
    """Whether the best arrangement of each of these deals of one size is worth at least so many win points."""
    return _Many(deals, worths, pause).placed(least, enough=least).worths >= least


def strong_hands(cards: Sequence[Card]) -> int:
    """How many hands of five from a straight up these cards make. The search takes the longer the more there are."""
    return len(ManyDealt([cards]).fives(straight(), 0, 1).deals)


class _Many:
    """The work on many deals."""

    def __init__(self, deals: Sequence[Sequence[Card]], worths: Worths, pause: Pause) -> None:
        self.worths = worths
        self.pause = pause
        self.dealt = ManyDealt(deals, pause)
        pause()
        self.threes = self.dealt.threes(worths)
        pause()
        self.large = self.dealt.large(pause)
        pause()
        self.found = ManyPlaced(len(deals))

    def placed(self, least: int, enough: int = -LEAST) -> ManyPlaced:
        """First the arrangements with a middle from straights up, then those with another one that may be better.

        Only arrangements worth at least so much are looked for, and none where enough is reached.
        """
        for deals, boards in self._boards():
            self.found.improve(deals, ManySearch(boards, least, self.pause).best())
            self.pause()
            found = self.found.worths[deals]
            needed = np.where(found >= enough, -LEAST, found.clip(min=least))
            weak = WeakMiddles(deals, boards, self.dealt, needed, self.pause)
            self.found.improve(deals, weak.best())
            self.pause()
            for place in weak.left.tolist():
                self._arrange_singly(deals.item(place), weak.least.item(place))
        return self.found

    def _boards(self) -> Iterator[tuple[Indexes, Boards]]:
        """The boards of the deals with hands from straights up, those with about as many hands together."""
        number = len(self.dealt)
        hands = Hands.joined(self.large, *self._fives())
        counts = np.bincount(hands.deals, minlength=number)
        sizes = np.ceil(np.log2(np.maximum(counts, WORD) / WORD)).astype(np.intp)
        for size in np.unique(sizes).tolist():
            alike = (sizes == size).nonzero()[0]
            at_once = max(1, _AT_ONCE >> 2 * size)
            for start in range(0, len(alike), at_once):
                deals = alike[start : start + at_once]
                self.pause()
                boards = Boards(hands.of(deals, number), self.threes.of(deals), self.dealt.twins[deals], self.worths)
                self.pause()
                yield deals, boards

    def _fives(self) -> Iterator[Hands]:
        for start in range(0, len(self.dealt), _EVALUATED_AT_ONCE):
            yield self.dealt.fives(straight(), start, start + _EVALUATED_AT_ONCE)
            self.pause()

    def _arrange_singly(self, deal: int, least: int) -> None:
        placed = best_arrangement(DealtCards(self.dealt.cards[deal].tolist()), self.worths, least)
        self.found.worths[deal], self.found.strengths[deal] = placed.worth, placed.strengths
        self.pause()
