"""Builds tables in advance that the first calls to a process would otherwise have to wait for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from service.engines.pauses import Pause, no_pause
from service.engines.pyramid.arranging.dealt import five_of
from service.engines.pyramid.arranging.grades import grade_book
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.automatics.finding import prepare_finding
from service.engines.pyramid.automatics.kitties import Kitties
from service.engines.pyramid.automatics.many import automatics_in_many
from service.engines.pyramid.cards import ALL_CARDS, DECK, FIRST_CARDS, PLAYERS
from service.engines.pyramid.opponents import shipped_worths, which_play
from service.engines.pyramid.positions import FULL
from service.engines.pyramid.reference_deals import reference_deals
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.shipped_table import shipped_chances
from service.engines.pyramid.tuple_rows import hands_of_size
from service.engines.pyramid.values import Objective
from service.pyramid.arrangers import Arrangers
from service.pyramid.tuples import ListTuplesInput, read_rows

_CARDS: Final = DECK[::6]


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Builds the lookup tables of hands, and arranges once for each number of cards.

    A worker runs this as soon as it listens. It takes as long as several hundred arrangements; the worker answers
    requests between the steps.
    """

    arrangers: Arrangers
    pause: Pause

    def __call__(self) -> None:
        for step in self._steps():
            step()
            self.pause()

    def _weigh_declaring(self) -> None:
        declaring = self.arrangers.declaring().found
        strengths = declaring.arranger.placed(_CARDS[:ALL_CARDS]).strengths
        declaring.in_chips(strengths, automatic=True, table=Table(PLAYERS[-1]))

    def _steps(self) -> Iterator[Callable[[], object]]:
        yield grade_book
        yield shipped_chances
        yield lambda: list(read_rows(ListTuplesInput()))
        yield hands_of_size.cache_clear  # 5 MiB that only the tables above are made of
        yield self.arrangers.current
        for places in range(FULL, ALL_CARDS + 1):
            yield partial(five_of, places)
        for size in range(FIRST_CARDS, ALL_CARDS + 1):
            yield partial(self.arrangers.current().found.best_few, _CARDS[:size], Objective.WIN_POINTS, 1)
        yield partial(automatics_in, _CARDS[:ALL_CARDS])
        yield partial(Kitties, _CARDS[:FIRST_CARDS])
        yield shipped_worths
        yield reference_deals
        yield self._weigh_declaring
        yield lambda: self.arrangers.current().found.best_of_many([_CARDS[:ALL_CARDS]])
        yield lambda: which_play([_CARDS[:FIRST_CARDS]], 0, no_pause)
        yield lambda: automatics_in_many([_CARDS[:ALL_CARDS]])
        yield from prepare_finding()
