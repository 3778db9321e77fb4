"""Checks before a request: the caller, its rate (draft-ietf-httpapi-ratelimit-headers-11), and an operator's rights."""

from collections.abc import Callable
from math import ceil
from typing import Final

from flask import Blueprint, Response, after_this_request, request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, Unauthorized

from service.auth.rate_limit import LimitRate, TooManyRequests
from service.auth.tokens import Tokens
from service.operators.request import right_needed, set_operator
from service.operators.roles import LOWEST_ROLE, Operator, Right, Role
from service.web.request_log import CALLER


def charge(limit_rate: LimitRate, units: int = 1, charged: int = 0) -> None:
    """Charge the caller of the request these units, of which it has been charged some already.

    No request costs more than a minute's units, so that each is possible under every limit. Raises `TooManyRequests` if
    the caller has too few. The response reports the cost, and what is left.
    """
    cost = min(units, limit_rate.a_minute)
    allowance = limit_rate(current_caller(), cost - charged) if cost > charged else None
    if allowance is None:
        return

    @after_this_request
    def add_headers(response: Response) -> Response:
        response.headers["RateLimit-Policy"] = f'"caller";q={limit_rate.a_minute};w=60'
        response.headers["RateLimit"] = f'"caller";r={allowance.remaining};t={ceil(allowance.next_in_s)}'
        response.headers["RateLimit-Cost"] = str(cost)
        return response

    if not allowance.allowed:
        # A retry is charged the first units again. Rounded up, so that it is never too early.
        again_s = charged * 60 / limit_rate.a_minute
        raise TooManyRequests(cost, allowance.remaining, ceil(allowance.enough_in_s + again_s))


def current_caller() -> str:
    """The name of the caller that sent the request, or else its address."""
    return request.environ.get(CALLER) or request.remote_addr or ""


BeforeRequest = Callable[[], None]
"""Runs before a request; raises to refuse it."""

API_PATHS: Final = "/v1/"
ADMIN_PATHS: Final = "/v1/admin/"
METRICS_PATH: Final = "/metrics"
ADMIN_BLUEPRINT: Final = "admin"


RequireRight = Callable[[Right], None]
"""Raises unless the request comes from an operator with this right."""


def require_right(tokens: Tokens) -> RequireRight:
    """Allow only operators with the right; no one if the service has no operators."""

    def check(right: Right) -> None:
        if not tokens.for_operators:
            raise Forbidden(
                "The admin routes are closed: the service runs without DESTINY_ADMIN_TOKEN and DESTINY_OPERATORS_FILE."
            )
        holder = tokens.holder()
        if holder is None or holder.operator is None:
            raise _refused("an operator's token")
        request.environ[CALLER] = holder.name
        set_operator(holder.operator)
        _check_right(holder.operator, right)

    return check


def _check_right(operator: Operator, right: Right) -> None:
    if not operator.has(right):
        needed = LOWEST_ROLE[right]
        higher = "" if needed is Role.ADMIN else " or a higher one"
        raise Forbidden(f"This needs the role {needed}{higher}; {operator.name} has the role {operator.role}.")


def identify_caller(tokens: Tokens, limit_rate: LimitRate | None = None) -> BeforeRequest:
    """Identify the caller of /v1 and the metrics, and enforce its rate limit. A token is needed only if any are set.

    Where tokens are needed, an operator needs the right that the view declares, or else the right to read. Admin
    requests are counted here and checked by `require_right`. Metrics are not counted. Health and the contract
    need no token and are not counted.
    """

    def check() -> None:
        path = request.path
        if not path.startswith(API_PATHS) and path != METRICS_PATH:
            return
        holder = tokens.holder()
        if holder is not None:
            request.environ[CALLER] = holder.name
        if limit_rate and path != METRICS_PATH:
            charge(limit_rate)
        if not tokens.for_games or path.startswith(ADMIN_PATHS):
            return
        if holder is None:
            raise _refused("an API token")
        if holder.operator is not None:
            _check_right(holder.operator, right_needed() or Right.READ)

    return check


def _refused(token: str) -> Unauthorized:
    wrong = f"The header Authorization does not have {token}. " if request.environ.get("HTTP_AUTHORIZATION") else ""
    detail = f"{wrong}Send {token}: Authorization: Bearer <token>."
    return Unauthorized(detail, www_authenticate=WWWAuthenticate("bearer"))


def admin_routes(require: RequireRight, *blueprints: Blueprint) -> Blueprint:
    """Put the routes of these blueprints under /v1/admin, each for operators with the right that it declares."""
    routes = Blueprint(ADMIN_BLUEPRINT, __name__, url_prefix="/v1/admin")

    @routes.before_request
    def check() -> None:
        right = right_needed()
        if right is None:
            raise AssertionError(f"{request.endpoint} declares no right.")
        require(right)

    for blueprint in blueprints:
        routes.register_blueprint(blueprint)
    return routes
