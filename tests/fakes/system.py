"""Fakes for the system's ports: the dealer, identifiers, seeds, the clock, background work and the log."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import cycle, islice

from service.engines.draws import Hand
from service.system.ports import Deferred
from tests.builders.hands import PAIR


class ScriptedDealer:
    """Deals the given hands in turn, and starts again after the last."""

    def __init__(self, *hands: Hand) -> None:
        self._hands = cycle(hands or (PAIR,))
        self.asked_for: list[int] = []
        """How many hands each call asked for."""

    @property
    def draws(self) -> int:
        """The number of calls."""
        return len(self.asked_for)

    @property
    def dealt(self) -> int:
        """The total number of hands."""
        return sum(self.asked_for)

    def deal(self, hands: int) -> Sequence[Hand]:
        self.asked_for.append(hands)
        return tuple(islice(self._hands, hands))


def numbered(number: int) -> str:
    """An identifier that looks real and ends with this number."""
    return f"01930000-0000-7000-8000-{number:012}"


@dataclass(slots=True)
class NumberedIdentifiers:
    """Returns the identifiers numbered 1, 2 and so on."""

    given: int = 0
    """How many it has returned."""

    def new(self) -> str:
        self.given += 1
        return numbered(self.given)


@dataclass(frozen=True, slots=True)
class KnownSeeds:
    """The same seed for every draw: by default the bytes 0 to 31."""

    seed: bytes = bytes(range(32))

    def new(self) -> bytes:
        return self.seed


@dataclass(slots=True)
class StoppedClock:
    """A clock that only the test moves."""

    time: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def now(self) -> datetime:
        return self.time

    def pass_time(self, **duration: float) -> None:
        """Move the clock forward, by `seconds=1`, `hours=2` and so on."""
        self.time += timedelta(**duration)


@dataclass(slots=True)
class CountedYields:
    """Counts the yields to the event loop."""

    taken: int = 0

    def __call__(self) -> None:
        self.taken += 1


@dataclass(slots=True)
class NotedTurns:
    """Gives every turn at once, and records the price of each."""

    prices: list[int] = field(default_factory=list)

    def __call__(self, units: int) -> AbstractContextManager[None]:
        self.prices.append(units)
        return nullcontext()


@dataclass
class NotedBackground:
    """Runs nothing, and records what it was asked to run."""

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
        self.lines.append(line)
