"""Fakes for the ports of the use cases."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from service.characters.lookup import CharacterLookup
from service.engines.draws import Hand
from service.system.ports import Deferred
from service.tuning.revisions import TuningRevision
from tests.fakes import PlainMetrics, StoppedClock
from tests.in_memory.character_store import InMemoryCharacterStore
from tests.tunings import document_with


@dataclass
class StackedDealer:
    """Deals the hands it was given, and remembers how many it was asked for."""

    hands: Sequence[Hand]
    asked_for: list[int] = field(default_factory=list)

    def deal(self, hands: int) -> Sequence[Hand]:
        self.asked_for.append(hands)
        return self.hands[:hands]


@dataclass
class CountingIdentifiers:
    """Gives out id-1, id-2 and so on."""

    given: int = 0

    def new(self) -> str:
        self.given += 1
        return f"id-{self.given}"


@dataclass
class RememberedTunings:
    """Revisions in memory; the last one is live."""

    revisions: tuple[TuningRevision, ...]

    def current(self) -> TuningRevision:
        return self.revisions[-1]

    def revision(self, number: int) -> TuningRevision | None:
        return next((revision for revision in self.revisions if revision.number == number), None)


@dataclass
class NotedBackground:
    """Does nothing, and notes what it was asked for."""

    taken_on: list[tuple[Deferred, float]] = field(default_factory=list)
    woken: int = 0

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        self.taken_on.append((work, pause_s))
        return self.wake

    def wake(self) -> None:
        self.woken += 1


TUNINGS = RememberedTunings(
    (
        TuningRevision.read(6, document_with(skill_curve="published")),
        TuningRevision.read(7, document_with()),
    )
)
"""The live one has the formula, the one before it the published curve."""


def no_characters() -> CharacterLookup:
    """Knows nobody."""
    return CharacterLookup(InMemoryCharacterStore(StoppedClock()), PlainMetrics())
