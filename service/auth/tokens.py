"""Who calls: known by the token that a request bears."""

from collections.abc import Iterable
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from flask import request

ADMIN: Final = "admin"
_NAME_DIGITS: Final = 12
"""Enough to tell callers apart; of a token of at least 16 characters it gives nothing away."""


class Tokens:
    """The tokens that are accepted, and whose they are. The tokens themselves are not kept, only their digests."""

    def __init__(self, admin: str | None, api: Iterable[str] = ()) -> None:
        callers = [(digest := _digest(token), digest.hex()[:_NAME_DIGITS]) for token in api]
        self.for_admin = admin is not None
        self.for_games = bool(callers)
        # The admin's comes last and so counts, should somebody have given it to a game as well.
        self._holders = [*callers, *([(_digest(admin), ADMIN)] if admin else [])]

    def holder(self) -> str | None:
        """Whose token the request bears: the admin's, or that of a caller named by the start of the token's digest."""
        sent = _digest(_bearer_token())
        found = None
        # Every one is compared, and digests are of one length: the time that it takes tells nothing about any token.
        for digest, name in self._holders:
            if compare_digest(sent, digest):
                found = name
        return found


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _bearer_token() -> str:
    # Flask's own reading would take a token with "=" in it for a list of parameters.
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
