"""The tokens of those who call: the game's own, and one of each role of operators."""

from pathlib import Path
from random import Random
from typing import Final

from service.operators.make import lines
from service.operators.roles import Role
from tests.openapi import Operation

_OF_ROLES: Final = {role: f"{role}-token-of-hostile-requests" for role in Role}
_OF_GAME: Final = "game-token-of-hostile-requests"
GAME: Final = {"Authorization": f"Bearer {_OF_GAME}"}
ADMIN: Final = {"Authorization": f"Bearer {_OF_ROLES[Role.ADMIN]}"}
SECRETS: Final = tuple(token.encode() for token in (*_OF_ROLES.values(), _OF_GAME))
"""What no answer may repeat."""
_WRONG: Final = ("Bearer", "Bearer ", "Basic YTpi", "Bearer é", "Bearer " + "a" * 2000)


def settings(folder: Path) -> dict[str, str]:
    """What the service needs to know them; it writes the file of operators into the folder."""
    file = folder / "operators.toml"
    others = (role for role in Role if role is not Role.ADMIN)
    file.write_text("".join(lines(f"hostile-{role}", role, _OF_ROLES[role]) for role in others), "ascii")
    return {
        "DESTINY_ADMIN_TOKEN": _OF_ROLES[Role.ADMIN],
        "DESTINY_OPERATORS_FILE": str(file),
        "DESTINY_API_TOKENS": _OF_GAME,
    }


def authorization(operation: Operation, random: Random) -> dict[str, str]:
    """Most often the right token, now and then that of another role, a wrong one or none."""
    kind = random.random()
    if kind < 0.04:
        return {}
    if kind < 0.07:
        return {"Authorization": random.choice(_WRONG)}
    if kind < 0.15:
        return {"Authorization": f"Bearer {random.choice([_OF_GAME, *_OF_ROLES.values()])}"}
    return ADMIN if operation.for_admins else GAME
