"""The Flask application: the routes of every feature, and the request log, CORS and authentication around them."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from flask import Blueprint, Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service.actions.routes import ActionUseCases, action_routes
from service.auth.require import RequireRight, admin_routes, identify_caller, require_right
from service.auth.tokens import Tokens
from service.catalogue.routes import catalogue_routes
from service.characters.routes import character_routes
from service.console.files import console_files
from service.console.routes import console_routes
from service.documentation.made import site
from service.documentation.routes import documentation_routes, problem_routes
from service.draws.routes import draw_routes
from service.insights.routes import insight_routes
from service.odds.routes import odds_routes
from service.operations.routes import metrics_routes, operation_routes
from service.operators.routes import operator_routes
from service.piecepacks.routes import piecepacks_routes
from service.preview.routes import preview_routes
from service.problems import register_problems
from service.pyramid.routes import pyramid_routes
from service.pyramid.tuple_routes import tuple_routes
from service.records.routes import record_routes
from service.settings import Settings
from service.tuning.routes import tuning_routes
from service.verification.routes import verification_routes, verify_page_routes
from service.web.api_flask import ApiFlask
from service.web.cross_origin import allow_origins
from service.web.request_log import watch
from service.webhook.courier import start
from service.wiring import Service

WARM_UP: Final = "destiny.warm_up"
"""Key of `app.extensions`: a function that each worker calls as soon as it listens, so that no caller waits for it."""

WEBHOOK: Final = "destiny.webhook"
"""Key of `app.extensions`, where a webhook is set: a function that each worker calls once, to deliver in a thread."""


def create_app(settings: Settings, service: Service) -> Flask:
    app = ApiFlask("service", static_folder=None)
    app.url_map.merge_slashes = False  # a path with // is another path; Flask would answer it with a redirect
    _watch(app, settings, service)
    register_problems(app)
    if settings.cors_origins:
        allow_origins(app, settings.cors_origins)
    tokens = _authenticate(app, settings, service)
    app.extensions[WARM_UP] = partial(_warm_up, service)
    if service.deliver_revisions:
        app.extensions[WEBHOOK] = partial(start, service.deliver_revisions.step)
    for routes in _routes(settings, service, require_right(tokens)):
        app.register_blueprint(routes)
    return app


def _warm_up(service: Service) -> None:
    # What readiness asks comes first. Each reply of the store to it would otherwise wait behind a step of the rest.
    service.tunings.current()
    service.store_health.condition()
    service.warm_up()


def _routes(settings: Settings, service: Service, require: RequireRight) -> Iterator[Blueprint]:
    yield action_routes(
        ActionUseCases(service.resolve_batch, service.score_action, service.quote_odds),
        service.answer_once,
        service.after_resolution,
        service.take_turn,
    )
    yield odds_routes(service.count_totals, service.count_curve, service.solve_odds)
    yield record_routes(service.read_records)
    yield draw_routes(service.promise_draw, service.answer_once)
    yield verification_routes()
    yield verify_page_routes()
    yield character_routes(service.keep_characters, service.run_effects, service.forget_records, require)
    yield catalogue_routes(service.tunings)
    yield admin_routes(
        require,
        operator_routes(settings.environment),
        tuning_routes(
            service.tuning_history, service.tunings, service.change_tuning, service.adopt_tuning, service.take_turn
        ),
        preview_routes(service.preview_tuning),
        insight_routes(service.read_insight),
    )
    yield pyramid_routes(service.pyramid, service.answer_once)
    yield tuple_routes()
    yield piecepacks_routes(service.deal_tiles, service.quote_tile_odds, service.answer_once)
    yield operation_routes(service.store_health, service.tunings, settings.environment)
    yield metrics_routes(service.metrics, service.store_health)
    yield documentation_routes(site)
    yield console_routes(console_files)
    yield problem_routes(site)


def _watch(app: Flask, settings: Settings, service: Service) -> None:
    watch(app, service.request_ids, service.request_log, service.metrics)
    if settings.trusted_proxies:
        # Outside the request log, so that it too has the caller's own address.
        proxied = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0, x_host=0)
        app.wsgi_app = proxied  # type: ignore[method-assign]


def _authenticate(app: Flask, settings: Settings, service: Service) -> Tokens:
    tokens = Tokens(settings.admin_token, settings.api_tokens, service.operators, service.api_tokens)
    if tokens.for_games or service.limit_rate:
        app.before_request(identify_caller(tokens, service.limit_rate))
    return tokens
