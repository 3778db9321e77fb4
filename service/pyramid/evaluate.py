"""Evaluates hands and finds automatics; refuses cards that cannot come from one deck, and illegal hands (C1, C5)."""

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
    """Raise `InvalidInput` where a card appears more often than in the deck."""
    mistakes: Mistakes = []
    check_copies(cards, path, mistakes)
    if mistakes:
        raise InvalidInput(mistakes)


def require_hand(cards: Sequence[Card], position: Position, path: Path) -> None:
    """Raise `InvalidInput` where these cards are not from one deck, or are not a legal hand in this position."""
    require_of_one_deck(cards, path)
    wrong = hand_violation(cards, position)
    if wrong:
        raise InvalidInput([Mistake(path, wrong.message)])


@dataclass(frozen=True, slots=True)
class CheckArrangementInput:
    """Three hands, and the cards that were dealt, if known."""

    hands: Hands
    dealt: tuple[Card, ...] | None = None
    declare: Automatic | None = None


def check_arrangement(wanted: CheckArrangementInput) -> tuple[Violation, ...]:
    """Every violation of the rules; raises `InvalidInput` where the dealt cards cannot come from one deck."""
    require_of_one_deck(wanted.dealt or (), ("dealt",))
    return violations(wanted.hands, wanted.dealt, wanted.declare)


@dataclass(frozen=True, slots=True)
class EvaluateHandInput:
    """A hand and its position."""

    cards: tuple[Card, ...]
    position: Position


@dataclass(frozen=True, slots=True)
class EvaluateHand:
    arrangers: Arrangers

    def __call__(self, wanted: EvaluateHandInput) -> Tuned[PlacedHand]:
        """Evaluate the hand; raises `InvalidInput` where it is not legal in its position."""
        require_hand(wanted.cards, wanted.position, ("cards",))
        live = self.arrangers.current()
        arranger = live.found
        return Tuned(live.revision, place_hand(wanted.cards, wanted.position, arranger.tuning, arranger.table))


@dataclass(frozen=True, slots=True)
class FindAutomatics:
    tunings: TuningStore

    def __call__(self, cards: tuple[Card, ...]) -> Tuned[dict[Automatic, Hands]]:
        """Each possible automatic with its hands, highest first; raises `InvalidInput` as `require_of_one_deck`."""
        require_of_one_deck(cards, ("cards",))
        live = self.tunings.current()
        order = live.pyramid.automatic_order
        found = {automatic: hands for automatic in order if (hands := find_automatic(cards, automatic))}
        return Tuned(live.number, found)
