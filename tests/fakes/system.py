"""Fakes for the ports of the system: chance, names, time, work in the background, the log."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice

from service.engines.draws import Hand
from service.system.ports import Deferred
from tests.builders.hands import PAIR


class ScriptedDealer:
    """Deals the given hands in turn, from the first again after the last."""

    def __init__(self, *hands: Hand) -> None:
        self._hands = cycle(hands or (PAIR,))
        self.asked_for: list[int] = []
        """How many hands each call asked for."""

    @property
    def draws(self) -> int:
        """How often it was asked to deal."""
        return len(self.asked_for)

    @property
    def dealt(self) -> int:
        """How many hands it dealt in all."""
        return sum(self.asked_for)

    def deal(self, hands: int) -> Sequence[Hand]:
        """The next hands of the script."""
        self.asked_for.append(hands)
        return tuple(islice(self._hands, hands))


def numbered(number: int) -> str:
    """The identifier with this number: it looks real and says its number."""
    return f"01930000-0000-7000-8000-{number:012}"


@dataclass(slots=True)
class NumberedIdentifiers:
    """Gives out the identifiers numbered 1, 2 and so on."""

    given: int = 0
    """How many it gave out."""

    def new(self) -> str:
        """The next one."""
        self.given += 1
        return numbered(self.given)


@dataclass(frozen=True, slots=True)
class KnownSeeds:
    """The same seed for every draw: the bytes 0 to 31 unless told otherwise."""

    seed: bytes = bytes(range(32))

    def new(self) -> bytes:
        """The seed."""
        return self.seed


@dataclass(slots=True)
class StoppedClock:
    """A clock that goes on when the test says so."""

    time: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        """The time that the test has set."""
        return self.time

    def pass_time(self, **duration: float) -> None:
        """Let time pass: seconds=1, hours=2 and so on."""
        self.time += timedelta(**duration)


@dataclass(slots=True)
class CountedYields:
    """Counts how often the event loop was yielded to."""

    taken: int = 0

    def __call__(self) -> None:
        """One more."""
        self.taken += 1


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


class ListedLines:
    """A log that keeps its lines."""

    def __init__(self) -> None:
        self.lines: list[Mapping[str, object]] = []

    def write(self, line: Mapping[str, object]) -> None:
        """Keep the line."""
        self.lines.append(line)
