"""The one place where the parts are put together: which adapter stands behind which port."""

from dataclasses import dataclass

from service.adapters.clock import SystemClock
from service.adapters.draw_store import RedisDrawStore
from service.adapters.embedded_store import embedded_url
from service.adapters.entropy import EntropyPool, SystemDealer, SystemSeeds, TimeOrderedIdentifiers
from service.adapters.last_good_tuning import LastGoodTuning
from service.adapters.live_tunings import LiveTunings
from service.adapters.pauses import let_others_run
from service.adapters.redis_client import RedisHealth, connect
from service.adapters.retry_store import RedisRetryStore
from service.adapters.tuning_file import FileTuningStore
from service.adapters.tuning_log import RedisTuningLog
from service.settings import Settings
from service.usecases.ports import (
    Clock,
    Dealer,
    DrawStore,
    Identifiers,
    LiveTuning,
    Pause,
    RandomWords,
    RetryStore,
    Seeds,
    Store,
    TuningLog,
)
from service.usecases.tuning_history import TuningHistory


@dataclass(frozen=True, slots=True)
class Collaborators:
    """What the service works with, one for each port."""

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


def collaborators(settings: Settings) -> Collaborators:
    """The collaborators of a running service."""
    url = settings.redis_url or embedded_url(settings.data_dir)
    client = connect(url, settings.store_timeout_s)
    clock = SystemClock()
    tuning_log = RedisTuningLog(client)
    history = TuningHistory(tuning_log, FileTuningStore(settings.tuning_file).current())
    return Collaborators(
        clock=clock,
        dealer=SystemDealer(),
        draws=RedisDrawStore(client),
        identifiers=TimeOrderedIdentifiers(),
        seeds=SystemSeeds(),
        tunings=LiveTunings(history, clock, LastGoodTuning(settings.data_dir / "tuning-last-good.json")),
        tuning_log=tuning_log,
        store=RedisHealth(client),
        words=EntropyPool(),
        pause=let_others_run,
        retries=RedisRetryStore(client, settings.retry_bytes),
    )
