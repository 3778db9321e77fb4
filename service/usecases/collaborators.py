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
    RequestLog,
    RequestNames,
    RetryStore,
    Seeds,
    Store,
    TuningLog,
)


@dataclass(frozen=True, slots=True)
class Collaborators:
    """What the service works with, one for each port."""

    characters: CharacterStore
    clock: Clock
    dealer: Dealer
    draws: DrawStore
    identifiers: Identifiers
    seeds: Seeds
    tunings: LiveTuning
    tuning_log: TuningLog
    store: Store
    words: RandomWords
    pause: Pause
    retries: RetryStore
    request_names: RequestNames
    request_log: RequestLog
    metrics: Metrics
    rate_limits: RateLimits
    ledger: Ledger
    insight: InsightStore
    background: Background
