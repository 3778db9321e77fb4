"""Identifies callers by their bearer tokens."""

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from hmac import compare_digest
from typing import Final

from flask import request

from service.auth.ports import ApiTokens
from service.operators.ports import Operators
from service.operators.roles import ADMIN, Operator

SHORTEST: Final = 16
"""A shorter token could be guessed. It opens nothing, even if its digest is listed."""
_NAME_DIGITS: Final = 12
"""Enough to distinguish callers, and it reveals nothing about a token of at least 16 characters."""


@dataclass(frozen=True, slots=True)
class Holder:
    """The caller whose token has been sent."""

    name: str
    """The operator's, or the first digits of the digest of an API token."""
    operator: Operator | None = None
    """None: a game, with an API token."""


class Tokens:
    """The accepted tokens and their holders. Only digests of the tokens are kept."""

    def __init__(
        self,
        admin: str | None,
        api: Iterable[str] = (),
        operators: Operators | None = None,
        followed: ApiTokens | None = None,
    ) -> None:
        self._games = tuple(map(_digest, api))
        self._followed = followed
        self._operators = operators
        self._admin = [(_digest(admin), Holder(ADMIN.name, ADMIN))] if admin else []
        self.for_operators = admin is not None or operators is not None
        # Whether the game's routes need a token. A file without any opens them to no game, rather than to everybody.
        self.for_games = bool(self._games) or followed is not None

    def holder(self) -> Holder | None:
        """Return who has sent this request; None without an accepted token."""
        token = _bearer_token()
        if len(token) < SHORTEST:
            return None
        sent = _digest(token)
        found = None
        # All are compared, and all digests have the same length, so the time taken reveals nothing about any token. Of
        # several holders of one token the last wins, who may do the most.
        for digest in (*self._games, *(self._followed.digests() if self._followed else ())):
            if compare_digest(sent, digest):
                found = Holder(digest.hex()[:_NAME_DIGITS])
        for digest, operator in self._operators.by_token().items() if self._operators else ():
            if compare_digest(sent, digest):
                found = Holder(operator.name, operator)
        for digest, holder in self._admin:
            if compare_digest(sent, digest):
                found = holder
        return found


def _digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _bearer_token() -> str:
    # Flask would parse a token that contains "=" as a list of parameters.
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else ""
