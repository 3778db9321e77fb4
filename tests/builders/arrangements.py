"""The best arrangement of some cards, and the most arrangements that a sample can need."""

from collections.abc import Sequence

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import Arrangement, Arranger
from service.engines.pyramid.futures import SampleDeal
from service.engines.pyramid.opponents import Opponents
from service.engines.pyramid.values import Objective


def best_of(arranger: Arranger, cards: Sequence[Card], objective: Objective = Objective.WIN_POINTS) -> Arrangement:
    """The arranger's first choice, which `arrange` returns."""
    best, *_ = arranger.best_few(cards, objective, 1)
    return best


def most_arrangements(dealt: SampleDeal, opponents: Opponents) -> int:
    return dealt.kitties + dealt.hands * (2 if opponents.choose_hands else 1)
