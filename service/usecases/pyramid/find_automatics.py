"""Finding every automatic that some cards allow."""

from dataclasses import dataclass

from service.rules.cards import Card
from service.rules.pyramid.automatics.finding import find_automatic
from service.rules.pyramid.automatics.readings import Hands
from service.rules.pyramid.tuning import Automatic
from service.usecases.ports import TuningStore
from service.usecases.pyramid.held_cards import require_of_one_deck
from service.usecases.pyramid.tuned import Tuned


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
