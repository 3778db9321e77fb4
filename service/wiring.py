"""The one place where the parts are put together: which adapter stands behind which port."""

from service.auth.redis import RedisRateLimits
from service.characters.redis import RedisCharacterStore
from service.dependencies import Collaborators
from service.draws.redis import RedisDrawStore
from service.idempotency.counting import CountedRetries
from service.idempotency.leases import ReturnedLeases
from service.idempotency.redis import RedisRetryStore
from service.insights.redis import RedisInsightStore
from service.metrics.definitions import (
    STORE_FAILURES,
    TUNING_CONFIRMED,
    TUNING_HISTORY_DIFFERS,
    TUNING_NEWEST,
    TUNING_OLDEST,
)
from service.metrics.folder import MetricsFolder
from service.metrics.ports import Metrics
from service.metrics.prometheus import PrometheusMetrics
from service.records.redis import RedisLedger
from service.settings import Settings
from service.store.client import connect
from service.store.embedded.server import embedded_url
from service.store.failures import FAILURES
from service.store.health import RedisStoreHealth
from service.system.background import BackgroundThreads
from service.system.clock import SystemClock, let_others_run
from service.system.entropy import EntropyPool, SystemDealer, SystemSeeds
from service.system.identifiers import NumberedRequestIds, TimeOrderedIdentifiers
from service.system.json_log import NoLines, RequestLines
from service.tuning.file import read_tuning_file
from service.tuning.history import TuningHistory
from service.tuning.last_good import LastGoodTuning
from service.tuning.live import LiveTunings
from service.tuning.ports import LiveTuning, NotLive
from service.tuning.redis import RedisTuningLog


def collaborators(settings: Settings) -> Collaborators:
    """The collaborators of a running service."""
    url = settings.redis_url or embedded_url(settings.data_dir)
    client = connect(url, settings.store_timeout_s)
    clock = SystemClock()
    tuning_log = RedisTuningLog(client)
    history = TuningHistory(tuning_log, read_tuning_file(settings.tuning_file))
    tunings = LiveTunings(history, clock, LastGoodTuning(settings.data_dir / "tuning-last-good.json"))
    metrics = _metrics(settings, tunings)
    background = BackgroundThreads()
    retries = ReturnedLeases(RedisRetryStore(client, settings.retry_bytes), background)
    return Collaborators(
        tunings=tunings,
        tuning_log=tuning_log,
        characters=RedisCharacterStore(client),
        draws=RedisDrawStore(client),
        retries=CountedRetries(retries, metrics),
        ledger=RedisLedger(client, settings.records),
        insight=RedisInsightStore(client),
        rate_limits=RedisRateLimits(client),
        store_health=RedisStoreHealth(client),
        dealer=SystemDealer(),
        words=EntropyPool(),
        seeds=SystemSeeds(),
        identifiers=TimeOrderedIdentifiers(),
        request_ids=NumberedRequestIds(),
        clock=clock,
        pause=let_others_run,
        background=background,
        request_log=RequestLines() if settings.logs_requests else NoLines(),
        metrics=metrics,
    )


def _metrics(settings: Settings, tunings: LiveTuning) -> Metrics:
    """Metrics that follow what others count or know."""
    metrics = PrometheusMetrics(MetricsFolder(settings.data_dir, settings.address))
    metrics.follow(STORE_FAILURES, lambda: FAILURES.so_far)
    for gauge in (TUNING_NEWEST, TUNING_OLDEST):
        metrics.follow(gauge, lambda: tunings.standing().revision)
    metrics.follow(TUNING_HISTORY_DIFFERS, lambda: tunings.standing().not_live is NotLive.OTHER_HISTORY)
    metrics.follow(TUNING_CONFIRMED, lambda: at.timestamp() if (at := tunings.standing().confirmed_at) else None)
    return metrics
