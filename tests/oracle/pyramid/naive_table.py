"""A table once more, as plainly as can be: every player lays down hands, and all of it is settled by the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import Arrangement, Arranger
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.automatics.finding import find_automatic
from service.engines.pyramid.scoring import Play, lay_down, score_plays
from service.engines.pyramid.shipped_table import shipped_table
from service.engines.pyramid.tuning import PyramidTuning
from tests.builders.arrangements import best_of

TUNING = PyramidTuning()


@cache
def arranger() -> Arranger:
    """The arranger of all tables: it takes seconds to make."""
    return Arranger(TUNING, shipped_table(TUNING))


@dataclass(frozen=True)
class NaiveEnd:
    net_points: int
    pot_share: float
    pot: int

    @property
    def chips(self) -> float:
        return TUNING.multiplier * self.net_points + self.pot * self.pot_share


def best(cards: Sequence[Card]) -> Arrangement:
    """The best arrangement. Tests of one table with several kinds of opponents ask for the same cards."""
    return _best(tuple(cards))


@cache
def _best(cards: tuple[Card, ...]) -> Arrangement:
    return best_of(arranger(), cards)


def arranged(cards: Sequence[Card]) -> Play:
    hands = best(cards)
    return lay_down((hands.back.cards, hands.middle.cards, hands.front.cards), None)


def declared(cards: Sequence[Card]) -> Play | None:
    """The highest automatic that the cards allow."""
    return _declared(tuple(cards))


@cache
def _declared(cards: tuple[Card, ...]) -> Play | None:
    for automatic in TUNING.automatic_order:
        if automatic in automatics_in(cards) and (hands := find_automatic(cards, automatic)):
            return lay_down(hands, automatic)
    return None


def end_of(own: Play, others: Sequence[Play | None], seats_out: int) -> NaiveEnd:
    """How it ends for the first seat; the others' None have surrendered, and so have further seats without cards."""
    plays = [own, *others]
    playing = {seat: play for seat, play in enumerate(plays) if play}
    nets = score_plays(playing, len(plays), TUNING).net_points
    highest = max(nets[seat] for seat in playing)
    winners = [seat for seat in playing if nets[seat] == highest]
    out = seats_out + sum(play is None for play in others)
    pot = TUNING.ante * (len(plays) + seats_out) + TUNING.surrender_penalty * out
    return NaiveEnd(nets[0], 1 / len(winners) if 0 in winners else 0, pot)
