"""Searches for the best arrangement: branches on the middle, bounds by the best back and front for that middle."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from service.engines.pyramid.arranging.board import LEVELS, Board
from service.engines.pyramid.arranging.dealt import DealtCards, Indexes
from service.engines.pyramid.arranging.grades import Int32s
from service.engines.pyramid.arranging.worths import Worths
from service.engines.pyramid.cards import SPADES

BLOCK: Final = 128
"""How many middles are bounded at once."""
WIDE: Final = 128
"""How many partners are checked for the bound. If all of them share a card with the middle, the next one counts."""
_LEAST: Final = -(1 << 62)
_COLUMNS: Final = np.arange(1 << 13, dtype=np.int16)
_ROWS: Final = np.arange(BLOCK + WIDE)


@dataclass(slots=True)
class Placed:
    """Three hands as masks and strengths, each from back to front, and their total worth."""

    worth: int = _LEAST
    strengths: tuple[int, int, int] = (0, 0, 0)
    masks: tuple[int, int, int] = (0, 0, 0)


def best_arrangement(dealt: DealtCards, worths: Worths, least: int = _LEAST) -> Placed:
    """The arrangement that is worth the most; among equals the one with the strongest back, middle, front (C18).

    Where one is known to be worth at least so much, the search is shorter. Where none is, it returns one worth less.
    """
    return Search(Board(dealt, worths), least - 1).best()


class Search:
    """One search, with the best arrangement found so far."""

    def __init__(self, board: Board, beaten: int = _LEAST) -> None:
        self.board = board
        self.found = Placed(beaten)
        self.fronts_apart: dict[int, int] = {}
        """For the mask of a back, the fronts that share no card with it."""
        self.twins = [place for place, (card, after) in enumerate(pairwise(board.dealt.cards)) if card == after]
        """The place of the first of two identical cards; the other is next to it."""

    def best(self) -> Placed:
        """Open the middles from the strongest down until no other middle can be in a better arrangement."""
        row = self.board.too_large
        for level in LEVELS[1:]:
            row = self._place_middles(row)
            if self._ceiling_below() < self.found.worth:
                return self.found
            self.board.open(level)
        self._place_middles(row)
        return self.found

    def _place_middles(self, row: int) -> int:
        """Try the open middles from this one on, block by block, each block in descending order of bound."""
        board = self.board
        while row < len(board.fulls):
            # A front always exists: any three cards of the middle are not above it.
            front = board.starts.item(row)
            if board.middle.item(row) + board.back.item(0) + board.front.item(front) < self.found.worth:
                break
            stop = min(row + BLOCK, len(board.fulls))
            for bound, middle, back in self._bounds(row, stop):
                if bound < self.found.worth:
                    break
                best_case = board.fulls.strengths.item(back), board.fulls.strengths.item(middle)
                if bound > self.found.worth or best_case >= self.found.strengths[:2]:
                    self._place_middle(middle)
            row = stop
        return len(board.fulls)

    def _bounds(self, row: int, stop: int) -> Iterator[tuple[int, int, int]]:
        """The bound, middle and first back for each of these middles that may be legal, highest bound first."""
        board = self.board
        masks, ends = board.fulls.masks[row:stop, None], board.ends[row:stop]
        backs = _first_apart(masks, board.fulls.masks[: min(WIDE, ends.item(-1))])
        starts = board.starts[row:stop]
        start, width = starts.item(0), min(len(board.fronts) - starts.item(0), starts.item(-1) - starts.item(0) + WIDE)
        fronts = _first_apart(masks, board.fronts.masks[start : start + width], starts - start) + start
        legal = ((backs < ends) & (fronts < len(board.fronts)) & ~self._needless(masks[:, 0])).nonzero()[0]
        backs = backs.take(legal)
        bounds = board.middle.take(legal + row) + board.back.take(backs) + board.front.take(fronts.take(legal))
        order = (-bounds).argsort()
        return zip(
            bounds.take(order).tolist(), (legal + row).take(order).tolist(), backs.take(order).tolist(), strict=True
        )

    def _needless(self, masks: Int32s) -> npt.NDArray[np.bool_]:
        """The middles with the second of two identical cards and not the first: another middle is equivalent."""
        needless = np.zeros(len(masks), dtype=np.bool_)
        for twin in self.twins:
            needless |= masks >> twin & 0b11 == 0b10
        return needless

    def _partners(self, middle: int, mask: int) -> tuple[int, int]:
        """The legal backs and fronts that share no card with a middle.

        Of two backs that differ only in two identical cards, the one with the second is left out, unless the first is
        taken.
        """
        board = self.board
        backs, fronts = board.fulls, board.fronts
        start = board.starts.item(middle)
        open_backs = backs.apart_from(mask) & (1 << board.ends.item(middle)) - 1
        for twin in self.twins:
            if not mask >> twin & 1:
                open_backs &= ~backs.holders[twin + 1] | backs.holders[twin]
        return open_backs, fronts.apart_from(mask) >> start << start

    def _place_middle(self, middle: int) -> None:
        """Try every promising back with this middle, strongest first, each with the best front that is left."""
        board, found, fronts_apart = self.board, self.found, self.fronts_apart
        backs, fronts = board.fulls, board.fronts
        # Memory views return integers several times as fast as arrays do.
        masks, strengths, back_worths = backs.masks.data, backs.strengths.data, board.back.data
        mask, strength, worth = masks[middle], strengths[middle], board.middle.item(middle)
        open_backs, open_fronts = self._partners(middle, mask)
        front = lowest(open_fronts)
        best_front = fronts.strengths.item(front)
        bound = worth + board.front.item(front)
        while open_backs and open_fronts:
            back = (open_backs & -open_backs).bit_length() - 1
            open_backs &= open_backs - 1
            total = bound + back_worths[back]
            if total < found.worth:
                return
            back_mask, back_strength = masks[back], strengths[back]
            if total == found.worth and (back_strength, strength, best_front) <= found.strengths:
                return
            if back_mask not in fronts_apart:
                fronts_apart[back_mask] = fronts.apart_from(back_mask)
            left = open_fronts & fronts_apart[back_mask]
            if left:
                front = lowest(left)
                total = worth + back_worths[back] + board.front.item(front)
                placed = back_strength, strength, fronts.strengths.item(front)
                if (total, placed) > (found.worth, found.strengths):
                    found.worth, found.strengths = total, placed
                    found.masks = back_mask, mask, fronts.masks.item(front)

    def _ceiling_below(self) -> int:
        """An upper bound on the worth of arrangements whose middle is not open yet."""
        board = self.board
        front = board.first_front(1 - board.open_from)
        if front == len(board.fronts):
            return _LEAST
        weakest = board.open_from * SPADES - 1
        backs = board.fulls.masks[:WIDE]
        fronts = _first_apart(backs[:, None], board.fronts.masks[front : front + WIDE]) + front
        fronts = np.minimum(fronts, len(board.fronts) - 1)
        pairs = [board.worths.back.item(weakest) + board.front.item(front)]
        if len(backs):
            pairs.append(int((board.back[:WIDE] + board.front.take(fronts)).max()))
        if len(board.fulls) > WIDE:
            pairs.append(board.back.item(WIDE) + board.front.item(front))
        return board.worths.middle.item(weakest) + max(pairs)


def lowest(hands: int) -> int:
    """The first hand of a set: the strongest."""
    return (hands & -hands).bit_length() - 1


def _first_apart(masks: Int32s, partners: Int32s, starts: Indexes | None = None) -> Indexes:
    """For each mask, the first partner from its start on that shares no card with it; if none, their number."""
    apart = (masks & partners) == 0
    if starts is not None and starts.item(-1):
        apart &= _COLUMNS[: len(partners)] >= starts.astype(np.int16)[:, None]
    first: Indexes = apart.argmax(axis=1)
    first[~apart[_ROWS[: len(first)], first]] = len(partners)
    return first
