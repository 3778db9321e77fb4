"""Every key that the service uses in the store; no other module spells one."""

from datetime import date
from typing import Final

_PREFIX: Final = "destiny:"

TRIAL: Final = _PREFIX + "trial"
"""A string, for a minute at most: what the commands are tried on that the service needs."""

TUNING_LOG: Final = _PREFIX + "tuning:log"
"""A list: entry n - 1 is revision n. Revision 0 ships with the service and is not in it."""

IDEMPOTENCY_BYTES: Final = _PREFIX + "retry-bytes"
"""A hash: how many bytes of answers were kept for retries in each slice of the time for which they are kept."""

RECORDS: Final = _PREFIX + "records"
"""A hash: the record of each resolution, by its id."""

RECORD_ORDER: Final = _PREFIX + "records:order"
"""A sorted set, all scores 0: the ids of all records, which sort by time."""

RECORD_CHARACTERS: Final = _PREFIX + "records:characters"
"""A hash: the ids of the characters that took part in a resolution, as a JSON array; only where there are any."""

RECORD_BYTES: Final = _PREFIX + "records:bytes"
"""A number: the bytes of all records together."""

INSIGHT_RESET: Final = _PREFIX + "insight:reset"
"""A string: when counting began anew."""


def draw(draw_id: str) -> str:
    """A promised draw, a string: its 32 bytes of seed, then who took it: the resolution, and its retry id."""
    return f"{_PREFIX}draw:{draw_id}"


def idempotency(digest: bytes) -> str:
    """A string: the request that has, or had, an idempotency key, and its answer.

    The prefix is older than the function's name. Another one would forget every kept answer at an upgrade.
    """
    return f"{_PREFIX}retry:{digest.hex()}"


def rate_limit(caller: str) -> str:
    """A number: when, in microseconds, the requests of this caller will all be there again. Gone when they are."""
    return f"{_PREFIX}rate:{caller}"


def character(character_id: str) -> str:
    """A character, a string of JSON. The braces end the id, which may hold anything else that a key is made of."""
    return f"{_PREFIX}character:{{{character_id}}}"


def running_effects(character_id: str) -> str:
    """The effects that run on a character, a hash: field is the effect, value the millisecond it expires in."""
    return character(character_id) + ":effects"


def records_of(character_id: str) -> str:
    """A sorted set, all scores 0: the ids of a character's newest records."""
    return f"{_PREFIX}records:of:{character_id}"


def insight(day: date) -> str:
    """A hash: what was counted on this day."""
    return f"{_PREFIX}insight:{day.isoformat()}"


def insight_told(process: str) -> str:
    """A number: the last increments that this process has told."""
    return f"{_PREFIX}insight:told:{process}"


UNUSED: Final = (
    draw(""),
    idempotency(b""),
    rate_limit(""),
    character(""),
    running_effects(""),
    records_of(""),
    insight_told(""),
)
"""One key of each kind of which there are many, for nobody: never there, and subject to the same permissions."""
