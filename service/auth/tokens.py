"""Identifies callers by their bearer tokens."""

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from flask import request

ADMIN: Final = "admin"
_NAME_DIGITS: Final = 12
"""Enough to distinguish callers, and it reveals nothing about a token of at least 16 characters."""


class Tokens:
    """The accepted tokens and their holders. Only digests of the tokens are kept."""

    def __init__(self, admin: str | None, api: Iterable[str] = ()) -> None:
        callers = [(digest := _digest(token), digest.hex()[:_NAME_DIGITS]) for token in api]
        self.for_admin = admin is not None
        self.for_games = bool(callers)
        # The admin's comes last, so it wins if a game uses the same token.
        self._holders = [*callers, *([(_digest(admin), ADMIN)] if admin else [])]

    def holder(self) -> str | None:
        """Return `ADMIN`, or the first digits of the digest of an API token; None without an accepted token."""
        sent = _digest(_bearer_token())
        found = None
        # All are compared, and all digests have the same length, so the time taken reveals nothing about any token.
        for digest, name in self._holders:
            if compare_digest(sent, digest):
                found = name
        return found


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _bearer_token() -> str:
    # Flask would parse a token that contains "=" as a list of parameters.
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
