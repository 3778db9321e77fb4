"""The best arrangement of some cards, for tests that ask for no other."""

from collections.abc import Sequence

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import Arrangement, Arranger, Objective


def best_of(arranger: Arranger, cards: Sequence[Card], objective: Objective = Objective.WIN_POINTS) -> Arrangement:
    """The first of the arranger's few, as `arrange` answers it."""
    best, *_ = arranger.best_few(cards, objective, 1)
    return best
