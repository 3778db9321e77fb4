"""Arranging a deal for an objective under one tuning and one table of values."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.rules.cards import Card
from service.rules.pyramid.arranging.dealt import DealtCards
from service.rules.pyramid.arranging.next_best import best_arrangements
from service.rules.pyramid.arranging.search import Placed, best_arrangement
from service.rules.pyramid.arranging.worths import WIN_POINTS_BITS, worths_of
from service.rules.pyramid.evaluation import PlacedHand, place_hand
from service.rules.pyramid.positions import Position
from service.rules.pyramid.tuning import PyramidTuning
from service.rules.pyramid.values import Millionths, Objective, ValueTable


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Three hands, the cards that stay out, and the value by the objective."""

    back: PlacedHand
    middle: PlacedHand
    front: PlacedHand
    unused: tuple[Card, ...]
    value: Millionths


class Arranger:
    """Finds best arrangements. It keeps the worths of all hands, so one arranger serves many deals."""

    def __init__(self, tuning: PyramidTuning, table: ValueTable) -> None:
        self.tuning = tuning
        self.table = table
        self._worths = {objective: worths_of(tuning, table, objective) for objective in Objective}

    def best(self, cards: Sequence[Card], objective: Objective = Objective.WIN_POINTS) -> Arrangement:
        """The best arrangement of 13 to 17 cards (C18)."""
        dealt = DealtCards(cards)
        return self._arrangement(dealt, best_arrangement(dealt, self._worths[objective]), objective)

    def best_few(self, cards: Sequence[Card], objective: Objective, number: int) -> tuple[Arrangement, ...]:
        """The best arrangement and the next best whose 3-tuples differ, so many in all if there are that many."""
        dealt = DealtCards(cards)
        found = best_arrangements(dealt, self._worths[objective], number)
        return tuple(self._arrangement(dealt, placed, objective) for placed in found)

    def _arrangement(self, dealt: DealtCards, placed: Placed, objective: Objective) -> Arrangement:
        back, middle, front = (
            place_hand(dealt.cards_of(mask), position, self.tuning, self.table)
            for mask, position in zip(placed.masks, (Position.BACK, Position.MIDDLE, Position.FRONT), strict=True)
        )
        value = placed.worth if objective is Objective.WIN_POINTS else placed.worth >> WIN_POINTS_BITS
        return Arrangement(back, middle, front, dealt.cards_of(dealt.all & ~sum(placed.masks)), value)
