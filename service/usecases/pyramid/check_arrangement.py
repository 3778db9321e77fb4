"""Checking an arrangement, whether it is one's own to place or someone else's."""

from dataclasses import dataclass

from service.rules.cards import Card
from service.rules.pyramid.automatics.readings import Hands
from service.rules.pyramid.tuning import Automatic
from service.rules.pyramid.validation import Violation, violations
from service.usecases.pyramid.held_cards import require_of_one_deck


@dataclass(frozen=True, slots=True)
class ArrangementToCheck:
    """Three hands, and the cards that they are to come from."""

    hands: Hands
    dealt: tuple[Card, ...] | None = None
    declare: Automatic | None = None


def check_arrangement(wanted: ArrangementToCheck) -> tuple[Violation, ...]:
    """Everything that is wrong; `InvalidInput` where the dealt cards themselves cannot be."""
    require_of_one_deck(wanted.dealt or (), ("dealt",))
    return violations(wanted.hands, wanted.dealt, wanted.declare)
