"""Which keys mean the same on one server and in a cluster, for moving data between them."""

import re
from collections.abc import Callable
from datetime import date
from enum import Enum
from typing import Final, NamedTuple

from service.store.keys import ONE, Layout

ALL: Final = "destiny:*"
"""A pattern for all keys of the service."""
_TAG: Final = re.compile(r"destiny:\{[^{}]*\}:")


class Kind(Enum):
    """The type of a key, as far as it decides how to copy it."""

    STRING = "string"
    HASH = "hash"
    EXPIRING_FIELDS = "hash with fields that expire"
    SORTED_SET = "sorted set"


class MovedKey(NamedTuple):
    """A key to copy."""

    what: str
    """What it holds, for operators."""
    kind: Kind
    source: str
    target: str


_Renamed = Callable[[Layout, re.Match[str]], str]
_KINDS: Final[tuple[tuple[str, str, Kind, _Renamed], ...]] = (
    (r"destiny:character:\{.*\}", "characters", Kind.STRING, lambda _, found: found[0]),
    (
        r"destiny:character:\{.*\}:effects",
        "characters with effects",
        Kind.EXPIRING_FIELDS,
        lambda _, found: found[0],
    ),
    (r"destiny:draw:(.*)", "promised draws", Kind.STRING, lambda to, found: to.draw(found[1])),
    (
        r"destiny:retry:([0-9a-f]*)",
        "kept answers",
        Kind.STRING,
        lambda to, found: to.idempotency(bytes.fromhex(found[1])),
    ),
    (
        r"destiny:insight:([0-9]{4}-[0-9]{2}-[0-9]{2})",
        "days of insights",
        Kind.HASH,
        lambda to, found: to.insight(date.fromisoformat(found[1])),
    ),
    (
        r"destiny:insight:([0-9]{4}-[0-9]{2}-[0-9]{2}):decided",
        "days of decisions",
        Kind.HASH,
        lambda to, found: to.insight_decided(date.fromisoformat(found[1])),
    ),
    (r"destiny:insight:reset", "resets of insights", Kind.STRING, lambda to, _: to.insight_reset),
    (r"destiny:insight:resets", "lists of resets", Kind.SORTED_SET, lambda to, _: to.insight_resets),
    (
        r"destiny:webhook:(.*):delivered",
        "webhooks",
        Kind.STRING,
        lambda to, found: to.webhook_delivered(found[1]),
    ),
)


def moved(name: str, to: Layout) -> MovedKey | None:
    """Return how to copy this key to a store with this layout; None if it is not copied as it is.

    Leases, rate limits and trials last for a minute at most. The tuning, the records and the bytes of kept answers are
    copied in other ways, because they are large or divided differently.
    """
    plain = _TAG.sub("destiny:", name, count=1)
    for pattern, what, kind, renamed in _KINDS:
        if found := re.fullmatch(pattern, plain, re.DOTALL):
            return MovedKey(what, kind, name, renamed(to, found))
    return None


def mark_of_a_move(layout: Layout) -> str:
    """A string: there while data is being moved to this store."""
    return f"{layout.tuning_log}:moving"


def bytes_of_answers(layout: Layout) -> list[str]:
    """The hashes with the bytes of kept answers, one for each group."""
    return [name for name in layout.permanent if name.endswith(ONE.idempotency_bytes(b"").removeprefix("destiny:"))]
