"""The application over a fake for each port."""

from dataclasses import replace
from itertools import count
from typing import Final, TypedDict, Unpack

from flask import Flask

from service.app import create_app
from service.auth.ports import ApiTokens
from service.auth.rate_limit import RateLimits
from service.characters.ports import CharacterStore
from service.draws.ports import DrawStore
from service.engines.pauses import Pause
from service.idempotency.ports import IdempotencyStore
from service.insights.ports import InsightStore
from service.metrics.definitions import Metrics
from service.operators.ports import Operators
from service.records.ports import Ledger
from service.settings import Settings
from service.store.condition import StoreHealth
from service.system.ports import (
    Background,
    Clock,
    Dealer,
    Identifiers,
    RandomWords,
    RequestIds,
    RequestLog,
    Seeds,
)
from service.system.turns import Turns
from service.tuning.history import TuningHistory
from service.tuning.ports import LiveTuning, TuningLog
from service.wiring import Dependencies, Webhook, build_service
from tests.builders.tunings import shipped_revision
from tests.fakes.character_store import InMemoryCharacterStore
from tests.fakes.draw_store import InMemoryDrawStore
from tests.fakes.idempotency_store import InMemoryIdempotencyStore
from tests.fakes.insight_store import InMemoryInsightStore
from tests.fakes.ledger import InMemoryLedger
from tests.fakes.live_tuning import InMemoryLiveTuning
from tests.fakes.metrics import PlainMetrics
from tests.fakes.operators import ListedOperators
from tests.fakes.rate_limits import InMemoryRateLimits
from tests.fakes.store_health import FakeStoreHealth
from tests.fakes.system import (
    CountedYields,
    KnownSeeds,
    ListedLines,
    NotedBackground,
    NumberedIdentifiers,
    ScriptedDealer,
    StoppedClock,
)
from tests.fakes.tuning_log import InMemoryTuningLog

ADMIN_TOKEN: Final = "admin-token-of-the-tests"  # noqa: S105
AS_ADMIN: Final = {"Authorization": f"Bearer {ADMIN_TOKEN}"}
"""The headers of a request from the operator admin."""


class Chosen(TypedDict, total=False):
    """The dependencies that a test wants to choose."""

    tunings: LiveTuning
    tuning_history: TuningHistory
    operators: Operators | None
    api_tokens: ApiTokens | None
    characters: CharacterStore
    draws: DrawStore
    idempotency: IdempotencyStore
    ledger: Ledger
    insight: InsightStore
    rate_limits: RateLimits
    webhook: Webhook | None
    store_health: StoreHealth
    dealer: Dealer
    words: RandomWords
    seeds: Seeds
    identifiers: Identifiers
    request_ids: RequestIds
    clock: Clock
    pause: Pause
    turns: Turns
    background: Background
    request_log: RequestLog
    metrics: Metrics


def fake_dependencies() -> Dependencies:
    """New fakes for every port."""
    clock = StoppedClock()
    return Dependencies(
        **tuned_parts(InMemoryTuningLog(), clock),
        operators=ListedOperators(),
        api_tokens=None,
        characters=InMemoryCharacterStore(clock),
        draws=InMemoryDrawStore(clock),
        idempotency=InMemoryIdempotencyStore(clock),
        ledger=InMemoryLedger(),
        insight=InMemoryInsightStore(),
        rate_limits=InMemoryRateLimits(clock),
        webhook=None,
        store_health=FakeStoreHealth(),
        dealer=ScriptedDealer(),
        words=count(1),
        seeds=KnownSeeds(),
        identifiers=NumberedIdentifiers(),
        request_ids=NumberedIdentifiers(),
        pause=CountedYields(),
        turns=Turns(CountedYields()),
        background=NotedBackground(),
        request_log=ListedLines(),
        metrics=PlainMetrics(),
    )


class Tuned(TypedDict):
    """The dependencies that must share one tuning."""

    clock: Clock
    tuning_history: TuningHistory
    tunings: LiveTuning


def tuned_parts(log: TuningLog, clock: Clock) -> Tuned:
    """The dependencies of an application that follows this log."""
    history = TuningHistory(log, shipped_revision())
    return {"clock": clock, "tuning_history": history, "tunings": InMemoryLiveTuning(history, clock)}


def make_app(settings: Settings | None = None, **chosen: Unpack[Chosen]) -> Flask:
    """An application with these dependencies, and fakes for the others. Without an admin token it has no operators."""
    settings = settings or Settings(admin_token=ADMIN_TOKEN)
    if settings.admin_token is None:
        chosen.setdefault("operators", None)
    return app_over(settings, replace(fake_dependencies(), **chosen))


def app_over(settings: Settings, dependencies: Dependencies) -> Flask:
    return create_app(settings, build_service(settings, dependencies))
