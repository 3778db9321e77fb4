"""Who may come in: the check of bearer tokens."""

from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest

from flask import request
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import Forbidden, Unauthorized

Door = Callable[[], None]
"""Runs before a request; raises where it may not go on."""


def admin_door(token: str | None) -> Door:
    """Lets in those who bear the token; nobody where there is none."""
    digest = _digest(token) if token else None

    def check() -> None:
        if digest is None:
            raise Forbidden("The admin routes are closed: the service runs without DESTINY_ADMIN_TOKEN.")
        if not compare_digest(_digest(_bearer_token()), digest):
            raise Unauthorized(
                "Send the admin token: Authorization: Bearer <token>.", www_authenticate=WWWAuthenticate("bearer")
            )

    return check


def _digest(token: str) -> bytes:
    # Digests are of one length, so comparing them takes one time, whatever was sent.
    return sha256(token.encode()).digest()


def _bearer_token() -> str:
    sent = request.authorization
    return (sent.token or "") if sent and sent.type == "bearer" else ""
