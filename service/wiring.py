"""The composition root: builds an adapter for each port from the settings, and each use case once."""

from dataclasses import dataclass

from service.actions.batches import ResolveBatch
from service.actions.hands import CountHands
from service.actions.odds import QuoteOdds
from service.actions.resolve import ResolveAction
from service.actions.score import ScoreAction
from service.actions.serialized import RecordAndCount
from service.auth.file import FollowedApiTokens
from service.auth.ports import ApiTokens
from service.auth.rate_limit import LimitRate, RateLimits
from service.auth.redis import RedisRateLimits
from service.auth.turns import TakeCallersTurn
from service.characters.keep import KeepCharacters, RunEffects
from service.characters.lookup import CharacterLookup
from service.characters.ports import CharacterStore
from service.characters.redis import RedisCharacterStore
from service.characters.uses import CountCharacters
from service.draws.ports import DrawStore
from service.draws.promise import PromiseDraw
from service.draws.redis import RedisDrawStore
from service.engines.pauses import Pause
from service.idempotency.answer_once import AnswerOnce
from service.idempotency.follow_up import FollowUpLater
from service.idempotency.ports import IdempotencyStore
from service.idempotency.redis import RedisIdempotencyStore
from service.idempotency.store_wrappers import CountingIdempotencyStore, LeaseReturningStore
from service.insights.count import CountInsight
from service.insights.ports import InsightStore
from service.insights.read import ReadInsight
from service.insights.redis import RedisInsightStore
from service.metrics.definitions import (
    STORE_FAILURES,
    TUNING_CONFIRMED,
    TUNING_HISTORY_DIFFERS,
    TUNING_NEWEST,
    TUNING_OLDEST,
    Metrics,
)
from service.metrics.folder import MetricsFolder
from service.metrics.prometheus import PrometheusMetrics
from service.odds.curve import CountCurve
from service.odds.solve import SolveOdds
from service.odds.totals import CountTotals
from service.operators.file import FollowedOperators
from service.operators.ports import Operators
from service.piecepacks.deal import DealTiles
from service.piecepacks.table import QuoteTileOdds
from service.preview.preview import PreviewTuning
from service.pyramid.arrange import ArrangeCards
from service.pyramid.arrangers import Arrangers
from service.pyramid.deal import DealCards
from service.pyramid.decide import DecidePlay
from service.pyramid.evaluate import EvaluateHand, FindAutomatics
from service.pyramid.routes import PyramidUseCases
from service.pyramid.score import ScoreTable, SettleTable
from service.pyramid.warm_up import WarmUp
from service.records.keep import KeepRecords
from service.records.ports import Ledger
from service.records.read import ForgetRecords, ReadRecords
from service.records.redis import RedisLedger
from service.records.uses import CountRecords
from service.settings import Settings
from service.store.client import Client, store_client
from service.store.condition import StoreHealth
from service.store.embedded.server import embedded_url
from service.store.failures import FAILURES
from service.store.health import RedisStoreHealth
from service.system.background import BackgroundThreads
from service.system.clock import SystemClock, give_way, yield_to_event_loop
from service.system.entropy import EntropyPool, SystemDealer, SystemSeeds
from service.system.identifiers import NumberedRequestIds, TimeOrderedIdentifiers
from service.system.json_log import NoLines, RequestLines
from service.system.ports import (
    Background,
    Clock,
    Dealer,
    Identifiers,
    RandomWords,
    RequestIds,
    RequestLog,
    Seeds,
    TakeTurn,
)
from service.system.turns import Turns
from service.tuning.adopt import AdoptTuning
from service.tuning.change import ChangeTuning
from service.tuning.files import LastGoodTuning, read_tuning_file
from service.tuning.history import TuningHistory
from service.tuning.live import LiveTunings
from service.tuning.ports import LiveTuning, NotLive
from service.tuning.redis import RedisTuningLog
from service.tuning.warnings import WarnOfChange
from service.webhook.deliver import DeliverRevisions, Sender
from service.webhook.ports import Deliveries, Receiver
from service.webhook.receiver import HttpReceiver
from service.webhook.redis import RedisDeliveries


@dataclass(frozen=True, slots=True)
class Webhook:
    """The server that hears of revisions, and how far it has."""

    receiver: Receiver
    deliveries: Deliveries


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The history of the tuning, and one object for each port."""

    tunings: LiveTuning
    tuning_history: TuningHistory
    operators: Operators | None
    """None: no file of operators is set."""
    api_tokens: ApiTokens | None
    """None: no file of API tokens is set."""
    characters: CharacterStore
    draws: DrawStore
    idempotency: IdempotencyStore
    ledger: Ledger
    insight: InsightStore
    rate_limits: RateLimits
    webhook: Webhook | None
    """None: no address is set."""
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


@dataclass(frozen=True, slots=True)
class Service:
    """Every use case, each built once."""

    tunings: LiveTuning
    tuning_history: TuningHistory
    change_tuning: ChangeTuning
    adopt_tuning: AdoptTuning
    preview_tuning: PreviewTuning
    deliver_revisions: DeliverRevisions | None
    """None: no address is set."""
    resolve_batch: ResolveBatch
    score_action: ScoreAction
    quote_odds: QuoteOdds
    count_totals: CountTotals
    count_curve: CountCurve
    solve_odds: SolveOdds
    after_resolution: RecordAndCount
    read_records: ReadRecords
    forget_records: ForgetRecords
    read_insight: ReadInsight
    keep_characters: KeepCharacters
    run_effects: RunEffects
    promise_draw: PromiseDraw
    answer_once: AnswerOnce
    operators: Operators | None
    api_tokens: ApiTokens | None
    limit_rate: LimitRate | None
    """None: no limit."""
    take_turn: TakeTurn
    pyramid: PyramidUseCases
    warm_up: WarmUp
    deal_tiles: DealTiles
    quote_tile_odds: QuoteTileOdds
    store_health: StoreHealth
    request_ids: RequestIds
    request_log: RequestLog
    metrics: Metrics


def build_service(settings: Settings, over: Dependencies) -> Service:
    characters = CharacterLookup(over.characters, over.metrics)
    arrangers = Arrangers(over.tunings)
    records = KeepRecords(over.ledger, over.background, over.metrics, over.pause)
    counts = CountInsight(over.insight, over.background, over.identifiers, over.pause)
    warn = WarnOfChange(
        (
            CountCharacters(over.characters, over.pause),
            CountRecords(over.ledger, over.clock, over.pause),
        ),
        over.pause,
    )
    resolve_action = ResolveAction(over.dealer, over.tunings, over.identifiers, over.draws, characters, over.clock)
    a_minute = settings.rate_limit
    limit_rate = LimitRate(over.rate_limits, over.clock, a_minute, over.tunings) if a_minute else None
    take_turn = TakeCallersTurn(over.turns, limit_rate)
    return Service(
        tunings=over.tunings,
        tuning_history=over.tuning_history,
        change_tuning=ChangeTuning(over.tuning_history, over.tunings, over.clock, over.identifiers, warn),
        adopt_tuning=AdoptTuning(over.tuning_history, over.tunings, over.clock, over.identifiers),
        preview_tuning=PreviewTuning(over.tunings, over.tuning_history.shipped, warn, over.pause, take_turn),
        deliver_revisions=_deliver_revisions(settings, over),
        resolve_batch=ResolveBatch(resolve_action, over.pause),
        score_action=ScoreAction(over.tunings, characters, over.pause),
        quote_odds=QuoteOdds(over.tunings, characters, over.pause, take_turn),
        count_totals=CountTotals(over.tunings, characters, over.pause),
        count_curve=CountCurve(over.tunings, characters, over.pause, take_turn),
        solve_odds=SolveOdds(over.tunings, characters, over.pause),
        after_resolution=RecordAndCount(records, CountHands(over.metrics, counts), over.pause),
        read_records=ReadRecords(over.ledger, records),
        forget_records=ForgetRecords(over.ledger, records),
        read_insight=ReadInsight(over.insight, counts, over.tuning_history.log, over.clock, over.pause, take_turn),
        keep_characters=KeepCharacters(over.characters, over.tunings, over.clock),
        run_effects=RunEffects(over.characters, over.tunings),
        promise_draw=PromiseDraw(over.draws, over.seeds, over.identifiers, over.clock),
        answer_once=AnswerOnce(
            CountingIdempotencyStore(over.idempotency, over.metrics),
            FollowUpLater(over.idempotency, over.background),
        ),
        operators=over.operators,
        api_tokens=over.api_tokens,
        limit_rate=limit_rate,
        take_turn=take_turn,
        pyramid=PyramidUseCases(
            deal=DealCards(over.words, over.identifiers, over.draws, over.metrics),
            evaluate=EvaluateHand(arrangers),
            arrange=ArrangeCards(arrangers),
            automatics=FindAutomatics(over.tunings),
            score=ScoreTable(over.tunings),
            settle=SettleTable(over.tunings),
            decide=DecidePlay(arrangers, over.pause, take_turn),
        ),
        warm_up=WarmUp(arrangers, over.pause),
        deal_tiles=DealTiles(over.words, over.identifiers, over.draws, over.metrics),
        quote_tile_odds=QuoteTileOdds(over.pause, take_turn),
        store_health=over.store_health,
        request_ids=over.request_ids,
        request_log=over.request_log,
        metrics=over.metrics,
    )


def _deliver_revisions(settings: Settings, over: Dependencies) -> DeliverRevisions | None:
    if over.webhook is None:
        return None
    return DeliverRevisions(
        over.webhook.deliveries,
        over.webhook.receiver,
        Sender(settings.environment, settings.webhook_secret or ""),
        over.tuning_history,
        over.tunings,
        over.clock,
        over.identifiers,
        over.metrics,
    )


def build_dependencies(settings: Settings) -> Dependencies:
    """The adapters of a running service; tests pass fakes instead."""
    url = settings.redis_url or embedded_url(settings.data_dir)
    client = store_client(url, settings.store_timeout_s)
    wait = settings.replica_wait
    clock = SystemClock()
    history = TuningHistory(RedisTuningLog(client, wait=wait), read_tuning_file(settings.tuning_file), give_way)
    tunings = LiveTunings(history, clock, LastGoodTuning(settings.data_dir / "tuning-last-good.json"))
    metrics = _metrics(settings, tunings)
    background = BackgroundThreads()
    keep_s = 3600.0 * settings.idempotency_hours
    answers = RedisIdempotencyStore(client, settings.idempotency_bytes, wait=wait, keep_s=keep_s)
    return Dependencies(
        tunings=tunings,
        tuning_history=history,
        operators=_operators(settings),
        api_tokens=_api_tokens(settings),
        characters=RedisCharacterStore(client),
        draws=RedisDrawStore(client, wait=wait),
        idempotency=LeaseReturningStore(answers, background),
        ledger=RedisLedger(client, settings.records),
        insight=RedisInsightStore(client),
        rate_limits=RedisRateLimits(client),
        webhook=_webhook(settings.webhook_url, client),
        store_health=RedisStoreHealth(client, wait=wait),
        dealer=SystemDealer(),
        words=EntropyPool(),
        seeds=SystemSeeds(),
        identifiers=TimeOrderedIdentifiers(),
        request_ids=NumberedRequestIds(),
        clock=clock,
        pause=give_way,
        turns=Turns(yield_to_event_loop),
        background=background,
        request_log=RequestLines() if settings.logs_requests else NoLines(),
        metrics=metrics,
    )


def _webhook(url: str | None, client: Client) -> Webhook | None:
    return None if url is None else Webhook(HttpReceiver(url), RedisDeliveries(client, url))


def _operators(settings: Settings) -> Operators | None:
    if settings.operators_file is None:
        return None
    followed = FollowedOperators(settings.operators_file)
    followed.by_token()  # so that the log of a worker that starts says what is in the file
    return followed


def _api_tokens(settings: Settings) -> ApiTokens | None:
    if settings.api_tokens_file is None:
        return None
    followed = FollowedApiTokens(settings.api_tokens_file)
    followed.digests()  # for the log, as above
    return followed


def _metrics(settings: Settings, tunings: LiveTuning) -> Metrics:
    """Prometheus metrics, some of them read from the counters and the state of other parts at scrape time."""
    metrics = PrometheusMetrics(MetricsFolder(settings.data_dir, settings.address))
    metrics.observe_callback(STORE_FAILURES, lambda: FAILURES.so_far)
    for gauge in (TUNING_NEWEST, TUNING_OLDEST):
        metrics.observe_callback(gauge, lambda: tunings.standing().revision)
    metrics.observe_callback(TUNING_HISTORY_DIFFERS, lambda: tunings.standing().not_live is NotLive.OTHER_HISTORY)
    metrics.observe_callback(
        TUNING_CONFIRMED, lambda: at.timestamp() if (at := tunings.standing().confirmed_at) else None
    )
    return metrics
