"""Decides between playing and surrendering with thirteen cards."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from service.engines.cards import Card
from service.engines.pyramid.decision import Decision, decide
from service.engines.pyramid.futures import Futures, Sample
from service.engines.pyramid.opponents import QUIET, Opponents
from service.engines.pyramid.settlement import Table
from service.pyramid.arrangers import Arrangers, Tuned
from service.pyramid.evaluate import require_of_one_deck
from service.system.ports import YieldToEventLoop

USUAL_SAMPLES: Final = 200


@dataclass(frozen=True, slots=True)
class DecidePlayInput:
    """Thirteen cards at a table, and how the opponents are assumed to play."""

    cards: tuple[Card, ...]
    table: Table
    opponents: Opponents = QUIET
    samples: int = USUAL_SAMPLES
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DecidePlay:
    """Samples possible futures. All samples can take seconds, so it pauses after each to let other requests run."""

    arrangers: Arrangers
    yield_to_event_loop: YieldToEventLoop

    def __call__(self, wanted: DecidePlayInput) -> Tuned[Decision]:
        """Decide; raises `InvalidInput` where the cards cannot come from one deck."""
        require_of_one_deck(wanted.cards, ("cards",))
        live = self.arrangers.declaring()
        futures = Futures(wanted.cards, wanted.table, wanted.opponents, live.found)
        sampled = self._with_pauses(islice(futures.samples(wanted.seed), wanted.samples))
        return Tuned(live.revision, decide(sampled, futures.kitties, futures.gauges, live.found.arranger.tuning))

    def _with_pauses(self, sampled: Iterable[Sample]) -> Iterator[Sample]:
        for sample in sampled:
            yield sample
            self.yield_to_event_loop()
