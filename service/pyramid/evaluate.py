"""Refusing cards that nobody can hold, or that may not stand where they are said to (C1, C5)."""

from collections.abc import Sequence
from dataclasses import dataclass

from service.engines.cards import Card
from service.engines.documents import Mistakes
from service.engines.errors import InvalidInput, Mistake, Path
from service.engines.pyramid.automatics.detection import Hands
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.cards import check_copies
from service.engines.pyramid.positions import Position
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.validation import Violation, hand_violation, violations
from service.engines.pyramid.values import PlacedHand, place_hand
from service.pyramid.arrangers import Arrangers, Tuned
from service.tuning.ports import TuningStore


def require_of_one_deck(cards: Sequence[Card], path: Path) -> None:
    """`InvalidInput` where some card is there more often than the deck has it."""
    mistakes: Mistakes = []
    check_copies(cards, path, mistakes)
    if mistakes:
        raise InvalidInput(mistakes)


def require_hand(cards: Sequence[Card], position: Position, path: Path) -> None:
    """`InvalidInput` where these cards are not of one deck, or are no hand that may stand there."""
    require_of_one_deck(cards, path)
    wrong = hand_violation(cards, position)
    if wrong:
        raise InvalidInput([Mistake(path, wrong.message)])


@dataclass(frozen=True, slots=True)
class CheckArrangementInput:
    """Three hands, and the cards that they are to come from."""

    hands: Hands
    dealt: tuple[Card, ...] | None = None
    declare: Automatic | None = None


def check_arrangement(wanted: CheckArrangementInput) -> tuple[Violation, ...]:
    """Everything that is wrong; `InvalidInput` where the dealt cards themselves cannot be."""
    require_of_one_deck(wanted.dealt or (), ("dealt",))
    return violations(wanted.hands, wanted.dealt, wanted.declare)


@dataclass(frozen=True, slots=True)
class EvaluateHandInput:
    """Cards, and where they stand."""

    cards: tuple[Card, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class EvaluateHand:
    """Reads hands."""

    arrangers: Arrangers

    def __call__(self, wanted: EvaluateHandInput) -> Tuned[PlacedHand]:
        """What the hand is; `InvalidInput` where such cards may not stand there."""
        require_hand(wanted.cards, wanted.position, ("cards",))
        live = self.arrangers.current()
        arranger = live.found
        return Tuned(live.revision, place_hand(wanted.cards, wanted.position, arranger.tuning, arranger.table))


@dataclass(frozen=True, slots=True)
class FindAutomatics:
    """Looks for all four."""

    tunings: TuningStore

    def __call__(self, cards: tuple[Card, ...]) -> Tuned[dict[Automatic, Hands]]:
        """Each automatic with its hands, highest first; `InvalidInput` where the cards cannot be of one deck."""
        require_of_one_deck(cards, ("cards",))
        live = self.tunings.current()
        order = live.pyramid.automatic_order
        found = {automatic: hands for automatic in order if (hands := find_automatic(cards, automatic))}
        return Tuned(live.number, found)
