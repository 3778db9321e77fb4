"""The application: use cases over their collaborators, routes over the use cases."""

from flask import Blueprint, Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.settings import Settings
from service.usecases.answer_once import AnswerOnce
from service.usecases.change_tuning import ChangeTuning
from service.usecases.count_insight import CountInsight
from service.usecases.deal_tiles import DealTiles
from service.usecases.keep_characters import KeepCharacters
from service.usecases.keep_records import KeepRecords
from service.usecases.known_characters import KnownCharacters
from service.usecases.limit_rate import LimitRate
from service.usecases.preview_tuning import PreviewTuning
from service.usecases.promise_draw import PromiseDraw
from service.usecases.pyramid.arrange_cards import ArrangeCards
from service.usecases.pyramid.arrangers import Arrangers
from service.usecases.pyramid.deal_cards import DealCards
from service.usecases.pyramid.decide_play import DecidePlay
from service.usecases.pyramid.evaluate_hand import EvaluateHand
from service.usecases.pyramid.find_automatics import FindAutomatics
from service.usecases.pyramid.score_table import ScoreTable, SettleTable
from service.usecases.quote_odds import QuoteOdds
from service.usecases.read_insight import ReadInsight
from service.usecases.read_records import ReadRecords
from service.usecases.resolve_action import ResolveAction
from service.usecases.run_effects import RunEffects
from service.usecases.score_action import ScoreAction
from service.usecases.tuning_history import TuningHistory
from service.web.action_routes import action_routes
from service.web.admin_routes import admin_routes
from service.web.callers import Tokens
from service.web.catalogue_routes import catalogue_routes
from service.web.character_routes import character_routes
from service.web.documentation_routes import documentation_routes
from service.web.doors import admin_door, reception
from service.web.draw_routes import draw_routes
from service.web.insight_routes import insight_routes
from service.web.metrics_routes import metrics_routes
from service.web.operation_routes import operation_routes
from service.web.piecepacks_routes import piecepacks_routes
from service.web.preview_routes import preview_routes
from service.web.problems import register_problems
from service.web.pyramid_routes import PyramidTable, pyramid_routes
from service.web.record_routes import record_routes
from service.web.remembering import RememberResolutions
from service.web.request_watch import watch
from service.web.tuning_routes import tuning_routes
from service.web.tuple_routes import tuple_routes
from service.wiring import Collaborators


def create_app(settings: Settings, parts: Collaborators) -> Flask:
    """The service as a WSGI application."""
    app = Flask("service", static_folder=None)
    app.url_map.merge_slashes = False  # a path with // is another path; Flask would answer it with a redirect
    _watch(app, settings, parts)
    register_problems(app)
    tokens = _receive(app, settings, parts)
    answer_once = AnswerOnce(parts.retries)
    characters = KnownCharacters(parts.characters, parts.metrics)
    keep_records = KeepRecords(parts.ledger, parts.background, parts.metrics)
    count_insight = CountInsight(parts.insight, parts.background, parts.identifiers)
    app.register_blueprint(
        action_routes(
            _resolve_action(parts, characters),
            ScoreAction(parts.tunings, characters),
            QuoteOdds(parts.tunings, characters),
            answer_once,
            RememberResolutions(keep_records, count_insight),
        )
    )
    app.register_blueprint(record_routes(ReadRecords(parts.ledger, keep_records)))
    app.register_blueprint(
        character_routes(
            KeepCharacters(parts.characters, parts.tunings, parts.clock),
            RunEffects(parts.characters, parts.tunings),
        )
    )
    app.register_blueprint(
        draw_routes(PromiseDraw(parts.draws, parts.seeds, parts.identifiers, parts.clock), answer_once)
    )
    app.register_blueprint(catalogue_routes(parts.tunings))
    app.register_blueprint(piecepacks_routes(DealTiles(parts.words, parts.metrics), answer_once))
    preview = preview_routes(PreviewTuning(parts.tunings))
    insights = insight_routes(ReadInsight(parts.insight, count_insight, parts.clock))
    app.register_blueprint(admin_routes(admin_door(tokens), _tuning_room(parts), preview, insights))
    app.register_blueprint(pyramid_routes(_pyramid_table(parts), answer_once))
    app.register_blueprint(tuple_routes())
    app.register_blueprint(operation_routes(parts.store, parts.tunings))
    app.register_blueprint(metrics_routes(parts.metrics, parts.store))
    app.register_blueprint(documentation_routes())
    return app


def _watch(app: Flask, settings: Settings, parts: Collaborators) -> None:
    watch(app, parts.request_names, parts.request_log, parts.metrics)
    if settings.trusted_proxies:
        # Around the watch, so that the log has the address of the caller too.
        proxied = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0, x_host=0)
        app.wsgi_app = proxied  # type: ignore[method-assign]


def _receive(app: Flask, settings: Settings, parts: Collaborators) -> Tokens:
    tokens = Tokens(settings.admin_token, settings.api_tokens)
    limit_rate = LimitRate(parts.rate_limits, parts.clock, settings.rate_limit) if settings.rate_limit else None
    if tokens.for_games or limit_rate:
        app.before_request(reception(tokens, limit_rate))
    return tokens


def _pyramid_table(parts: Collaborators) -> PyramidTable:
    arrangers = Arrangers(parts.tunings)
    return PyramidTable(
        deal=DealCards(parts.words, parts.metrics),
        evaluate=EvaluateHand(arrangers),
        arrange=ArrangeCards(arrangers),
        automatics=FindAutomatics(parts.tunings),
        score=ScoreTable(parts.tunings),
        settle=SettleTable(parts.tunings),
        decide=DecidePlay(arrangers, parts.pause),
    )


def _resolve_action(parts: Collaborators, characters: KnownCharacters) -> ResolveAction:
    return ResolveAction(
        parts.dealer, parts.tunings, parts.identifiers, parts.draws, parts.metrics, characters, parts.clock
    )


def _tuning_room(parts: Collaborators) -> Blueprint:
    history = TuningHistory(parts.tuning_log, parts.tunings.shipped)
    change_tuning = ChangeTuning(history, parts.tunings, parts.clock, parts.identifiers)
    return tuning_routes(history, parts.tunings, change_tuning)
