"""Finds the best arrangements of the cards, and advises on declaring."""

from dataclasses import dataclass

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import Arrangement
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.cards import Variant
from service.engines.pyramid.declaring import Declaring, Prospects
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.values import Objective
from service.pyramid.arrangers import Arrangers, Tuned
from service.pyramid.evaluate import require_of_one_deck


@dataclass(frozen=True, slots=True)
class ArrangeCardsInput:
    """13 to 17 cards, and what to arrange them for."""

    cards: tuple[Card, ...]
    objective: Objective = Objective.WIN_POINTS
    alternatives: int = 0
    table: Table | None = None
    """The table that the cards are played at; None: no advice on declaring."""
    variant: Variant = Variant.NO_SURRENDER


@dataclass(frozen=True, slots=True)
class Arranged:
    """The best arrangement, the next best, and advice."""

    best: Arrangement
    alternatives: tuple[Arrangement, ...]
    automatic: Automatic | None
    """The highest automatic that the cards allow."""
    advice: Prospects | None
    """The expected net of declaring that automatic, and of playing the best arrangement."""


@dataclass(frozen=True, slots=True)
class ArrangeCards:
    arrangers: Arrangers

    def __call__(self, wanted: ArrangeCardsInput) -> Tuned[Arranged]:
        """Arrange the cards; raises `InvalidInput` where they cannot come from one deck."""
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
    """Advice against opponents who declare nothing, which the table of chances assumes."""
    table, possible = wanted.table, automatic is not None
    if table is None:
        return None
    if wanted.variant is Variant.STANDARD:
        return declaring.in_chips(best.strengths, automatic=possible, table=table)
    return declaring.in_points(best.strengths, automatic=possible, opponents=table.opponents)
