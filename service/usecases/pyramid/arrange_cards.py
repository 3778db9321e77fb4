"""Arranging cards as well as can be, with the next best and advice on declaring."""

from dataclasses import dataclass

from service.rules.cards import Card
from service.rules.pyramid.arranging.arranger import Arrangement, Arranger
from service.rules.pyramid.automatics.detection import automatics_in
from service.rules.pyramid.tuning import Automatic
from service.rules.pyramid.values import Millionths, Objective
from service.usecases.pyramid.arrangers import Arrangers
from service.usecases.pyramid.held_cards import require_of_one_deck
from service.usecases.pyramid.tuned import Tuned


@dataclass(frozen=True, slots=True)
class CardsToArrange:
    """13 to 17 cards, and what is wanted of them."""

    cards: tuple[Card, ...]
    objective: Objective = Objective.WIN_POINTS
    alternatives: int = 0
    players: int | None = None


@dataclass(frozen=True, slots=True)
class DeclareAdvice:
    """What declaring an automatic and what playing the arrangement can be expected to net, in points."""

    automatic: Automatic | None
    declare: int | None
    play: Millionths


@dataclass(frozen=True, slots=True)
class Arranged:
    """The best arrangement and what goes with it."""

    best: Arrangement
    alternatives: tuple[Arrangement, ...]
    automatic: Automatic | None
    """The highest automatic that the cards allow."""
    advice: DeclareAdvice | None


@dataclass(frozen=True, slots=True)
class ArrangeCards:
    """Arranges."""

    arrangers: Arrangers

    def __call__(self, wanted: CardsToArrange) -> Tuned[Arranged]:
        """The arrangement; `InvalidInput` where the cards cannot be of one deck."""
        require_of_one_deck(wanted.cards, ("cards",))
        live = self.arrangers.current()
        arranger = live.found
        best, *others = arranger.best_few(wanted.cards, wanted.objective, 1 + wanted.alternatives)
        allowed = automatics_in(wanted.cards)
        automatic = next((one for one in arranger.tuning.automatic_order if one in allowed), None)
        advice = _advice(best, automatic, arranger, wanted.players) if wanted.players else None
        return Tuned(live.revision, Arranged(best, tuple(others), automatic, advice))


def _advice(best: Arrangement, automatic: Automatic | None, arranger: Arranger, players: int) -> DeclareAdvice:
    """Against opponents who declare nothing, as the table has them."""
    opponents = players - 1
    declare = opponents * arranger.tuning.automatic_points if automatic else None
    return DeclareAdvice(automatic, declare, opponents * arranger.expected_net(best))
