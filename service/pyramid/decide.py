"""Decides between playing and surrendering with thirteen cards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from service.engines.cards import Card
from service.engines.errors import InvalidInput, Mistake
from service.engines.pyramid.decision import Decision, decide
from service.engines.pyramid.futures import Futures, Sample, SampleDeal
from service.engines.pyramid.opponents import QUIET, Opponents
from service.engines.pyramid.settlement import Table
from service.pyramid.arrangers import Arrangers, Tuned
from service.pyramid.evaluate import require_of_one_deck
from service.system.ports import YieldToEventLoop

USUAL_SAMPLES: Final = 200
MOST_ARRANGED: Final = 1200
"""The most that all samples of a decision may cost, in arrangements: the usual ones at any table where all play."""


@dataclass(frozen=True, slots=True)
class DecidePlayInput:
    """Thirteen cards at a table, and how the opponents are assumed to play."""

    cards: tuple[Card, ...]
    table: Table
    opponents: Opponents = QUIET
    samples: int | None = None
    """None: the usual number, or as many as fit."""
    seed: int = 0


def number_of_samples(wanted: DecidePlayInput) -> int:
    """How many samples to take; raises `InvalidInput` with what fits for more than that."""
    price = SampleDeal.of(wanted.cards, wanted.table).price(wanted.opponents)
    most = MOST_ARRANGED // price
    if wanted.samples is None:
        return min(USUAL_SAMPLES, most)
    if wanted.samples > most:
        text = (
            f"Must be at most {most}: with these cards and opponents a sample costs {price} of {MOST_ARRANGED} "
            "arrangements."
        )
        raise InvalidInput([Mistake(("samples",), text)])
    return wanted.samples


@dataclass(frozen=True, slots=True)
class DecidePlay:
    """Samples possible futures. All samples take long, so it pauses after each to let other requests run."""

    arrangers: Arrangers
    yield_to_event_loop: YieldToEventLoop

    def __call__(self, wanted: DecidePlayInput) -> Tuned[Decision]:
        """Decide; raises `InvalidInput` where the cards cannot come from one deck, and for too many samples."""
        require_of_one_deck(wanted.cards, ("cards",))
        samples = number_of_samples(wanted)
        live = self.arrangers.declaring()
        futures = Futures(wanted.cards, wanted.table, wanted.opponents, live.found)
        sampled = self._with_pauses(islice(futures.samples(wanted.seed), samples))
        return Tuned(live.revision, decide(sampled, futures.kitties, futures.gauges, live.found.arranger.tuning))

    def _with_pauses(self, sampled: Iterable[Sample]) -> Iterator[Sample]:
        for sample in sampled:
            yield sample
            self.yield_to_event_loop()
