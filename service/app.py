"""The application: its resources, and what lies around all of them."""

from typing import Final

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from service import resources
from service.auth.rate_limit import LimitRate
from service.auth.require import admin_door, admin_routes, reception
from service.auth.tokens import Tokens
from service.catalogue.routes import catalogue_routes
from service.dependencies import Collaborators
from service.documentation.problem_routes import problem_routes
from service.documentation.routes import documentation_routes
from service.documentation.site import site
from service.metrics.routes import metrics_routes
from service.operations.routes import operation_routes
from service.pyramid.arrangers import Arrangers
from service.pyramid.tuple_routes import tuple_routes
from service.pyramid.warm_up import WarmUp
from service.settings import Settings
from service.web.api_flask import ApiFlask
from service.web.cross_origin import allow_origins
from service.web.problems import register_problems
from service.web.request_log import watch

WARM_UP: Final = "destiny.warm_up"
"""Among the application's extensions: what a worker calls once it listens, so that no caller waits for it."""


def create_app(settings: Settings, parts: Collaborators) -> Flask:
    """The service as a WSGI application."""
    app = ApiFlask("service", static_folder=None)
    app.url_map.merge_slashes = False  # a path with // is another path; Flask would answer it with a redirect
    _watch(app, settings, parts)
    register_problems(app)
    if settings.cors_origins:
        allow_origins(app, settings.cors_origins)
    tokens = _receive(app, settings, parts)
    require_admin = admin_door(tokens)
    memory = resources.Memory.over(parts)
    arrangers = Arrangers(parts.tunings)
    app.extensions[WARM_UP] = WarmUp(arrangers, parts.pause)
    for routes in (
        resources.actions(parts, memory),
        resources.records(parts, memory),
        resources.draws(parts),
        resources.characters(parts, memory, require_admin),
        catalogue_routes(parts.tunings),
        admin_routes(
            require_admin, resources.tuning(parts), resources.preview(parts), resources.insights(parts, memory)
        ),
        resources.pyramid(parts, arrangers),
        tuple_routes(),
        resources.piecepacks(parts),
        operation_routes(parts.store_health, parts.tunings),
        metrics_routes(parts.metrics, parts.store_health),
        documentation_routes(site()),
        problem_routes(site()),
    ):
        app.register_blueprint(routes)
    return app


def _watch(app: Flask, settings: Settings, parts: Collaborators) -> None:
    watch(app, parts.request_ids, parts.request_log, parts.metrics)
    if settings.trusted_proxies:
        # Around the watch, so that the log has the address of the caller too.
        proxied = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies, x_proto=0, x_host=0)
        app.wsgi_app = proxied  # type: ignore[method-assign]


def _receive(app: Flask, settings: Settings, parts: Collaborators) -> Tokens:
    tokens = Tokens(settings.admin_token, settings.api_tokens)
    a_minute = settings.rate_limit
    limit_rate = LimitRate(parts.rate_limits, parts.clock, a_minute, parts.tunings) if a_minute else None
    if tokens.for_games or limit_rate:
        app.before_request(reception(tokens, limit_rate))
    return tokens
