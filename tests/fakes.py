"""A fake for each port, and the application over them."""

from collections import Counter as Counts
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import count, cycle, islice
from typing import Final, TypedDict, Unpack

from flask import Flask

from service.app import create_app
from service.auth.rate_limit import RateLimits
from service.characters.ports import CharacterStore
from service.draws.ports import DrawStore
from service.engines.draws import Hand
from service.idempotency.ports import IdempotencyStore
from service.insights.ports import InsightStore
from service.metrics.definitions import Counter, Gauge, Metrics
from service.records.ports import Ledger
from service.settings import Settings
from service.store.condition import StoreCondition, StoreHealth, StoreState
from service.system.ports import (
    Background,
    Clock,
    Dealer,
    Deferred,
    Identifiers,
    RandomWords,
    RequestIds,
    RequestLog,
    Seeds,
    YieldToEventLoop,
)
from service.tuning.history import TuningHistory
from service.tuning.ports import LiveTuning, TuningLog
from service.wiring import Dependencies, build_service
from tests.hands import PAIR
from tests.in_memory.character_store import InMemoryCharacterStore
from tests.in_memory.draw_store import InMemoryDrawStore
from tests.in_memory.idempotency_store import InMemoryIdempotencyStore
from tests.in_memory.insight_store import InMemoryInsightStore
from tests.in_memory.ledger import InMemoryLedger
from tests.in_memory.live_tuning import InMemoryLiveTuning
from tests.in_memory.rate_limits import InMemoryRateLimits
from tests.in_memory.tuning_log import InMemoryTuningLog
from tests.tunings import shipped_revision

ADMIN_TOKEN: Final = "admin-token-of-the-tests"  # noqa: S105
AS_ADMIN: Final = {"Authorization": f"Bearer {ADMIN_TOKEN}"}
"""The headers of an admin's request."""


class ScriptedDealer:
    """Deals the given hands in turn, from the first again after the last, and counts what it dealt."""

    def __init__(self, *hands: Hand) -> None:
        self._hands = cycle(hands or (PAIR,))
        self.draws = 0
        """How often it was asked to deal."""
        self.dealt = 0
        """How many hands it dealt in all."""

    def deal(self, hands: int) -> Sequence[Hand]:
        """The next hands of the script."""
        self.draws += 1
        self.dealt += hands
        return tuple(islice(self._hands, hands))


class NumberedIdentifiers:
    """Identifiers that look real and say how many came before: ...0001, ...0002."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def new(self) -> str:
        """The next one."""
        return f"01930000-0000-7000-8000-{next(self._numbers):012}"


@dataclass(frozen=True, slots=True)
class KnownSeeds:
    """The same seed for every draw: the bytes 0 to 31 unless told otherwise."""

    seed: bytes = bytes(range(32))

    def new(self) -> bytes:
        """The seed."""
        return self.seed


@dataclass(slots=True)
class FakeStoreHealth:
    """A store in the state that the test wants."""

    state: StoreState = StoreState.UP
    said: str | None = None
    warnings: tuple[str, ...] = ()

    def reachable(self) -> bool:
        """Whether the test wants it to answer."""
        return self.state is not StoreState.DOWN

    def condition(self) -> StoreCondition:
        """As the test wants it."""
        return StoreCondition(self.state, self.said, warnings=self.warnings)


@dataclass(slots=True)
class CountedYields:
    """Counts how often the event loop was yielded to."""

    taken: int = 0

    def __call__(self) -> None:
        """One more."""
        self.taken += 1


class ListedLines:
    """A log that keeps its lines."""

    def __init__(self) -> None:
        self.lines: list[Mapping[str, object]] = []

    def write(self, line: Mapping[str, object]) -> None:
        """Keep the line."""
        self.lines.append(line)


class PlainMetrics:
    """Numbers in plain tables."""

    def __init__(self) -> None:
        self.requests: list[tuple[str, str | None, int]] = []
        """Method, route and status of each, in the order in which they were answered."""
        self.counts: Counts[tuple[Counter, str]] = Counts()
        self.gauges: dict[Gauge, float] = {}

    def observe_request(self, method: str, route: str | None, status: int, seconds: float) -> None:
        """Remember the request."""
        assert seconds >= 0
        self.requests.append((method, route, status))

    def count(self, counter: Counter, amount: int = 1, label: str = "") -> None:
        """Add to the count, which is of a label that the counter has."""
        assert label in counter.values
        self.counts[counter, label] += amount

    def set_gauge(self, gauge: Gauge, value: float) -> None:
        """Remember the last value."""
        self.gauges[gauge] = value

    def exposition(self) -> bytes:
        """Something in its place."""
        return b"# numbers\n"


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


class IdleBackground:
    """Does nothing by itself: what waits is done when somebody wants to see it."""

    def take_on(self, work: Deferred, pause_s: float) -> Callable[[], None]:
        """Take it on, and sleep."""
        del work, pause_s
        return lambda: None


class Chosen(TypedDict, total=False):
    """The dependencies that a test wants to choose."""

    tunings: LiveTuning
    tuning_history: TuningHistory
    characters: CharacterStore
    draws: DrawStore
    idempotency: IdempotencyStore
    ledger: Ledger
    insight: InsightStore
    rate_limits: RateLimits
    store_health: StoreHealth
    dealer: Dealer
    words: RandomWords
    seeds: Seeds
    identifiers: Identifiers
    request_ids: RequestIds
    clock: Clock
    yield_to_event_loop: YieldToEventLoop
    background: Background
    request_log: RequestLog
    metrics: Metrics


def fake_dependencies() -> Dependencies:
    """A fake for every port; nothing has happened to them yet."""
    clock = StoppedClock()
    return Dependencies(
        **tuned_parts(InMemoryTuningLog(), clock),
        characters=InMemoryCharacterStore(clock),
        draws=InMemoryDrawStore(clock),
        idempotency=InMemoryIdempotencyStore(clock),
        ledger=InMemoryLedger(),
        insight=InMemoryInsightStore(),
        rate_limits=InMemoryRateLimits(clock),
        store_health=FakeStoreHealth(),
        dealer=ScriptedDealer(),
        words=count(1),
        seeds=KnownSeeds(),
        identifiers=NumberedIdentifiers(),
        request_ids=NumberedIdentifiers(),
        yield_to_event_loop=CountedYields(),
        background=IdleBackground(),
        request_log=ListedLines(),
        metrics=PlainMetrics(),
    )


class Tuned(TypedDict):
    """The dependencies that have to agree about the tuning."""

    clock: Clock
    tuning_history: TuningHistory
    tunings: LiveTuning


def tuned_parts(log: TuningLog, clock: Clock) -> Tuned:
    """The dependencies of an application that follows this log."""
    history = TuningHistory(log, shipped_revision())
    return {"clock": clock, "tuning_history": history, "tunings": InMemoryLiveTuning(history, clock)}


def make_app(settings: Settings | None = None, **chosen: Unpack[Chosen]) -> Flask:
    """The application over these dependencies, and over fakes for those left out."""
    return app_over(settings or Settings(admin_token=ADMIN_TOKEN), replace(fake_dependencies(), **chosen))


def app_over(settings: Settings, dependencies: Dependencies) -> Flask:
    """The application over these dependencies."""
    return create_app(settings, build_service(settings, dependencies))
