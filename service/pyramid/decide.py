"""Decides between playing and surrendering with thirteen cards."""

from dataclasses import dataclass
from typing import Final

from service.engines.cards import Card
from service.engines.errors import InvalidInput, Mistake
from service.engines.pauses import Pause
from service.engines.pyramid.decision import Decision, decide
from service.engines.pyramid.futures import Futures, SampleDeal
from service.engines.pyramid.opponents import QUIET, Opponents
from service.engines.pyramid.settlement import Table
from service.pyramid.arrangers import Arrangers, Tuned
from service.pyramid.evaluate import require_of_one_deck
from service.system.ports import TakeTurn
from service.system.prices import price

MOST_ARRANGED: Final = 300
"""The most that all samples of a decision may cost, in arrangements of random cards: a tenth of a second at most."""


@dataclass(frozen=True, slots=True)
class DecidePlayInput:
    """Thirteen cards at a table, and how the opponents are assumed to play."""

    cards: tuple[Card, ...]
    table: Table
    opponents: Opponents = QUIET
    samples: int | None = None
    """None: as many as fit."""
    seed: int = 0


def number_of_samples(wanted: DecidePlayInput, a_sample: int) -> int:
    """How many samples to take; raises `InvalidInput` with what fits for more than that."""
    most = MOST_ARRANGED // a_sample
    if wanted.samples is None:
        return most
    if wanted.samples > most:
        text = (
            f"Must be at most {most}: with these cards and opponents a sample costs {a_sample} of {MOST_ARRANGED} "
            "arrangements."
        )
        raise InvalidInput([Mistake(("samples",), text)])
    return wanted.samples


def cost_of_a_sample(wanted: DecidePlayInput) -> int:
    """In arrangements."""
    return SampleDeal.of(wanted.cards, wanted.table).price(wanted.opponents)


@dataclass(frozen=True, slots=True)
class DecidePlay:
    """Samples possible futures. All samples wait for their turn, and other requests run between steps."""

    arrangers: Arrangers
    pause: Pause
    take_turn: TakeTurn

    def __call__(self, wanted: DecidePlayInput) -> Tuned[Decision]:
        """Decide; raises `InvalidInput` where the cards cannot come from one deck, and for too many samples."""
        require_of_one_deck(wanted.cards, ("cards",))
        a_sample = cost_of_a_sample(wanted)
        samples = number_of_samples(wanted, a_sample)
        with self.take_turn(price(samples * a_sample / MOST_ARRANGED)):
            live = self.arrangers.declaring()
            futures = Futures(wanted.cards, wanted.table, wanted.opponents, live.found, self.pause)
            sampled = futures.samples(wanted.seed, samples, self.pause)
            return Tuned(live.revision, decide(sampled, futures.kitties, futures.gauges, live.found.arranger.tuning))
