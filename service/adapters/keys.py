"""Every key that the service uses in the store; no other module spells one."""

from typing import Final

_PREFIX: Final = "destiny:"

TUNING_LOG: Final = _PREFIX + "tuning:log"
"""A list: entry n - 1 is revision n. Revision 0 ships with the service and is not in it."""

_DRAW: Final = _PREFIX + "draw:"


def draw(draw_id: str) -> str:
    """A promised draw, a string: its 32 bytes of seed, then the id of the resolution that took it, if one has."""
    return _DRAW + draw_id
