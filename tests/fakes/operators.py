"""Operators of every role, with their tokens."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from service.operators.roles import Operator, Role

STAFF: Final = {
    Role.VIEWER: Operator("vic", Role.VIEWER),
    Role.SUPPORT: Operator("sue", Role.SUPPORT),
    Role.DESIGNER: Operator("ann", Role.DESIGNER),
    Role.ADMIN: Operator("ada", Role.ADMIN),
}
TOKENS: Final = {role: f"token-of-{one.name}-for-the-tests" for role, one in STAFF.items()}
AS: Final = {role: {"Authorization": f"Bearer {token}"} for role, token in TOKENS.items()}
"""The headers of a request from the operator with this role."""
AS_ANN: Final = AS[Role.DESIGNER]


def digest(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _staff() -> dict[bytes, Operator]:
    return {digest(TOKENS[role]): operator for role, operator in STAFF.items()}


@dataclass
class ListedOperators:
    """Operators that only the test changes: by default one for each role."""

    listed: dict[bytes, Operator] = field(default_factory=_staff)

    def by_token(self) -> Mapping[bytes, Operator]:
        return self.listed
