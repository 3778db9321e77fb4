"""Evaluating one hand in a position."""

from dataclasses import dataclass

from service.rules.cards import Card
from service.rules.pyramid.evaluation import PlacedHand, place_hand
from service.rules.pyramid.positions import Position
from service.usecases.pyramid.arrangers import Arrangers
from service.usecases.pyramid.held_cards import require_hand
from service.usecases.pyramid.tuned import Tuned


@dataclass(frozen=True, slots=True)
class HandToEvaluate:
    """Cards, and where they stand."""

    cards: tuple[Card, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class EvaluateHand:
    """Reads hands."""

    arrangers: Arrangers

    def __call__(self, wanted: HandToEvaluate) -> Tuned[PlacedHand]:
        """What the hand is; `InvalidInput` where such cards may not stand there."""
        require_hand(wanted.cards, wanted.position, ("cards",))
        live = self.arrangers.current()
        arranger = live.found
        return Tuned(live.revision, place_hand(wanted.cards, wanted.position, arranger.tuning, arranger.table))
