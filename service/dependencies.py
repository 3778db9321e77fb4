"""What the use cases work with: one collaborator for each port."""

from dataclasses import dataclass

from service.auth.ports import RateLimits
from service.characters.ports import CharacterStore
from service.draws.ports import DrawStore
from service.idempotency.ports import RetryStore
from service.insights.ports import InsightStore
from service.metrics.ports import Metrics
from service.records.ports import Ledger
from service.store.ports import StoreHealth
from service.system.ports import (
    Background,
    Clock,
    Dealer,
    Identifiers,
    Pause,
    RandomWords,
    RequestIds,
    RequestLog,
    Seeds,
)
from service.tuning.ports import LiveTuning, TuningLog


@dataclass(frozen=True, slots=True)
class Collaborators:
    """One for each port, in their order."""

    tunings: LiveTuning
    tuning_log: TuningLog
    characters: CharacterStore
    draws: DrawStore
    retries: RetryStore
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
    pause: Pause
    background: Background
    request_log: RequestLog
    metrics: Metrics
