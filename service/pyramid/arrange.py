"""Arranging cards as well as can be, with the next best and advice on declaring."""

from dataclasses import dataclass

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import Arrangement
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.dealing import Variant
from service.engines.pyramid.declaring import Declaring, Prospects
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.values import Objective
from service.pyramid.arrangers import Arrangers, Tuned
from service.pyramid.evaluate import require_of_one_deck


@dataclass(frozen=True, slots=True)
class ArrangeCardsInput:
    """13 to 17 cards, and what is wanted of them."""

    cards: tuple[Card, ...]
    objective: Objective = Objective.WIN_POINTS
    alternatives: int = 0
    table: Table | None = None
    """Where the cards are to be played, if advice on declaring is wanted."""
    variant: Variant = Variant.NO_SURRENDER


@dataclass(frozen=True, slots=True)
class Arranged:
    """The best arrangement and what goes with it."""

    best: Arrangement
    alternatives: tuple[Arrangement, ...]
    automatic: Automatic | None
    """The highest automatic that the cards allow."""
    advice: Prospects | None
    """What declaring it and what playing the best arrangement can be expected to net."""


@dataclass(frozen=True, slots=True)
class ArrangeCards:
    """Arranges."""

    arrangers: Arrangers

    def __call__(self, wanted: ArrangeCardsInput) -> Tuned[Arranged]:
        """The arrangement; `InvalidInput` where the cards cannot be of one deck."""
        require_of_one_deck(wanted.cards, ("cards",))
        live = self.arrangers.declaring()
        arranger = live.found.arranger
        best, *others = arranger.best_few(wanted.cards, wanted.objective, 1 + wanted.alternatives)
        allowed = automatics_in(wanted.cards)
        automatic = next((one for one in arranger.tuning.automatic_order if one in allowed), None)
        advice = _advice(best, automatic, live.found, wanted)
        return Tuned(live.revision, Arranged(best, tuple(others), automatic, advice))


def _advice(
    best: Arrangement, automatic: Automatic | None, declaring: Declaring, wanted: ArrangeCardsInput
) -> Prospects | None:
    """Against opponents who declare nothing, as the table has them."""
    table, possible = wanted.table, automatic is not None
    if table is None:
        return None
    if wanted.variant is Variant.STANDARD:
        return declaring.in_chips(best.strengths, automatic=possible, table=table)
    return declaring.in_points(best.strengths, automatic=possible, opponents=table.opponents)
