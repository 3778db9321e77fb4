"""Doors: where a request may go on, and where it needs a token for that."""

from collections.abc import Callable
from typing import Final

from flask import request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, Unauthorized

from service.usecases.limit_rate import LimitRate
from service.web.callers import ADMIN, CALLER, Tokens
from service.web.rate_headers import keep_to_the_rate

Door = Callable[[], None]
"""Runs before a request; raises where it may not go on."""

API_PATHS: Final = "/v1/"
ADMIN_PATHS: Final = "/v1/admin/"
METRICS_PATH: Final = "/metrics"


def admin_door(tokens: Tokens) -> Door:
    """Lets in those who bear the admin token; nobody where there is none."""

    def check() -> None:
        if not tokens.for_admin:
            raise Forbidden("The admin routes are closed: the service runs without DESTINY_ADMIN_TOKEN.")
        if tokens.holder() != ADMIN:
            raise _refused("the admin token")
        request.environ[CALLER] = ADMIN

    return check


def reception(tokens: Tokens, limit_rate: LimitRate | None = None) -> Door:
    """Before everything under /v1: finds out who calls, how often, and lets in who has a token where there are some.

    What the admin's door guards is left to it, but counted here. Health and the contract are open, and not counted.
    """

    def check() -> None:
        path = request.path
        if not path.startswith(API_PATHS) and path != METRICS_PATH:
            return
        holder = tokens.holder()
        if holder is not None:
            request.environ[CALLER] = holder
        if limit_rate and path != METRICS_PATH:
            keep_to_the_rate(limit_rate, holder or request.remote_addr or "")
        if tokens.for_games and holder is None and not path.startswith(ADMIN_PATHS):
            raise _refused("an API token")

    return check


def _refused(token: str) -> Unauthorized:
    return Unauthorized(f"Send {token}: Authorization: Bearer <token>.", www_authenticate=WWWAuthenticate("bearer"))
