"""CORS: lets pages from the origins that the operator has listed call the API from a browser."""

from collections.abc import Callable, Collection
from typing import Final

from flask import Flask, Response, current_app, request

SENT: Final = "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Request-Id"
"""Request headers that a page may send."""
EXPOSED: Final = (
    "ETag, Idempotent-Replayed, Location, RateLimit, RateLimit-Cost, RateLimit-Policy, Retry-After, "
    "WWW-Authenticate, X-Request-Id"
)
"""Response headers that a page may read, in addition to those that every page may."""
PREFLIGHT_MAX_AGE_S: Final = 600


def allow_origins(app: Flask, origins: Collection[str]) -> None:
    """Let pages from these origins call the API. Call this before registering anything that may refuse a request.

    A preflight has no token, so it is answered before authentication. It reveals nothing that is not in the contract.
    The service uses no cookies: a page must know the token to send it, so `Allow-Credentials` is never sent.
    """
    app.before_request(_answer_preflight)
    app.after_request(_allow(frozenset(origins)))


def _answer_preflight() -> Response | None:
    if request.method != "OPTIONS" or "Access-Control-Request-Method" not in request.headers or not request.url_rule:
        return None
    response = current_app.make_default_options_response()
    response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
    response.headers["Access-Control-Allow-Headers"] = SENT
    response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_MAX_AGE_S)
    return response


def _allow(origins: Collection[str]) -> Callable[[Response], Response]:
    def add_headers(response: Response) -> Response:
        response.vary.add("Origin")
        origin = request.headers.get("Origin")
        if origin in origins:
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Expose-Headers"] = EXPOSED
        return response

    return add_headers
