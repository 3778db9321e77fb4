"""What the use cases work with: one collaborator for each port."""

from dataclasses import dataclass

from service.usecases.ports import (
    Background,
    CharacterStore,
    Clock,
    Dealer,
    DrawStore,
    Identifiers,
    InsightStore,
    Ledger,
    LiveTuning,
    Metrics,
    Pause,
    RandomWords,
    RateLimits,
    RequestIds,
    RequestLog,
    RetryStore,
    Seeds,
    StoreHealth,
    TuningLog,
)


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
