"""Arranging a deal for an objective under one tuning and one table of values."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.cards import Card
from service.rules.pyramid.arranging.dealt import DealtCards
from service.rules.pyramid.arranging.grades import SUIT_BITS, WORTH_BITS, grade_book
from service.rules.pyramid.arranging.next_best import best_arrangements
from service.rules.pyramid.arranging.search import Placed, best_arrangement
from service.rules.pyramid.arranging.worths import WIN_POINTS_BITS, worths_of
from service.rules.pyramid.evaluation import PlacedHand, place_hand
from service.rules.pyramid.positions import BACK_TO_FRONT, HAND_TYPES
from service.rules.pyramid.tuning import PyramidTuning
from service.rules.pyramid.values import Millionths, Objective, ValueTable

Strengths = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Three hands, the cards that stay out, and the value by the objective."""

    back: PlacedHand
    middle: PlacedHand
    front: PlacedHand
    unused: tuple[Card, ...]
    value: Millionths

    @property
    def strengths(self) -> Strengths:
        """Those of back, middle and front, as the search numbers them."""
        back, middle, front = (grade_book().strength(hand.reading) for hand in (self.back, self.middle, self.front))
        return back, middle, front


class Arranger:
    """Finds best arrangements. It keeps the worths of all hands, so one arranger serves many deals."""

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
        """The best arrangement by win points, as bare numbers: for those who arrange thousands of deals."""
        return best_arrangement(DealtCards(cards), self._worths[Objective.WIN_POINTS])

    def points_between(self, placed: Placed, other: Placed) -> int:
        """What the first wins from the second less what it loses, nobody declaring anything (C13)."""
        points = 0
        for position, own, others in zip(BACK_TO_FRONT, placed.strengths, other.strengths, strict=True):
            if own != others:
                value = self._points[position][max(own, others) >> SUIT_BITS]
                points += value if own > others else -value
        return points

    def best(self, cards: Sequence[Card], objective: Objective = Objective.WIN_POINTS) -> Arrangement:
        """The best arrangement of 13 to 17 cards (C18)."""
        dealt = DealtCards(cards)
        return self._arrangement(dealt, best_arrangement(dealt, self._worths[objective]), objective)

    def best_few(self, cards: Sequence[Card], objective: Objective, number: int) -> tuple[Arrangement, ...]:
        """The best arrangement and the next best whose 3-tuples differ, so many in all if there are that many."""
        dealt = DealtCards(cards)
        found = best_arrangements(dealt, self._worths[objective], number)
        return tuple(self._arrangement(dealt, placed, objective) for placed in found)

    def expected_net(self, strengths: Strengths) -> Millionths:
        """The points that hands laid down can be expected to win from one opponent, less those that they lose."""
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
