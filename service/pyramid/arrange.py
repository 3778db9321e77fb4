"""Arranging cards as well as possible, with the arrangers of the live tuning, made before the first call."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, Generic, TypeVar

from service.engines.cards import Card
from service.engines.pyramid.arranging.arranger import Arrangement, Arranger
from service.engines.pyramid.arranging.dealt import five_of
from service.engines.pyramid.arranging.grades import grade_book
from service.engines.pyramid.automatics.detection import automatics_in
from service.engines.pyramid.automatics.finding import prepare_finding
from service.engines.pyramid.automatics.kitties import Kitties
from service.engines.pyramid.cards import DECK
from service.engines.pyramid.dealing import ALL_CARDS, FIRST_CARDS, PLAYERS, Variant
from service.engines.pyramid.declaring import Declaring, Prospects
from service.engines.pyramid.opponents import shipped_worths
from service.engines.pyramid.positions import FULL
from service.engines.pyramid.reference_deals import reference_deals
from service.engines.pyramid.settlement import Table
from service.engines.pyramid.shipped_table import shipped_chances, shipped_table
from service.engines.pyramid.tuning import Automatic
from service.engines.pyramid.values import Objective
from service.pyramid.evaluate import require_of_one_deck
from service.pyramid.tuples import ListTuplesInput, read_rows
from service.system.ports import Pause
from service.tuning.ports import TuningStore

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class Tuned(Generic[Found]):
    """Something that another tuning may give otherwise."""

    revision: int
    found: Found


class Arrangers:
    """Keeps the last arranger, since making one takes as long as a thousand arrangements."""

    def __init__(self, tunings: TuningStore) -> None:
        self._tunings = tunings
        self._last: Declaring | None = None

    def current(self) -> Tuned[Arranger]:
        """The arranger for the tuning that is live now."""
        declaring = self.declaring()
        return Tuned(declaring.revision, declaring.found.arranger)

    def declaring(self) -> Tuned[Declaring]:
        """The same with what it takes to weigh declaring against playing."""
        live = self._tunings.current()
        last = self._last
        if last is None or last.arranger.tuning != live.pyramid:
            self._last = last = Declaring(Arranger(live.pyramid, shipped_table(live.pyramid)))
        return Tuned(live.number, last)


_CARDS: Final = DECK[::6]


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Makes the tables that hands are looked up in, and arranges once for each number of cards.

    A worker does it as soon as it listens. It takes as long as several hundred arrangements; requests are answered
    between the steps.
    """

    arrangers: Arrangers
    pause: Pause

    def __call__(self) -> None:
        """Do all of it."""
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
        yield self.arrangers.current
        for places in range(FULL, ALL_CARDS + 1):
            yield partial(five_of, places)
        for size in range(FIRST_CARDS, ALL_CARDS + 1):
            yield partial(self.arrangers.current().found.best, _CARDS[:size])
        yield partial(automatics_in, _CARDS[:ALL_CARDS])
        yield partial(Kitties, _CARDS[:FIRST_CARDS])
        yield shipped_worths
        yield reference_deals
        yield self._weigh_declaring
        yield from prepare_finding()


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
