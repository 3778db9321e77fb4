"""The best few arrangements that differ in their 3-tuples."""

from service.rules.pyramid.arranging.board import Board
from service.rules.pyramid.arranging.dealt import DealtCards
from service.rules.pyramid.arranging.grades import WORTH_BITS
from service.rules.pyramid.arranging.search import Placed, Search, lowest
from service.rules.pyramid.arranging.worths import Worths, row_numbers
from service.rules.pyramid.positions import BACK_TO_FRONT, Position

Rows = tuple[int, int, int]


def best_arrangements(dealt: DealtCards, worths: Worths, number: int) -> list[Placed]:
    """So many arrangements, best first, or all there are; of those with the same three tuples only the best."""
    return _TopFew(Board(dealt, worths), number).placed()


class _TopFew(Search):
    """A search whose bar is the last of the few."""

    def __init__(self, board: Board, number: int) -> None:
        super().__init__(board)
        self.number = number
        self.few: dict[Rows, Placed] = {}
        fronts = row_numbers(Position.FRONT).take(board.fronts.strengths >> WORTH_BITS)
        self.tuple_ends = (-fronts).searchsorted(-fronts, side="right")
        """For each front, where the fronts with its tuple end."""

    def placed(self) -> list[Placed]:
        self.best()
        return sorted(self.few.values(), key=lambda placed: (placed.worth, placed.strengths), reverse=True)

    def _place_middle(self, middle: int) -> None:
        board, fulls, fronts = self.board, self.board.fulls, self.board.fronts
        mask, strength, worth = fulls.masks.item(middle), fulls.strengths.item(middle), board.middle.item(middle)
        open_backs, open_fronts = self._partners(middle, mask)
        front = lowest(open_fronts)
        best_front = fronts.strengths.item(front)
        bound = worth + board.front.item(front)
        while open_backs and open_fronts:
            back = lowest(open_backs)
            open_backs &= open_backs - 1
            best_case = fulls.strengths.item(back), strength, best_front
            if (bound + board.back.item(back), best_case) <= (self.found.worth, self.found.strengths):
                return
            back_mask = fulls.masks.item(back)
            left = open_fronts & fronts.apart_from(back_mask)
            while left:
                front = lowest(left)
                total = worth + board.back.item(back) + board.front.item(front)
                strengths = fulls.strengths.item(back), strength, fronts.strengths.item(front)
                if (total, strengths) <= (self.found.worth, self.found.strengths):
                    break
                self._offer(Placed(total, strengths, (back_mask, mask, fronts.masks.item(front))))
                end = self.tuple_ends.item(front)
                left = left >> end << end

    def _offer(self, placed: Placed) -> None:
        """Keep the arrangement if its tuples are new and good enough, or if it wins the tie with its like."""
        back, middle, front = (
            row_numbers(position).item(strength >> WORTH_BITS)
            for position, strength in zip(BACK_TO_FRONT, placed.strengths, strict=True)
        )
        known = self.few.get((back, middle, front))
        if known is None or placed.strengths > known.strengths:
            self.few[back, middle, front] = placed
        if len(self.few) > self.number:
            del self.few[self._last()]
        if len(self.few) == self.number:
            last = self.few[self._last()]
            self.found.worth, self.found.strengths = last.worth, last.strengths

    def _last(self) -> Rows:
        return min(self.few, key=lambda rows: (self.few[rows].worth, self.few[rows].strengths))
