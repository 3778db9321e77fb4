"""The one place where the parts are put together: which adapter stands behind which port."""

from service.adapters.background import BackgroundThreads
from service.adapters.character_store import RedisCharacterStore
from service.adapters.clock import SystemClock
from service.adapters.draw_store import RedisDrawStore
from service.adapters.embedded_store import embedded_url
from service.adapters.entropy import EntropyPool, SystemDealer, SystemSeeds
from service.adapters.identifiers import NumberedRequestIds, TimeOrderedIdentifiers
from service.adapters.insight_store import RedisInsightStore
from service.adapters.json_log import NoLines, RequestLines
from service.adapters.last_good_tuning import LastGoodTuning
from service.adapters.ledger import RedisLedger
from service.adapters.live_tunings import LiveTunings
from service.adapters.metrics_folder import MetricsFolder
from service.adapters.pauses import let_others_run
from service.adapters.prometheus_metrics import PrometheusMetrics
from service.adapters.rate_limits import RedisRateLimits
from service.adapters.redis_client import connect
from service.adapters.retry_store import RedisRetryStore
from service.adapters.store_answers import FAILURES
from service.adapters.store_health import RedisStoreHealth
from service.adapters.tuning_file import read_tuning_file
from service.adapters.tuning_log import RedisTuningLog
from service.settings import Settings
from service.usecases.collaborators import Collaborators
from service.usecases.counted_retries import CountedRetries
from service.usecases.measures import (
    STORE_FAILURES,
    TUNING_CONFIRMED,
    TUNING_HISTORY_DIFFERS,
    TUNING_NEWEST,
    TUNING_OLDEST,
)
from service.usecases.ports import LiveTuning, Metrics
from service.usecases.returned_leases import ReturnedLeases
from service.usecases.tuning_history import TuningHistory
from service.usecases.tuning_standing import NotLive


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
