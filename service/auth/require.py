"""Checks before a request: the caller, its rate (draft-ietf-httpapi-ratelimit-headers-11), and admin access."""

from collections.abc import Callable
from math import ceil
from typing import Final

from flask import Blueprint, Response, after_this_request, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, Unauthorized

from service.auth.rate_limit import LimitRate, TooManyRequests
from service.auth.tokens import ADMIN, Tokens
from service.web.request_log import CALLER


def enforce_rate_limit(limit_rate: LimitRate, caller: str) -> None:
    """Count the request; raises `TooManyRequests` if it exceeds the limit. The response reports what is left."""
    allowance = limit_rate(caller)
    if allowance is None:
        return
    next_in_s = ceil(allowance.next_in_s)  # rounded up, so a retry is never too early

    @after_this_request
    def add_headers(response: Response) -> Response:
        response.headers["RateLimit-Policy"] = f'"caller";q={limit_rate.a_minute};w=60'
        response.headers["RateLimit"] = f'"caller";r={allowance.remaining};t={next_in_s}'
        return response

    if not allowance.allowed:
        raise TooManyRequests(next_in_s)


BeforeRequest = Callable[[], None]
"""Runs before a request; raises to refuse it."""

API_PATHS: Final = "/v1/"
ADMIN_PATHS: Final = "/v1/admin/"
METRICS_PATH: Final = "/metrics"


def require_admin(tokens: Tokens) -> BeforeRequest:
    """Allow only requests with the admin token; none if the service has no admin token."""

    def check() -> None:
        if not tokens.for_admin:
            raise Forbidden("The admin routes are closed: the service runs without DESTINY_ADMIN_TOKEN.")
        if tokens.holder() != ADMIN:
            raise _refused("the admin token")
        request.environ[CALLER] = ADMIN

    return check


def identify_caller(tokens: Tokens, limit_rate: LimitRate | None = None) -> BeforeRequest:
    """Identify the caller of /v1 and the metrics, and enforce its rate limit. A token is needed only if any are set.

    Admin requests are counted here and checked by `require_admin`. Metrics are not counted. Health and the contract
    need no token and are not counted.
    """

    def check() -> None:
        path = request.path
        if not path.startswith(API_PATHS) and path != METRICS_PATH:
            return
        holder = tokens.holder()
        if holder is not None:
            request.environ[CALLER] = holder
        if limit_rate and path != METRICS_PATH:
            enforce_rate_limit(limit_rate, holder or request.remote_addr or "")
        if tokens.for_games and holder is None and not path.startswith(ADMIN_PATHS):
            raise _refused("an API token")

    return check


def _refused(token: str) -> Unauthorized:
    return Unauthorized(f"Send {token}: Authorization: Bearer <token>.", www_authenticate=WWWAuthenticate("bearer"))


def admin_routes(admin_only: BeforeRequest, *blueprints: Blueprint) -> Blueprint:
    """Put the routes of these blueprints under /v1/admin, for the admin only."""
    routes = Blueprint("admin", __name__, url_prefix="/v1/admin")
    routes.before_request(admin_only)
    for blueprint in blueprints:
        routes.register_blueprint(blueprint)
    return routes
