"""Finds the best arrangement, and the best few that differ in their 3-tuples."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engines.cards import Card
from service.engines.pauses import Pause, no_pause
from service.engines.pyramid.arranging.board import Board
from service.engines.pyramid.arranging.dealt import DealtCards
from service.engines.pyramid.arranging.grades import SUIT_BITS, WORTH_BITS, grade_book
from service.engines.pyramid.arranging.many import best_arrangements_of_many
from service.engines.pyramid.arranging.search import Placed, Search, best_arrangement, lowest
from service.engines.pyramid.arranging.worths import WIN_POINTS_BITS, Worths, row_numbers, worths_of
from service.engines.pyramid.positions import BACK_TO_FRONT, HAND_TYPES, Position
from service.engines.pyramid.tuning import PyramidTuning
from service.engines.pyramid.values import Millionths, Objective, PlacedHand, ValueTable, place_hand

Rows = tuple[int, int, int]


def best_arrangements(dealt: DealtCards, worths: Worths, number: int) -> list[Placed]:
    """Up to `number` arrangements, best first. Of those with the same three tuples only the best is included."""
    return _TopFew(Board(dealt, worths), number).placed()


class _TopFew(Search):
    """A search that keeps the best few; others have to beat the last of them."""

    def __init__(self, board: Board, number: int) -> None:
        super().__init__(board)
        self.number = number
        self.few: dict[Rows, Placed] = {}
        fronts = row_numbers(Position.FRONT).take(board.fronts.strengths >> WORTH_BITS)
        self.tuple_ends = (-fronts).searchsorted(-fronts, side="right")
        """For each front, the end of the fronts with its tuple."""

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
        """Keep the arrangement if its tuples are new and good enough, or if it beats the one with the same tuples."""
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


Strengths = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Three hands, the unused cards, and the value by the objective."""

    back: PlacedHand
    middle: PlacedHand
    front: PlacedHand
    unused: tuple[Card, ...]
    value: Millionths

    @property
    def strengths(self) -> Strengths:
        """The strengths of back, middle and front, as the search numbers them."""
        back, middle, front = (grade_book().strength(hand.reading) for hand in (self.back, self.middle, self.front))
        return back, middle, front


class Arranger:
    """Finds best arrangements. It caches the worths of all hands, so one arranger serves many deals."""

    def __init__(self, tuning: PyramidTuning, table: ValueTable) -> None:
        self.tuning = tuning
        self.table = table
        self._worths = {objective: worths_of(tuning, table, objective) for objective in Objective}
        self._points = {
            position: tuple(tuning.points[position].get(HAND_TYPES[order[0] - 1], 0) for order in grade_book().orders)
            for position in BACK_TO_FRONT
        }
        """For each position, the points of each grade."""

    def placed(self, cards: Sequence[Card]) -> Placed:
        """The best arrangement by win points, as bare numbers, for callers that arrange thousands of deals."""
        return best_arrangement(DealtCards(cards), self._worths[Objective.WIN_POINTS])

    def best_of_many(self, deals: Sequence[Sequence[Card]], pause: Pause = no_pause) -> Sequence[Strengths]:
        """The strengths of what `placed` finds for each of these deals of one size. Pauses between steps."""
        if not deals:
            return []
        found = best_arrangements_of_many(deals, self._worths[Objective.WIN_POINTS], pause)
        return [(back, middle, front) for back, middle, front in found.strengths.tolist()]

    def points_between(self, strengths: Strengths, other: Strengths) -> int:
        """What the first wins from the second minus what it loses, without declarations (C13)."""
        points = 0
        for position, own, others in zip(BACK_TO_FRONT, strengths, other, strict=True):
            if own != others:
                value = self._points[position][max(own, others) >> SUIT_BITS]
                points += value if own > others else -value
        return points

    def best_few(self, cards: Sequence[Card], objective: Objective, number: int) -> tuple[Arrangement, ...]:
        """Up to `number` arrangements of 13 to 17 cards whose 3-tuples differ, best first (C18)."""
        dealt = DealtCards(cards)
        found = best_arrangements(dealt, self._worths[objective], number)
        return tuple(self._arrangement(dealt, placed, objective) for placed in found)

    def expected_net(self, strengths: Strengths) -> Millionths:
        """The points that these hands are expected to win from one opponent, minus those that they lose."""
        worths = self._worths[Objective.NET_POINTS]
        positions = zip((worths.back, worths.middle, worths.front), strengths, strict=True)
        return sum(worth.item(strength >> WORTH_BITS) for worth, strength in positions) >> WIN_POINTS_BITS

    def _arrangement(self, dealt: DealtCards, placed: Placed, objective: Objective) -> Arrangement:
        back, middle, front = (
            place_hand(dealt.cards_of(mask), position, self.tuning, self.table)
            for mask, position in zip(placed.masks, BACK_TO_FRONT, strict=True)
        )
        value = placed.worth if objective is Objective.WIN_POINTS else placed.worth >> WIN_POINTS_BITS
        return Arrangement(back, middle, front, dealt.cards_of(dealt.all & ~sum(placed.masks)), value)
