"""The one place where the parts are put together: which adapter stands behind which port."""

from dataclasses import dataclass

from service.adapters.clock import SystemClock
from service.adapters.draw_store import RedisDrawStore
from service.adapters.embedded_store import embedded_url
from service.adapters.entropy import EntropyPool, SystemDealer, SystemSeeds, TimeOrderedIdentifiers
from service.adapters.pauses import let_others_run
from service.adapters.redis_client import RedisHealth, connect
from service.adapters.tuning_file import FileTuningStore
from service.settings import Settings
from service.usecases.ports import (
    Clock,
    Dealer,
    DrawStore,
    Identifiers,
    Pause,
    RandomWords,
    Seeds,
    Store,
    TuningStore,
)


@dataclass(frozen=True, slots=True)
class Collaborators:
    """What the service works with, one for each port."""

    clock: Clock
    dealer: Dealer
    draws: DrawStore
    identifiers: Identifiers
    tunings: TuningStore
    seeds: Seeds
    store: Store
    words: RandomWords
    pause: Pause


def collaborators(settings: Settings) -> Collaborators:
    """The collaborators of a running service."""
    url = settings.redis_url or embedded_url(settings.data_dir)
    client = connect(url, settings.store_timeout_s)
    return Collaborators(
        clock=SystemClock(),
        dealer=SystemDealer(),
        draws=RedisDrawStore(client),
        identifiers=TimeOrderedIdentifiers(),
        tunings=FileTuningStore(settings.tuning_file),
        seeds=SystemSeeds(),
        store=RedisHealth(client),
        words=EntropyPool(),
        pause=let_others_run,
    )
