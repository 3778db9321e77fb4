"""Who the operators are, and what each role may do."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from service.engines.wire_enum import WireEnum


class Role(WireEnum):
    """Lowest first; each may do all that those before it may."""

    VIEWER = "viewer"
    SUPPORT = "support"
    DESIGNER = "designer"
    ADMIN = "admin"


class Right(WireEnum):
    """What a route needs."""

    READ = "read"
    """Read everything, preview, compute odds and scores: nothing that leaves a trace."""
    RECORDS = "records"
    """Delete the records of characters."""
    CHARACTERS = "characters"
    """Change what is remembered of characters, and the effects that run on them."""
    TUNE = "tune"
    """Change the tuning."""
    RESET_INSIGHTS = "reset_insights"
    """Reset the counts of the insights."""
    ADOPT = "adopt"
    """Decide which history of the tuning counts."""
    PLAY = "play"
    """Draw as the game does: what is drawn counts, and is recorded."""


LOWEST_ROLE: Final[Mapping[Right, Role]] = MappingProxyType(
    {
        Right.READ: Role.VIEWER,
        Right.RECORDS: Role.SUPPORT,
        Right.CHARACTERS: Role.SUPPORT,
        Right.TUNE: Role.DESIGNER,
        Right.RESET_INSIGHTS: Role.DESIGNER,
        Right.ADOPT: Role.ADMIN,
        Right.PLAY: Role.ADMIN,
    }
)
"""The lowest role that has a right."""
_ROLES: Final = tuple(Role)


@dataclass(frozen=True, slots=True)
class Operator:
    """Somebody with a token for the admin routes."""

    name: str
    role: Role

    @property
    def rights(self) -> tuple[Right, ...]:
        return tuple(right for right in Right if self.has(right))

    def has(self, right: Right) -> bool:
        return _ROLES.index(self.role) >= _ROLES.index(LOWEST_ROLE[right])


ADMIN: Final = Operator("admin", Role.ADMIN)
"""The operator with the token of DESTINY_ADMIN_TOKEN. No other may have this name."""
