"""Defines every key that the service uses in the store; no other module contains one."""

from datetime import date
from typing import Final

_PREFIX: Final = "destiny:"

TRIAL: Final = _PREFIX + "trial"
"""A string, for at most a minute: the health check tries commands on it."""

TOUCHED: Final = _PREFIX + "touched"
"""An empty string: written so that the WAIT after it covers all earlier writes."""

TUNING_LOG: Final = _PREFIX + "tuning:log"
"""A list: entry n - 1 is revision n. Revision 0 ships with the service and is not in it."""

IDEMPOTENCY_BYTES: Final = _PREFIX + "retry-bytes"
"""A hash: the bytes of answers kept for retries, in each slice of the retention time."""

RECORDS: Final = _PREFIX + "records"
"""A hash: the record of each resolution, by its id."""

RECORD_ORDER: Final = _PREFIX + "records:order"
"""A sorted set, all scores 0: the ids of all records, which are in order of time."""

RECORD_CHARACTERS: Final = _PREFIX + "records:characters"
"""A hash: the ids of the characters in a resolution, as a JSON array; only for resolutions with characters."""

RECORD_BYTES: Final = _PREFIX + "records:bytes"
"""A number: the total bytes of all records."""

INSIGHT_RESET: Final = _PREFIX + "insight:reset"
"""A string: when the counts were last reset."""

INSIGHT_RESETS: Final = _PREFIX + "insight:resets"
"""A sorted set: every reset of the counts as JSON, with its second as the score."""


def draw(draw_id: str) -> str:
    """A string: the 32-byte seed of a promised draw, then the resolution that took it, and its retry id."""
    return f"{_PREFIX}draw:{draw_id}"


def idempotency(digest: bytes) -> str:
    """A string: the request that has, or had, an idempotency key, and its answer.

    The prefix is older than the function's name. Another prefix would lose every kept answer at an upgrade.
    """
    return f"{_PREFIX}retry:{digest.hex()}"


def rate_limit(caller: str) -> str:
    """A number: when, in microseconds, this caller's full limit is available again. The key expires then."""
    return f"{_PREFIX}rate:{caller}"


def character(character_id: str) -> str:
    """A string: a character as JSON. The braces end the id, which may contain anything else that keys contain."""
    return f"{_PREFIX}character:{{{character_id}}}"


END_OF_CHARACTER: Final = b"}"
"""How the key of a character ends, and that of its running effects does not."""


def all_characters() -> str:
    """A pattern for the keys of all characters and of their running effects."""
    return f"{_PREFIX}character:{{*"


def running_effects(character_id: str) -> str:
    """A hash: the effects that run on a character, each with the millisecond in which it expires."""
    return character(character_id) + ":effects"


def records_of(character_id: str) -> str:
    """A sorted set, all scores 0: the ids of a character's newest records."""
    return f"{_PREFIX}records:of:{character_id}"


def insight(day: date) -> str:
    """A hash: what was counted on this day."""
    return f"{_PREFIX}insight:{day.isoformat()}"


def insight_decided(day: date) -> str:
    """A hash: what each revision of the tuning decided on this day."""
    return insight(day) + ":decided"


def insight_told(process: str) -> str:
    """A number: the last increments that this process has sent."""
    return f"{_PREFIX}insight:told:{process}"


def webhook_delivered(address: str) -> str:
    """A number: the newest revision of which the server at this address needs no message any more."""
    return f"{_PREFIX}webhook:{address}:delivered"


def webhook_lease(address: str) -> str:
    """A string, for half a minute: the worker that delivers messages to this address."""
    return f"{_PREFIX}webhook:{address}:lease"


UNUSED: Final = (
    draw(""),
    idempotency(b""),
    rate_limit(""),
    character(""),
    running_effects(""),
    records_of(""),
    insight_told(""),
    webhook_delivered(""),
    webhook_lease(""),
)
"""One key of each kind with many keys. They never exist, and need the same permissions as those that do."""
